/**
 * What a person can do in the window, wherever it is asked from: a key, the palette, a menu, the sheet of
 * all keys. Each is said once, in the registry (registry.ts), and everything that offers it reads it there.
 */
import type { LeadRow } from '../../contract/records.ts';
import type { ActionWords } from '../platform/action-words.ts';
import type { Stores } from './stores.ts';

/** In the order in which they are listed. */
export const actionGroups = ['reply', 'lead', 'list', 'go', 'app'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** The same action for a lead that need not be open: the menu of its row. */
type ForLead = {
  /** @param lead null for any */
  readonly title: (t: ActionWords, lead: LeadRow | null) => string;
  /** Whether it says anything of that lead. */
  readonly isOffered?: (lead: LeadRow) => boolean;
  readonly run: (stores: Stores, lead: LeadRow) => void;
};

export type Action = {
  /** Names it for good: recent choices and the native menu know it by this. */
  readonly id: string;
  readonly group: ActionGroup;
  /** Where it works; on the screens before the inbox only what works always does. */
  readonly where: 'inbox' | 'page' | 'everywhere' | 'always';
  /**
   * The keys that ask for it: a letter in lower case, `Escape`, `Space`, `Shift+j`, `Alt+1`, `Mod+k` (Ctrl, on
   * a Mac ⌘), or two that follow each other, `g i`.
   */
  readonly keys: readonly string[];
  /** Its keys type nothing, so that they work in a field as well. */
  readonly isForFields?: true;
  /** It goes on while its key is held; every other action is done once. */
  readonly isRepeated?: true;
  /** It is only worth a key: it is listed with the keys and offered nowhere else. */
  readonly isOnlyKey?: true;
  /** What it is called now. */
  readonly title: (t: ActionWords, stores: Stores) => string;
  /** Whether there is what it is about; listed nowhere while there is not. */
  readonly isThere?: (stores: Stores) => boolean;
  /** Whether it can be done now; always, where it does not say. */
  readonly isEnabled?: (stores: Stores) => boolean;
  /** Whether it is the one that holds now, of several of which one does: menus check it. */
  readonly isChosen?: (stores: Stores) => boolean;
  /** Does it; false when there is nothing to do it to, and the key is left to others. */
  readonly run: (stores: Stores) => boolean;
  readonly forLead?: ForLead;
};

/** Whether it can be asked for on the screen that is shown. */
export const worksOn = ({ where }: Action, screen: string | null): boolean => {
  if (where === 'always') return screen !== null;
  if (screen === null || screen === 'welcome' || screen === 'connect') return false;
  return where === 'everywhere' || (where === 'inbox') === (screen === 'inbox');
};

/** Whether it can be done now, where the professional is. */
export const canBeDone = (action: Action, stores: Stores): boolean =>
  worksOn(action, stores.session.getState().screen) && (action.isEnabled?.(stores) ?? true);
