/** The buttons of a rule in its list, and Undo for a removed rule. */
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/errors.ts';
import { awaitFailure } from '../platform/bridge.ts';
import type { PlatformStores } from '../platform/stores.ts';
import type { UndoableAction } from '../platform/undo.ts';
import { useFocusNext } from '../ui/focus-back.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MoveButtons } from '../ui/move-buttons.tsx';
import styles from './automatic-replies.module.css';

type Props = {
  /** Position of the rule among `count` rules. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

export const RuleButtons = ({ onEdit, onRemove, ...move }: Props) => {
  const { t } = useTranslation('automaticReplies');
  const buttons = useRef<HTMLSpanElement>(null);
  useFocusNext(buttons);
  return (
    <span ref={buttons} className={styles.ends}>
      <MoveButtons {...move} />
      <IconButton label={t('edit')} onClick={onEdit}>
        <IconEdit size={16} stroke={1.75} />
      </IconButton>
      <IconButton label={t('remove')} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} />
      </IconButton>
    </span>
  );
};

/** Offers to undo a removal by `action`, or shows the removal's failure in a toast. */
export const followRemoval = async (
  { toasts, undoStack }: PlatformStores,
  removed: Promise<Answer<unknown>>,
  action: UndoableAction,
): Promise<void> => {
  undoStack.pushPending(removed, () => action);
  const error = await awaitFailure(removed);
  if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
};
