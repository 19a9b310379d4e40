/** What an area adds to the window. Each declares it in its `area.ts`, and app/areas.ts lists them. */
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Action } from './actions.ts';
import type { PageName, Screen } from './session.ts';
import type { PlatformStores } from './stores.ts';

/** A place to go. Its title is in the locales under `pages`. */
export type Place = Pick<Action, 'menu'> & {
  readonly screen: PageName;
  /** Where the sidebar lists it. */
  readonly section: 'tools' | 'advanced' | 'foot';
  readonly icon: TablerIcon;
  readonly key: string;
};

/** @template S the stores that its actions use */
export type Area<S = PlatformStores> = {
  readonly actions?: readonly Action<S>[];
  /** Loaded on demand. A screen with parts of several areas is in app/pages/ instead. */
  readonly screens?: Partial<Readonly<Record<Screen, ComponentType>>>;
  readonly place?: Place;
};
