/** The stored data of a test lead: columns, messages, and the service's record. */
import { Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { StagingPreview } from '../../contract/commands/staging.ts';
import type { LeadID } from '../../contract/records.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { followReplies } from './staging-replies.ts';
import type { Staging, TestLead } from './staging.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { RecordLines } from '../ui/record-lines.tsx';
import { StoredColumns } from '../ui/stored-columns.tsx';
import { useLate } from '../ui/late.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Pane, StagingFailure } from './pane.tsx';
import styles from './staging.module.css';

type MessagesProps = {
  readonly preview: StagingPreview;
  /** Ids of the replies that the service shows. */
  readonly seen: readonly string[];
  /** True if the service assigns ids to replies. */
  readonly hasIDs: boolean;
};

const Messages = ({ preview, seen, hasIDs }: MessagesProps) => {
  const { t } = useTranslation(['staging', 'translation']);
  const deriveStage = (serviceID: string | null): 'local' | 'accepted' | 'seen' => {
    if (serviceID === null) return 'local';
    return seen.includes(serviceID) ? 'seen' : 'accepted';
  };
  return (
    <>
      <h3>{t('stored.messages')}</h3>
      {preview.messages.length === 0 && <p className={styles.note}>{t('stored.noMessages')}</p>}
      <ul className={styles.messages}>
        {preview.messages.map(({ messageID, serviceID, side, text }) => (
          <li key={messageID} data-stage={side === 'business' ? deriveStage(serviceID) : undefined}>
            <p>
              <bdi>{text || t('translation:list.noWords')}</bdi>
            </p>
            <p className={styles.note}>
              {t(`stored.sides.${side}`)} ·{' '}
              {serviceID === null ? (
                t(hasIDs ? 'stored.noIDYet' : 'stored.noID')
              ) : (
                <bdi className={styles.mono}>{serviceID}</bdi>
              )}
              {side === 'business' && deriveStage(serviceID) === 'seen' && (
                <strong> · {t('stored.seen')}</strong>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
};

type StoredProps = { readonly lead: TestLead; readonly leadID: LeadID };

const Stored = ({ lead, leadID }: StoredProps) => {
  const { t } = useTranslation('staging');
  const { queries } = usePlatform();
  const { accountID, interface: generation } = lead;
  const { value: preview, error } = useAnswer('staging.preview', { accountID, leadID });
  const thread = useAnswer('staging.thread', { accountID, leadID }, false);
  useEffect(
    () => followReplies(queries, { accountID, interface: generation, leadID }),
    [queries, accountID, generation, leadID],
  );
  // A new preview also updates the service's conversation.
  const retry = (): void => void queries.refetch('staging.preview');
  return (
    <>
      <FailureBox error={error} retry={retry} />
      {preview !== undefined && (
        <>
          <h3>{t('stored.columns')}</h3>
          <StoredColumns columns={preview.columns} />
          <Messages
            preview={preview}
            seen={thread.value?.serviceIDs ?? []}
            hasIDs={getCapabilities(lead).canConfirmReplies}
          />
          <FailureBox error={thread.error} retry={retry} />
          {preview.record === null ? (
            <p className={styles.note}>{t('stored.noRecord')}</p>
          ) : (
            <>
              <h3>{t('stored.record')}</h3>
              <RecordLines record={preview.record} fields={preview.fields} isStored />
            </>
          )}
        </>
      )}
    </>
  );
};

type Props = { readonly staging: StoreApi<Staging>; readonly lead: TestLead };

export const StoredPane = ({ staging, lead }: Props) => {
  const { t } = useTranslation('staging');
  const isImporting = useStore(staging, (state) => state.importing.includes(lead.nth));
  const isLate = useLate(isImporting);
  const { importShown } = staging.getState();
  const { state } = lead.call.outcome;
  return (
    <Pane
      name="stored"
      title={t('stored.title')}
      busy={isImporting}
      actions={
        isLate ? (
          <Spinner />
        ) : (
          state === 'created' &&
          (getCapabilities(lead).canPollLeads || lead.leadID === null) && (
            <Button variant="subtle" onClick={() => void importShown()}>
              {t('stored.fetchAgain')}
            </Button>
          )
        )
      }
    >
      <StagingFailure
        of="ingest"
        error={lead.error}
        accountID={lead.accountID}
        retry={() => void importShown()}
      />
      {state !== 'created' && (
        <EmptyState
          icon={IconDatabase}
          title={t('stored.none.title')}
          text={t(`stored.none.${state}`)}
        />
      )}
      {lead.leadID !== null && <Stored lead={lead} leadID={lead.leadID} />}
    </Pane>
  );
};
