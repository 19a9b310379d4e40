/** The saved replies in the professional's order, which is also the order of their keys. */
import { IconPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type {
  SavedReply,
  SavedReplyID,
  SavedReplyScope,
} from '../../contract/commands/saved-replies.ts';
import { useSavedReplyStores } from './reply-editor.ts';
import { useCounts } from '../leads/counts.ts';
import { TemplateText } from '../leads/template-text.tsx';
import { MoveButtons } from '../ui/move-buttons.tsx';
import styles from './saved-replies.module.css';

/** Returns a function that names a reply's scope and marks a business that no longer exists. */
export const useScopeWords = (): ((scope: SavedReplyScope) => string) => {
  const { t } = useTranslation('savedReplies');
  const { businesses, counts } = useCounts();
  return (scope) => {
    if (scope.for === 'all') return t('scope.all');
    if (scope.for === 'category') return scope.category;
    const here = businesses.find(({ businessID }) => businessID === scope.businessID);
    if (here !== undefined || counts === null) return here?.name ?? scope.businessName;
    return t('scope.gone', { name: scope.businessName });
  };
};

type ItemProps = { readonly reply: SavedReply; readonly open: SavedReplyID | null };

const Item = ({ reply, open }: ItemProps) => {
  const { t } = useTranslation('savedReplies');
  const { unsaved, choose } = useStore(useSavedReplyStores().replyEditor);
  const formatScope = useScopeWords();
  const { savedReplyID } = reply;
  const { name, text, scope, isPinned } = unsaved[savedReplyID] ?? reply;
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={savedReplyID === open ? 'true' : undefined}
      onClick={() => choose(savedReplyID)}
    >
      <span className={styles.name}>
        <bdi>{name.trim() || t('unnamed')}</bdi>
        {isPinned && <IconPin size={14} stroke={1.75} role="img" aria-label={t('pinned')} />}
      </span>
      <span className={styles.scope}>
        {unsaved[savedReplyID] !== undefined && (
          <span className={styles.unsaved}>{t('unsaved')}</span>
        )}
        <bdi>{scope.for === 'all' ? <TemplateText text={text} /> : formatScope(scope)}</bdi>
      </span>
    </button>
  );
};

type Props = {
  readonly replies: readonly SavedReply[];
  /** New replies, never saved. */
  readonly newReplies: readonly SavedReply[];
  /** The template of clicked times, which is not part of the order. */
  readonly offered: SavedReply;
  readonly open: SavedReplyID | null;
};

export const ReplyList = ({ replies, newReplies, offered, open }: Props) => {
  const { t } = useTranslation('savedReplies');
  const { replyEditor } = useSavedReplyStores();
  const at = replies.findIndex(({ savedReplyID }) => savedReplyID === open);
  const move = (reply: SavedReply, to: number): void => {
    const { choose, reorder } = replyEditor.getState();
    // Without a choice the first reply is open, which may become another one.
    choose(reply.savedReplyID);
    void reorder(replies.toSpliced(at, 1).toSpliced(to, 0, reply));
  };

  return (
    <>
      <ul className={styles.list} aria-label={t('title')}>
        {[...replies, ...newReplies].map((reply, index) => (
          <li key={reply.savedReplyID} data-saved-reply={reply.savedReplyID}>
            <Item reply={reply} open={open} />
            {index === at && (
              <span className={styles.move}>
                <MoveButtons at={at} count={replies.length} onMove={(to) => move(reply, to)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <ul className={styles.list} aria-label={t('offeredTime.list')}>
        <li data-saved-reply={offered.savedReplyID}>
          <Item reply={offered} open={open} />
        </li>
      </ul>
    </>
  );
};
