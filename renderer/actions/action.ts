/** What a person can do in the window, wherever it is asked from: a key, a menu, a list of all of them. */
import type { Stores } from '../state/stores.ts';

export type Action = {
  /**
   * The keys that ask for it, as the event names them: a letter in lower case, `Escape`, `Alt+1`.
   * Nothing else is held with them.
   */
  readonly keys: readonly string[];
  /** It goes on while its key is held; every other action is done once. */
  readonly isRepeated?: true;
  /** Does it; false when there is nothing to do it to, and the key is left to others. */
  readonly run: (stores: Stores) => boolean;
};
