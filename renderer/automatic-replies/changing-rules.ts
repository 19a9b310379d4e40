/** Removes and moves rules. */
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import { errorOf } from '../platform/bridge.ts';
import type { PlatformStores } from '../platform/stores.ts';

/** Removes a rule; undo restores it and its position. */
export const removeRule = async (
  { bridge, toasts, undoStack }: PlatformStores,
  rule: AutomaticRule,
  rules: readonly AutomaticRule[],
): Promise<void> => {
  const { ruleID, name } = rule;
  const removed = bridge.invoke('automaticReplies.remove', { ruleID });
  undoStack.pushPending(removed, () => ({
    toast: { kind: 'done', getText: (t) => t('automatic.removed', { name }) },
    undo: async () => {
      const error = await errorOf(bridge.invoke('automaticReplies.save', rule));
      const ruleIDs = rules.map((each) => each.ruleID);
      return error ?? (await errorOf(bridge.invoke('automaticReplies.reorder', { ruleIDs })));
    },
  }));
  const error = await errorOf(removed);
  if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
};

export const moveRule = (
  { act }: PlatformStores,
  { ruleID }: AutomaticRule,
  rules: readonly AutomaticRule[],
  to: number,
): void => {
  const others = rules.map((each) => each.ruleID).filter((each) => each !== ruleID);
  void act('automaticReplies.reorder', { ruleIDs: others.toSpliced(to, 0, ruleID) });
};
