/** Opens the palette and the key sheet. They render synchronously, so that the next keys go into their field. */
import { flushSync } from 'react-dom';
import type { Action } from '../platform/actions.ts';

const openAction = (
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

export const dialogActions: readonly Action[] = [
  openAction('palette', { menu: 'view', keys: ['Mod+k'], isForFields: true, isOnlyKey: true }),
  openAction('keys', { menu: 'help', keys: ['?'] }),
];
