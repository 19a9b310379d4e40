/** Steps of registering many numbers: text, preview, sending and results. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { AccountID } from '../../contract/records.ts';
import { toSendable, type Bulk } from './bulk-send.ts';
import { BulkTable } from './bulk-table.tsx';
import { BulkText } from './bulk-text.tsx';
import { Refusal } from './refusal.tsx';
import { BackButton } from '../ui/back-button.tsx';
import styles from './bulk.module.css';

type Props = {
  readonly store: StoreApi<Bulk>;
  readonly accountID: AccountID;
  /** Closes this page and keeps the list. */
  readonly onBack: () => void;
  readonly onDone: () => void;
};

export const BulkSteps = ({ store, accountID, onBack, onDone }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const bulk = useStore(store);
  const { step, rows, sentCount, sendingCount, isStopping, error } = bulk;
  const summary = useRef<HTMLParagraphElement>(null);

  // The button of the previous step disappeared: the summary takes the focus and is read aloud.
  useEffect(() => {
    if (step !== 'write') summary.current?.focus();
  }, [step]);

  if (step === 'write')
    return (
      <>
        <p className={styles.back}>
          <BackButton label={t('bulk.back')} onClick={onBack} />
        </p>
        <BulkText text={bulk.text} onWrite={bulk.write} onPreview={() => void bulk.preview()} />
        <Refusal error={error} accountID={accountID} className={styles.block} />
      </>
    );

  const sendableCount = rows.filter((row) => toSendable(row) !== null).length;
  const addedCount = rows.filter(({ result }) => result?.state === 'added').length;
  const leftOutCount = rows.filter(({ result }) => result?.state === 'leftOut').length;
  const failures = rows.flatMap(({ result }) =>
    result !== null && 'error' in result ? [result.error] : [],
  );
  const mustSignIn = failures.find(({ code }) =>
    ['scope_missing', 'reconnect_needed'].includes(code),
  );
  const words = {
    preview: [
      sendableCount === 0 ? t('bulk.willNone') : t('bulk.willSend', { count: sendableCount }),
      rows.length > sendableCount ? t('bulk.leftOut', { count: rows.length - sendableCount }) : '',
    ],
    sending: [t('bulk.sending', { sent: sentCount, count: sendingCount })],
    result: [
      addedCount === 0 ? t('bulk.addedNone') : t('bulk.added', { count: addedCount }),
      sendableCount === 0 ? '' : t('bulk.notAdded', { count: sendableCount }),
      leftOutCount === 0 ? '' : t('bulk.wereLeftOut', { count: leftOutCount }),
    ],
  }[step];
  return (
    <>
      <div className={styles.bar}>
        <p ref={summary} tabIndex={-1} role="status" className={styles.summary}>
          {rows.length === 0 ? t('bulk.nothing') : words.join(' ')}
        </p>
        {step === 'preview' && (
          <>
            <Button onClick={bulk.back}>{t('bulk.edit')}</Button>
            {sendableCount > 0 && (
              <Button variant="filled" onClick={() => void bulk.send()}>
                {t('bulk.send', { count: sendableCount })}
              </Button>
            )}
          </>
        )}
        {step === 'sending' && (
          <>
            <progress
              className={styles.progress}
              aria-label={t('bulk.progress', { sent: sentCount, count: sendingCount })}
              max={sendingCount}
              value={sentCount}
            />
            <Button aria-disabled={isStopping} onClick={bulk.stop}>
              {isStopping ? t('bulk.stopping') : t('bulk.stop')}
            </Button>
          </>
        )}
        {step === 'result' && (
          <>
            {sendableCount > 0 && (
              <Button onClick={() => void bulk.send()}>
                {t('bulk.again', { count: sendableCount })}
              </Button>
            )}
            <Button variant="filled" onClick={onDone}>
              {t('bulk.done')}
            </Button>
          </>
        )}
      </div>
      <Refusal error={mustSignIn ?? null} accountID={accountID} className={styles.block} />
      {rows.length > 0 && <BulkTable rows={rows} isPreview={step === 'preview'} />}
    </>
  );
};
