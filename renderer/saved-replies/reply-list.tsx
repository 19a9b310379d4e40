/** The saved replies in the professional's order, which is also the order of their keys. */
import { IconArrowDown, IconArrowUp, IconPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type {
  SavedReply,
  SavedReplyID,
  SavedReplyScope,
} from '../../contract/commands/saved-replies.ts';
import { useSavedReplyStores } from './stores.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useCounts } from '../leads/counts.ts';
import { TemplateText } from '../leads/template-text.tsx';
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

type ItemProps = {
  readonly reply: SavedReply;
  readonly isUnsaved: boolean;
  readonly isOpen: boolean;
};

const Item = ({ reply, isUnsaved, isOpen }: ItemProps) => {
  const { t } = useTranslation('savedReplies');
  const { replyEditor } = useSavedReplyStores();
  const scopeWords = useScopeWords();
  const { savedReplyID, name, text, scope, isPinned } = reply;
  return (
    <button
      type="button"
      className={styles.item}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => replyEditor.getState().choose(savedReplyID)}
    >
      <span className={styles.name}>
        <bdi>{name.trim() || t('unnamed')}</bdi>
        {isPinned && <IconPin size={14} stroke={1.75} role="img" aria-label={t('pinned')} />}
      </span>
      <span className={styles.scope}>
        {isUnsaved && <span className={styles.unsaved}>{t('unsaved')}</span>}
        <bdi>{scope.for === 'all' ? <TemplateText text={text} /> : scopeWords(scope)}</bdi>
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
  const unsaved = useStore(replyEditor, (state) => state.unsaved);
  const at = replies.findIndex(({ savedReplyID }) => savedReplyID === open);

  const move = (savedReplyID: SavedReplyID, to: number): void => {
    const others = replies
      .map((reply) => reply.savedReplyID)
      .filter((each) => each !== savedReplyID);
    void replyEditor.getState().reorder(others.toSpliced(to, 0, savedReplyID));
  };

  return (
    <>
      <ul className={styles.list} aria-label={t('title')}>
        {[...replies, ...newReplies].map((reply, index) => (
          <li key={reply.savedReplyID} data-saved-reply={reply.savedReplyID}>
            <Item
              reply={unsaved[reply.savedReplyID] ?? reply}
              isUnsaved={unsaved[reply.savedReplyID] !== undefined}
              isOpen={reply.savedReplyID === open}
            />
            {index === at && replies.length > 1 && (
              <span className={styles.move}>
                {at > 0 && (
                  <IconButton label={t('up')} onClick={() => move(reply.savedReplyID, at - 1)}>
                    <IconArrowUp size={16} stroke={1.75} />
                  </IconButton>
                )}
                {at < replies.length - 1 && (
                  <IconButton label={t('down')} onClick={() => move(reply.savedReplyID, at + 1)}>
                    <IconArrowDown size={16} stroke={1.75} />
                  </IconButton>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <ul className={styles.list} aria-label={t('offeredTime.list')}>
        <li data-saved-reply={offered.savedReplyID}>
          <Item
            reply={unsaved[offered.savedReplyID] ?? offered}
            isUnsaved={unsaved[offered.savedReplyID] !== undefined}
            isOpen={offered.savedReplyID === open}
          />
        </li>
      </ul>
    </>
  );
};
