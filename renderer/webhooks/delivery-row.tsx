/** One delivery, and its body and actions when it is open. */
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../contract/commands/webhooks.ts';
import { showLead } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDateAndTime, formatFileSize, toISOTime } from '../platform/format.ts';
import { Spinner } from '../ui/spinner.tsx';
import { useAge } from '../ui/time-words.ts';
import { cutInTheMiddle, indentJSON } from './body.ts';
import { findKindWord } from './kinds.ts';
import { useAccount, useDeliveries, WebhookFailure } from './account.tsx';
import styles from './webhooks.module.css';

const tones = { recorded: 'plain', applied: 'good', kept: 'plain', not_understood: 'bad' } as const;

/** Label of an event kind; an unknown kind is shown unchanged. */
const useKindLabel = (eventType: string): string => {
  const { t } = useTranslation('webhooks');
  const word = findKindWord(eventType);
  if (word !== null) return t(`kinds.${word}`);
  if (eventType.startsWith('answer:')) return t('deliveries.polled');
  return eventType === '' ? t('deliveries.unknownKind') : eventType;
};

const Body = ({ body }: { readonly body: string }) => {
  const { t } = useTranslation('webhooks');
  const { start, leftOut, end } = useMemo(() => cutInTheMiddle(indentJSON(body)), [body]);
  return (
    <figure className={styles.body}>
      <figcaption>
        {t('deliveries.body')}
        <CopyButton text={body} label={t('deliveries.copyBody')} />
      </figcaption>
      {/* Scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.code} role="region" aria-label={t('deliveries.body')} tabIndex={0}>
        <pre>{start}</pre>
        {leftOut > 0 && (
          <>
            <p className={styles.leftOut}>{t('deliveries.cut', { count: leftOut })}</p>
            <pre>{end}</pre>
          </>
        )}
      </div>
    </figure>
  );
};

/** Outcome of applying again: of the open delivery, or of all. */
export const Applied = ({ isOne }: { readonly isOne: boolean }) => {
  const { t } = useTranslation('webhooks');
  const applied = useDeliveries(({ opened, applied: outcome }) =>
    (opened !== null) === isOne ? outcome : null,
  );
  if (applied === null) return null;
  if (applied.state === 'failed') return <WebhookFailure error={applied.error} />;
  return (
    <p role="status" className={styles.working}>
      {applied.state === 'running' ? (
        <>
          <Spinner />
          {t('deliveries.applying')}
        </>
      ) : isOne && applied.notUnderstood === 0 ? (
        t('deliveries.appliedOne')
      ) : (
        <>
          {!isOne &&
            (applied.applied > 0 || applied.notUnderstood === 0) &&
            t('deliveries.applied', { count: applied.applied })}{' '}
          {applied.notUnderstood > 0 && t('deliveries.still', { count: applied.notUnderstood })}
        </>
      )}
    </p>
  );
};

type Props = { readonly delivery: Delivery };

const OpenDelivery = ({ delivery }: Props) => {
  const { t } = useTranslation('webhooks');
  const stores = useLeadStores();
  const { accountID } = useAccount().account;
  const { applied, apply } = useDeliveries((state) => state);
  const { leadID, state, reason, deliveryID } = delivery;
  const { value: whole, error } = useAnswer('deliveries.get', { accountID, deliveryID });
  return (
    <>
      <p>{t(`deliveries.explain.${state}`)}</p>
      {reason !== null && (
        <p className={styles.reason}>
          {t('deliveries.reason')}: <bdi>{reason}</bdi>
        </p>
      )}
      <div className={styles.buttons}>
        {whole?.body !== null && (
          <BusyButton busy={applied?.state === 'running'} onClick={() => void apply(deliveryID)}>
            {t('deliveries.apply')}
          </BusyButton>
        )}
        {leadID !== null && (
          <Button onClick={() => showLead(stores, leadID)}>{t('deliveries.openLead')}</Button>
        )}
        <Applied isOne />
      </div>
      <WebhookFailure error={error} />
      {whole?.body === null && <p className={styles.hint}>{t('deliveries.bodyRemoved')}</p>}
      {typeof whole?.body === 'string' && <Body body={whole.body} />}
    </>
  );
};

export const DeliveryRow = ({ delivery }: Props) => {
  const { t, i18n } = useTranslation('webhooks');
  const id = useId();
  const { deliveries } = useAccount();
  const isOpen = useDeliveries((state) => state.opened === delivery.deliveryID);
  const kind = useKindLabel(delivery.eventType);
  const age = useAge(delivery.receivedAt);
  const receivedAt = formatDateAndTime(delivery.receivedAt, i18n.language);
  const { customerName, businessName, times, state } = delivery;
  const about = [customerName, businessName].filter((part) => part !== '').join(' · ');
  return (
    <li
      className={styles.delivery}
      data-delivery-id={delivery.deliveryID}
      data-delivery-state={state}
    >
      <button
        type="button"
        className={styles.deliveryHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => deliveries.getState().open(isOpen ? null : delivery.deliveryID)}
      >
        <IconChevronRight size={16} className={styles.chevron} data-open={isOpen} aria-hidden />
        <span className={styles.kind} title={delivery.eventType}>
          <bdi>{kind}</bdi>
        </span>
        <span className={styles.about}>
          <bdi>{about}</bdi>
        </span>
        <span className={styles.times}>{times > 1 && t('deliveries.times', { count: times })}</span>
        <span className={styles.mark} data-tone={tones[state]}>
          {t(`deliveries.states.${state}`)}
        </span>
        <time className={styles.age} dateTime={toISOTime(delivery.receivedAt)}>
          {age}
        </time>
      </button>
      <div id={id} className={styles.opened} hidden={!isOpen}>
        {isOpen && (
          <>
            <p className={styles.hint}>
              {receivedAt} ·{' '}
              {delivery.eventType !== '' && (
                <>
                  <bdi>{delivery.eventType}</bdi> ·{' '}
                </>
              )}
              {formatFileSize(delivery.size, i18n.language)}
            </p>
            <OpenDelivery delivery={delivery} />
          </>
        )}
      </div>
    </li>
  );
};
