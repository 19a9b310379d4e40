/** A failed or unconfirmed reply: the reason, in the marketplace's words if any, and the remedies. */
import { Button } from '@mantine/core';
import { IconAlertCircleFilled, IconHelpCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { Message } from '../../contract/records.ts';
import { useAnsweredBy } from './send-failure.tsx';
import { useThreadStores } from './stores.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useFocusNext } from '../ui/focus-back.ts';
import styles from './message.module.css';

type Props = {
  readonly message: Message;
  /** Null while the app checks whether the reply has arrived. */
  readonly reason: Failure | null;
};

const Reason = ({ reason }: { readonly reason: Failure }) => {
  const { t } = useTranslation();
  const { code, detail, status, traceID } = reason;
  const answeredBy = useAnsweredBy(reason);
  // Without a status the marketplace has not answered.
  const isTheirs = detail !== undefined && status !== undefined;
  return (
    <>
      {(!isTheirs || code === 'outcome_unknown') && (
        <p>{code === 'colleague_answered' ? answeredBy : t(`errors.${code}.what`)}</p>
      )}
      {isTheirs && (
        <p>
          {t('message.reason')}{' '}
          <q>
            <bdi>{detail}</bdi>
          </q>
        </p>
      )}
      {traceID !== undefined && (
        <p className={styles.trace}>
          <bdi>{t('common.trace', { id: traceID })}</bdi>
          <CopyButton text={traceID} label={t('common.copyTrace')} />
        </p>
      )}
    </>
  );
};

type ActProps = { readonly label: string; readonly onClick: () => void };
const Act = ({ label, onClick }: ActProps) => (
  <Button size="compact-sm" onClick={onClick}>
    {label}
  </Button>
);

export const SendingProblem = ({ message: { messageID, leadID }, reason }: Props) => {
  const { t } = useTranslation();
  const { replying } = useThreadStores();
  const [isConfirming, setConfirming] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusNext(box);
  const isUnknown = reason === null || reason.code === 'outcome_unknown';
  const isHeldBack = reason?.code === 'customer_wrote' || reason?.code === 'colleague_answered';
  const Icon = isUnknown ? IconHelpCircle : IconAlertCircleFilled;
  const discard = (): void => void replying.discard(messageID);
  const edit = (): void => void replying.undo(messageID, leadID);
  return (
    <div ref={box} className={styles.problem} data-tone={isUnknown ? 'warning' : 'danger'}>
      <p className={styles.problemTitle}>
        <Icon size={16} aria-hidden />
        {isUnknown
          ? t('message.notConfirmed')
          : isHeldBack
            ? t('message.heldBack')
            : t('message.notSent')}
      </p>
      {reason === null ? <p>{t('message.stillAsked')}</p> : <Reason reason={reason} />}
      {isConfirming ? (
        // The customer may receive it twice.
        <div role="group" aria-label={t('message.sendAgain')} className={styles.acts}>
          <span>{t('message.twice')}</span>
          <Act
            label={t('message.sendAnyway')}
            onClick={() => {
              setConfirming(false);
              // A reply that is being checked is sent without another check.
              void replying.retry(messageID, reason === null);
            }}
          />
          <Act label={t('common.cancel')} onClick={() => setConfirming(false)} />
        </div>
      ) : (
        <div className={styles.acts}>
          {reason === null && (
            <Act label={t('message.checkNow')} onClick={() => void replying.retry(messageID)} />
          )}
          {isUnknown ? (
            <Act label={t('message.sendAgain')} onClick={() => setConfirming(true)} />
          ) : (
            <Act
              label={isHeldBack ? t('message.sendNow') : t('message.retry')}
              onClick={() => void replying.retry(messageID)}
            />
          )}
          {reason !== null && <Act label={t('message.edit')} onClick={edit} />}
          <Act label={t('message.discard')} onClick={discard} />
        </div>
      )}
    </div>
  );
};
