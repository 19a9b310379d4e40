/** What concerns the whole app: the lists of what can be done. */
import { flushSync } from 'react-dom';
import type { Commanding } from '../state/commanding.ts';
import type { Action } from './action.ts';

/** Opens at once: what is typed next is for its field. */
const toOpen = (
  id: 'palette' | 'keys',
  given: Pick<Action, 'keys' | 'isForFields' | 'isOnlyKey'>,
): Action => ({
  ...given,
  id,
  group: 'app',
  where: 'everywhere',
  title: (t) => t(`commanding.${id}`),
  run: ({ commanding }) => {
    flushSync(() => commanding.setState({ shown: id } satisfies Commanding));
    return true;
  },
});

export const appActions: readonly Action[] = [
  toOpen('palette', { keys: ['Mod+k'], isForFields: true, isOnlyKey: true }),
  toOpen('keys', { keys: ['?'] }),
];
