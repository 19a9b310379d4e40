/** The buttons of a rule in its list, and Undo for a removed rule. */
import { IconArrowDown, IconArrowUp, IconEdit, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/errors.ts';
import { errorOf } from '../platform/bridge.ts';
import type { PlatformStores } from '../platform/stores.ts';
import type { UndoableAction } from '../platform/undo.ts';
import { IconButton } from '../ui/icon-button.tsx';

type Props = {
  /** Position of the rule among `count` rules. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

export const RuleButtons = ({ at, count, onMove, onEdit, onRemove }: Props) => {
  const { t } = useTranslation('automaticReplies');
  const buttons = [
    ...(at > 0 ? [['up', IconArrowUp, () => onMove(at - 1)] as const] : []),
    ...(at < count - 1 ? [['down', IconArrowDown, () => onMove(at + 1)] as const] : []),
    ['edit', IconEdit, onEdit] as const,
    ['remove', IconTrash, onRemove] as const,
  ];
  return buttons.map(([name, Icon, onClick]) => (
    <IconButton key={name} label={t(name)} onClick={onClick}>
      <Icon size={16} stroke={1.75} />
    </IconButton>
  ));
};

/** Offers to undo a removal by `action`, or shows the removal's failure in a toast. */
export const followRemoval = async (
  { toasts, undoStack }: PlatformStores,
  removed: Promise<Answer<unknown>>,
  action: UndoableAction,
): Promise<void> => {
  undoStack.pushPending(removed, () => action);
  const error = await errorOf(removed);
  if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
};
