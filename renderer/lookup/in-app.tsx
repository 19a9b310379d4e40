/** The leads and messages of a response, each next to the columns that the app stores. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParsedRecord } from '../../contract/commands/lookup.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import { showLead } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { RecordLines } from '../ui/record-lines.tsx';
import { StoredColumns } from '../ui/stored-columns.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { useRequest } from '../ui/use-dialog.ts';
import styles from './outcome.module.css';

type Adding = {
  /** Imports a lead into the inbox. */
  readonly onAdd: (negotiationID: string) => Promise<Answer<unknown>>;
  readonly failure: (error: Failure) => ReactNode;
};

/** The lead in the inbox with a link, or a button to import it. */
const InInbox = ({ of: kind, leadID, negotiationID, onAdd, failure }: ParsedRecord & Adding) => {
  const { t } = useTranslation('lookup');
  const stores = useLeadStores();
  const { busy, error, run } = useRequest();
  if (leadID !== null)
    return (
      <p className={styles.inbox}>
        {t(`inbox.${kind}.held`)}
        <Button onClick={() => showLead(stores, leadID)}>{t('inbox.open')}</Button>
      </p>
    );
  if (negotiationID === null) return null;
  return (
    <>
      <p className={styles.inbox}>
        {t(`inbox.${kind}.missing`)}
        <BusyButton variant="filled" busy={busy} onClick={() => void run(onAdd(negotiationID))}>
          {t(busy ? 'inbox.adding' : `inbox.${kind}.add`)}
        </BusyButton>
      </p>
      {error !== null && failure(error)}
    </>
  );
};

const Item = ({ item, ...adding }: Adding & { readonly item: ParsedRecord }) => {
  const { t } = useTranslation('lookup');
  return (
    <li className={styles.item}>
      <InInbox {...item} {...adding} />
      {item.reason !== null && (
        <p role="note" className={styles.unread}>
          {t('unread')} <bdi className={styles.mono}>{item.reason}</bdi>
        </p>
      )}
      <div className={styles.beside}>
        <section aria-label={t('came')}>
          <h3>{t('came')}</h3>
          <RecordLines record={item.record} fields={item.fields} isStored={item.of === 'lead'} />
        </section>
        {item.reason === null && (
          <section aria-label={t('stored')}>
            <h3>{t('stored')}</h3>
            <StoredColumns columns={item.columns} />
          </section>
        )}
      </div>
    </li>
  );
};

type Props = Adding & { readonly parsedRecords: readonly ParsedRecord[] };

export const InApp = ({ parsedRecords, ...adding }: Props) => (
  <ul>
    {parsedRecords.map((item, index) => (
      <Item key={index} item={item} {...adding} />
    ))}
  </ul>
);
