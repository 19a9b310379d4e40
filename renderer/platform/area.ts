/**
 * An area's contributions to the window: actions, screens and a sidebar entry. Each area declares its own in
 * `area.ts`; app/areas.ts lists them.
 */
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Action } from './actions.ts';
import type { PageName, Screen } from './session.ts';
import type { PlatformStores } from './stores.ts';

/** A page in the sidebar. Its title is in the locales under `pages`. */
export type SidebarPage = Pick<Action, 'menu'> & {
  readonly screen: PageName;
  readonly section: 'tools' | 'advanced' | 'foot';
  readonly icon: TablerIcon;
  /** Keyboard shortcut, as in `Action.keys`. */
  readonly key: string;
};

/** @template S the stores that its actions use */
export type Area<S = PlatformStores> = {
  readonly actions?: readonly Action<S>[];
  /** Loaded on demand. Screens that combine several areas are in app/pages/ instead. */
  readonly screens?: Partial<Readonly<Record<Screen, ComponentType>>>;
  readonly page?: SidebarPage;
};
