/** Saved replies: the list, and a form for the selected one. */
import { Button } from '@mantine/core';
import { IconMessageBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import { maxSavedReplies } from '../../contract/limits.ts';
import { getOfferedTime, offeredTimeID, omitOfferedTime } from '../leads/saved-replies.ts';
import { useSavedReplyStores } from './reply-editor.ts';
import { useReplyWords } from '../leads/use-reply-language.ts';
import { useMember } from '../leads/team.ts';
import { useAnswer } from '../platform/use-answer.ts';
import bench from '../ui/bench.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { AddStarters } from '../leads/add-starters.tsx';
import { ReplyForm } from './reply-form.tsx';
import { ReplyList } from './reply-list.tsx';
import styles from './saved-replies.module.css';

const Bench = ({ replies: all }: { readonly replies: readonly SavedReply[] }) => {
  const { t, i18n } = useTranslation('savedReplies');
  const replies = omitOfferedTime(all);
  const offered = getOfferedTime(all, i18n);
  // Loads the texts of both languages for the template of clicked times.
  useReplyWords();
  const { replyEditor } = useSavedReplyStores();
  const { open: chosen, unsaved, createReply, choose } = useStore(replyEditor);
  const open = chosen ?? replies[0]?.savedReplyID ?? null;
  const saved = all.find(({ savedReplyID }) => savedReplyID === open);
  const isOffered = open === offeredTimeID;
  const edited = open === null ? undefined : (unsaved[open] ?? (isOffered ? offered : saved));
  const isFull = replies.length >= maxSavedReplies;
  const newReplies = omitOfferedTime(Object.values(unsaved)).filter(({ savedReplyID }) =>
    replies.every((reply) => reply.savedReplyID !== savedReplyID),
  );
  if (replies.length === 0 && newReplies.length === 0 && !isOffered)
    return (
      <EmptyState icon={IconMessageBolt} title={t('empty.title')} text={t('empty.text')}>
        <div className={styles.begin}>
          <AddStarters />
          <Button variant="subtle" onClick={createReply}>
            {t('empty.write')}
          </Button>
          <Button variant="subtle" onClick={() => choose(offeredTimeID)}>
            {t('empty.offeredTime')}
          </Button>
        </div>
      </EmptyState>
    );
  return (
    <div className={bench.bench}>
      <div className={styles.side}>
        <ReplyList replies={replies} newReplies={newReplies} offered={offered} open={open} />
        <Button disabled={isFull} onClick={createReply}>
          {t('new')}
        </Button>
      </div>
      {edited !== undefined && (
        <ReplyForm
          key={edited.savedReplyID}
          reply={edited}
          saved={saved ?? null}
          position={all.findIndex(({ savedReplyID }) => savedReplyID === open)}
        />
      )}
    </div>
  );
};

export const SavedRepliesPage = () => {
  const { t } = useTranslation('savedReplies');
  const answer = useAnswer('savedReplies.list', {});
  const isMember = useMember()?.role === 'member';
  return (
    <Page title={t('title')} text={t('text')} wide>
      {isMember && <p className={styles.owners}>{t('ownersOnly')}</p>}
      <Loading answer={answer} queries={['savedReplies.list']} mt={24} />
      {answer.value !== undefined && <Bench replies={answer.value.replies} />}
    </Page>
  );
};
