/** The areas of the window, in the order of the sidebar's tools, and all their pages and actions. */
import { flushSync } from 'react-dom';
import { automaticReplies } from '../automatic-replies/area.ts';
import { connection } from '../connection/area.ts';
import { inbox } from '../inbox/area.ts';
import { insights } from '../insights/area.ts';
import { lookup } from '../lookup/area.ts';
import { phoneNumbers } from '../phone-numbers/area.ts';
import type { Action } from '../platform/actions.ts';
import type { Area, SidebarPage } from '../platform/area.ts';
import { reviews } from '../reviews/area.ts';
import { savedReplies } from '../saved-replies/area.ts';
import { settings } from '../settings/area.ts';
import { staging } from '../staging/area.ts';
import { team } from '../team/area.ts';
import { thread } from '../thread/area.ts';
import { updates } from '../updates/area.ts';
import { webhooks } from '../webhooks/area.ts';
import type { Stores } from './stores.ts';

export const areas: readonly Area<Stores>[] = [
  inbox,
  thread,
  insights,
  savedReplies,
  automaticReplies,
  phoneNumbers,
  reviews,
  webhooks,
  lookup,
  staging,
  connection,
  team,
  settings,
  updates,
];

export const sidebarPages = areas.flatMap(({ page }) => page ?? []);

/** Opens the palette or the key sheet synchronously, so that the next keystrokes go into its field. */
const createOpenAction = (
  id: 'palette' | 'keys',
  properties: Pick<Action, 'menu' | 'keys' | 'isForFields' | 'isOnlyKey'>,
): Action => ({
  ...properties,
  id,
  group: 'app',
  where: 'everywhere',
  title: (t) => t(`commanding.${id}`),
  run: ({ openDialog }) => flushSync(() => openDialog.setState({ shown: id })),
});

const createGoAction = ({ screen, key, menu }: SidebarPage): Action => ({
  id: `page.${screen}`,
  group: 'go',
  ...(menu !== undefined && { menu }),
  where: 'everywhere',
  keys: [key],
  isForFields: true,
  title: (t) => t(`pages.${screen}`),
  run: ({ session }) => session.getState().go(screen),
});

export const actions: readonly Action<Stores>[] = [
  ...areas.flatMap((area) => area.actions ?? []),
  ...sidebarPages.map(createGoAction),
  createOpenAction('palette', {
    menu: 'view',
    keys: ['Mod+k'],
    isForFields: true,
    isOnlyKey: true,
  }),
  createOpenAction('keys', { menu: 'help', keys: ['?'] }),
];
