/**
 * Actions of the window, independent of how they are triggered: by key, palette, menu or key sheet.
 * Each area declares its own in `area.ts`.
 */
import type { MenuItem } from '../../contract/commands/shell.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { TranslateAction } from './i18n.ts';
import { isInDialog, isHandledByFocus, canRunInField } from './key-reach.ts';
import { createHint, type Hint } from './keyboard.ts';
import { isBeforeInbox } from './session.ts';
import { createRequiredContext, type PlatformStores } from './stores.ts';

/** In the order in which lists show them. */
export const actionGroups = ['reply', 'lead', 'list', 'go', 'app'] as const;
export type ActionGroup = (typeof actionGroups)[number];

/** @template S the stores that it uses */
export type Action<S = PlatformStores> = {
  /** Stable id, used by recent choices and the native menu. */
  readonly id: string;
  readonly group: ActionGroup;
  /** The native menu that lists it, if not its group's. */
  readonly menu?: MenuItem['menu'];
  /** Screens on which it works. Before the inbox only `always` does. */
  readonly where: 'inbox' | 'page' | 'everywhere' | 'always';
  /**
   * Its keys: a lower-case letter, `Escape`, `Space`, `Shift+j`, `Alt+1`, `Mod+k` (Ctrl, or ⌘ on a
   * Mac), or a pair such as `g i`. No two actions of a screen may share one.
   */
  readonly keys: readonly string[];
  /** Its keys type nothing, so they also work in a field. */
  readonly isForFields?: true;
  /** Repeats while its key is held; other actions run once. */
  readonly isRepeated?: true;
  /** Not in the palette, and in a native menu only if `menu` is set. */
  readonly isOnlyKey?: true;
  readonly title: (t: TranslateAction, stores: S) => string;
  /** Its subject exists; otherwise it is not listed. */
  readonly isThere?: (stores: S) => boolean;
  /** It can run now; always true by default. */
  readonly isEnabled?: (stores: S) => boolean;
  /** It is the active one of several choices, which menus check. */
  readonly isChosen?: (stores: S) => boolean;
  /** Runs it; false if there is nothing to do, so that the key keeps its default effect. */
  readonly run: (stores: S) => boolean | void;
  /** Variant of the action for any lead, for the menu of its row. */
  readonly forLead?: {
    /** @param lead null for any lead */
    readonly title: (t: TranslateAction, lead: LeadRow | null) => string;
    /** The action applies to this lead. */
    readonly isOffered?: (lead: LeadRow) => boolean;
    readonly run: (stores: S, lead: LeadRow) => void;
  };
};

export const isAvailableOn = ({ where }: Pick<Action, 'where'>, screen: string | null): boolean => {
  if (where === 'always') return screen !== null;
  if (isBeforeInbox(screen)) return false;
  return where === 'everywhere' || (where === 'inbox') === (screen === 'inbox');
};

/** True if the action can run on the current screen now. */
export const canBeDone = <S extends PlatformStores>(action: Action<S>, stores: S): boolean =>
  isAvailableOn(action, stores.session.getState().screen) && (action.isEnabled?.(stores) ?? true);

/** Runs an action that is enabled; returns whether it did anything. */
export const runAction = <S extends PlatformStores>(action: Action<S>, stores: S): boolean =>
  (action.isEnabled?.(stores) ?? true) && action.run(stores) !== false;

/** Finds the key of an action on a screen with this focus; null if there is none. */
export const findKey = (
  action: Pick<Action, 'where' | 'keys' | 'isForFields'> | undefined,
  screen: string | null,
  focused: EventTarget | null,
): string | null => {
  if (action === undefined || !isAvailableOn(action, screen) || isInDialog(focused)) return null;
  const canUse = (key: string): boolean =>
    !isHandledByFocus(key, focused) && canRunInField(key, action, focused);
  return action.keys.find(canUse) ?? null;
};

const bind = <S extends PlatformStores>(action: Action<S>, stores: S) => {
  const { title, isThere, isEnabled, isChosen, forLead, ...properties } = action;
  return {
    ...properties,
    title: (t: TranslateAction) => title(t, stores),
    isThere: () => isThere?.(stores) ?? true,
    isEnabled: () => isEnabled?.(stores) ?? true,
    canBeDone: () => canBeDone(action, stores),
    /** Undefined if it is not one of several choices. */
    isChosen: () => isChosen?.(stores),
    run: () => runAction(action, stores),
    ...(forLead !== undefined && {
      forLead: {
        title: forLead.title,
        isOffered: forLead.isOffered ?? (() => true),
        run: (lead: LeadRow) => forLead.run(stores, lead),
      },
    }),
  };
};

/** An action bound to the window's stores. */
export type BoundAction = ReturnType<typeof bind<PlatformStores>>;

export type Registry = {
  readonly actions: readonly BoundAction[];
  readonly find: (id: string) => BoundAction | undefined;
  /** The key of an action, for its button. */
  readonly getHint: (id: string) => Hint;
};

export const createRegistry = <S extends PlatformStores>(
  all: readonly Action<S>[],
  stores: S,
): Registry => {
  const actions = all.map((action) => bind(action, stores));
  const byID = new Map(actions.map((action) => [action.id, action]));
  return {
    actions,
    find: (id) => byID.get(id),
    getHint: (id) => createHint(byID.get(id)?.keys ?? []),
  };
};

export const [RegistryProvider, useActions] = createRequiredContext<Registry>('the actions');
