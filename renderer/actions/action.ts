/**
 * Actions of the window, independent of how they are triggered: by key, palette, menu or key sheet.
 * The registry (registry.ts) defines each once.
 */
import type { LeadRow } from '../../contract/records.ts';
import type { ActionWords } from '../platform/i18n.ts';
import { isInDialog, isHandledByFocus, canRunInField } from '../platform/key-reach.ts';
import type { Stores } from './stores.ts';

/** In the order of lists. */
export const actionGroups = ['reply', 'lead', 'list', 'go', 'app'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** Variant of the action for any lead, for the menu of its row. */
type ForLead = {
  /** @param lead null for any lead */
  readonly title: (t: ActionWords, lead: LeadRow | null) => string;
  /** The action applies to this lead. */
  readonly isOffered?: (lead: LeadRow) => boolean;
  readonly run: (stores: Stores, lead: LeadRow) => void;
};

export type Action = {
  /** Stable id, used by recent choices and the native menu. */
  readonly id: string;
  readonly group: ActionGroup;
  /** Screens on which it works; before the inbox only `always`. */
  readonly where: 'inbox' | 'page' | 'everywhere' | 'always';
  /**
   * Its keys: a lower-case letter, `Escape`, `Space`, `Shift+j`, `Alt+1`, `Mod+k` (Ctrl, or ⌘ on a
   * Mac), or a pair such as `g i`.
   */
  readonly keys: readonly string[];
  /** Its keys type nothing, so they also work in a field. */
  readonly isForFields?: true;
  /** Repeats while its key is held; other actions run once. */
  readonly isRepeated?: true;
  /** Listed only in the key sheet. */
  readonly isOnlyKey?: true;
  readonly title: (t: ActionWords, stores: Stores) => string;
  /** Its subject exists; otherwise it is not listed. */
  readonly isThere?: (stores: Stores) => boolean;
  /** It can run now; always true by default. */
  readonly isEnabled?: (stores: Stores) => boolean;
  /** It is the active one of several choices, which menus check. */
  readonly isChosen?: (stores: Stores) => boolean;
  /** Runs it; false if there is nothing to do, so that the key is left to others. */
  readonly run: (stores: Stores) => boolean | void;
  readonly forLead?: ForLead;
};

/** It works on the current screen. */
export const worksOn = ({ where }: Action, screen: string | null): boolean => {
  if (where === 'always') return screen !== null;
  if (screen === null || screen === 'welcome' || screen === 'connect') return false;
  return where === 'everywhere' || (where === 'inbox') === (screen === 'inbox');
};

/** It can run on the current screen now. */
export const canBeDone = (action: Action, stores: Stores): boolean =>
  worksOn(action, stores.session.getState().screen) && (action.isEnabled?.(stores) ?? true);

/** The key of an action on a screen with this focus; null if there is none. */
export const keyAt = (
  action: Action | undefined,
  screen: string | null,
  focused: EventTarget | null,
): string | null => {
  if (action === undefined || !worksOn(action, screen) || isInDialog(focused)) return null;
  const works = (key: string): boolean =>
    !isHandledByFocus(key, focused) && canRunInField(key, action, focused);
  return action.keys.find(works) ?? null;
};
