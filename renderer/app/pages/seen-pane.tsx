/**
 * Shows a lead with the inbox's components on the staging page. With its separate session, undoing a reply
 * returns to this composer instead of the inbox's. After sending, the lead stays open.
 */
import { SegmentedControl } from '@mantine/core';
import { IconInbox, IconMessages } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID } from '../../../contract/records.ts';
import { showLead } from '../../leads/lead-records.ts';
import { createReplying } from '../../thread/replying.ts';
import { createStayingSendWays } from '../../thread/send-ways.ts';
import { createSession } from '../../platform/session.ts';
import { StoresProvider } from '../stores-provider.tsx';
import { useConversation } from '../../leads/stores.ts';
import { useStores } from '../stores.ts';
import { Composer } from '../../thread/composer.tsx';
import { Conversation, MessageAnnouncer } from '../../thread/conversation.tsx';
import { Facts } from '../../thread/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureBox } from '../../ui/failure-box.tsx';
import { Pane } from '../../staging/pane.tsx';
import thread from '../../thread/thread.module.css';
import styles from '../../staging/staging.module.css';

type View = 'conversation' | 'facts';

const Lead = ({ leadID, view }: { readonly leadID: LeadID; readonly view: View }) => {
  const { t } = useTranslation();
  const details = useConversation((state) => state.details);
  const error = useConversation((state) => state.error);
  const refetch = useConversation((state) => state.refetch);
  if (error !== null) return <FailureBox error={error} retry={() => void refetch()} />;
  if (details?.row.leadID !== leadID) return null;
  return (
    <div className={styles.lead} data-view={view}>
      <section className={thread.thread} aria-label={t('thread.pane')} data-lead={leadID}>
        <Conversation key={leadID} details={details} />
        <MessageAnnouncer />
        <Composer key={`composer-${leadID}`} details={details} />
      </section>
      <div className={styles.about}>
        <Facts details={details} />
      </div>
    </div>
  );
};

export const SeenPane = ({ leadID }: { readonly leadID: LeadID | null }) => {
  const { t } = useTranslation('staging');
  const stores = useStores();
  const { leads } = stores;
  const [view, setView] = useState<View>('conversation');
  const inner = useMemo(() => {
    const session = createSession();
    const replying = createReplying({ ...stores, session });
    return { ...stores, session, replying, sendWays: createStayingSendWays(replying) };
  }, [stores]);
  // The conversation follows the selected lead.
  useEffect(() => {
    if (leadID !== null) leads.getState().select(leadID);
  }, [leadID, leads]);
  return (
    <Pane
      name="seen"
      title={t('seen.title')}
      hasOwnScroll
      actions={
        leadID !== null && (
          <>
            <SegmentedControl
              className={styles.views ?? ''}
              aria-label={t('seen.views')}
              value={view}
              data={[
                { value: 'conversation', label: t('seen.conversation') },
                { value: 'facts', label: t('seen.facts') },
              ]}
              onChange={setView}
            />
            <IconButton label={t('seen.open')} onClick={() => showLead(stores, leadID)}>
              <IconInbox size={18} stroke={1.75} />
            </IconButton>
          </>
        )
      }
    >
      {leadID === null ? (
        <EmptyState icon={IconMessages} title={t('seen.none.title')} text={t('seen.none.text')} />
      ) : (
        <StoresProvider stores={inner}>
          <Lead leadID={leadID} view={view} />
        </StoresProvider>
      )}
    </Pane>
  );
};
