/** Access to actions by id. The registry (actions/registry.ts) is above the areas, so the app provides it. */
import type { LeadRow } from '../../contract/records.ts';
import type { ActionWords } from '../platform/i18n.ts';
import type { Hint } from '../platform/keyboard.ts';
import { createRequiredContext } from '../platform/stores.ts';

/** An action bound to the stores of the window. */
export type BoundAction = {
  readonly keys: readonly string[];
  readonly title: (t: ActionWords) => string;
  readonly isEnabled: () => boolean;
  /** Undefined if it is not one of several choices. */
  readonly isChosen: () => boolean | undefined;
  readonly run: () => boolean;
  /** Null if it is not about one lead. */
  readonly forLead: {
    readonly title: (t: ActionWords, lead: LeadRow) => string;
    readonly isOffered: (lead: LeadRow) => boolean;
    readonly run: (lead: LeadRow) => void;
  } | null;
};

export type Actions = {
  readonly find: (id: string) => BoundAction | undefined;
  /** The key of an action, for its button. */
  readonly hintOf: (id: string) => Hint;
};

export const [ActionsProvider, useActions] = createRequiredContext<Actions>('the actions');
