/** Actions as areas use them, by id. The registry (actions/registry.ts) is above the areas, so the app provides it. */
import type { LeadRow } from '../../contract/records.ts';
import type { ActionWords } from '../platform/action-words.ts';
import type { Hint } from '../platform/keyboard.ts';
import { provided } from '../platform/provided.ts';

/** An action bound to the stores of the window. */
export type BoundAction = {
  readonly keys: readonly string[];
  readonly title: (t: ActionWords) => string;
  readonly isEnabled: () => boolean;
  /** Undefined for an action that is not one of several choices. */
  readonly isChosen: () => boolean | undefined;
  readonly run: () => boolean;
  /** Null for an action that is not about one lead. */
  readonly forLead: {
    readonly title: (t: ActionWords, lead: LeadRow) => string;
    readonly isOffered: (lead: LeadRow) => boolean;
    readonly run: (lead: LeadRow) => void;
  } | null;
};

export type Actions = {
  readonly find: (id: string) => BoundAction | undefined;
  /** The key of an action, for a control that does the same. */
  readonly hintOf: (id: string) => Hint;
};

export const [ActionsProvider, useActions] = provided<Actions>('the actions');
