/** Reports businesses without instant delivery and repairs all their webhooks with one button. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhooksOfOwner } from '../../contract/commands/webhooks.ts';
import { useSession } from '../platform/stores.ts';
import { isBroken } from '../accounts/lead-flow.ts';
import { useAccount, useWebhooks, WebhookFailure } from './account.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import tones from '../ui/card.module.css';
import styles from './webhooks.module.css';

/** Shown if the service cannot reach this computer, which needs a setup instead of a repair. */
const Unreachable = () => {
  const { t } = useTranslation('webhooks');
  const { canFindMissedLeads } = useAccount();
  const go = useSession((state) => state.go);
  return (
    <div className={styles.notice} data-tone="plain">
      <IconInfoCircle size={18} className={tones.mild} aria-hidden />
      <div>
        <h2>{t('repair.impossibleTitle')}</h2>
        <p>{t(canFindMissedLeads ? 'repair.impossible' : 'repair.impossibleUnlisted')}</p>
      </div>
      <Button onClick={() => go('connection')}>{t('repair.connection')}</Button>
    </div>
  );
};

const Result = () => {
  const { t, i18n } = useTranslation(['webhooks', 'translation']);
  const repair = useWebhooks((state) => state.repair);
  const results = useRef<HTMLDivElement>(null);
  // After a complete repair the button that had the focus is gone.
  useEffect(() => {
    if (repair?.state === 'done' && document.activeElement === document.body)
      results.current?.focus();
  }, [repair]);
  if (repair === null || repair.state === 'running') return null;
  if (repair.state === 'failed') return <WebhookFailure error={repair.error} />;
  const repaired = repair.businesses.filter((each) => each.repaired).map(({ name }) => name);
  const others = repair.businesses.filter((each) => !each.repaired);
  return (
    <div ref={results} role="status" tabIndex={-1} className={styles.results}>
      {repaired.length > 0 && (
        <p className={styles.result} data-repaired>
          <IconCircleCheck size={18} className={tones.good} aria-hidden />
          <bdi>
            {t('repair.done', {
              count: repaired.length,
              businesses: new Intl.ListFormat(i18n.language).format(repaired),
            })}
          </bdi>
        </p>
      )}
      {others.map(({ name, reason }) => (
        <p key={name} className={styles.result}>
          <IconAlertTriangle size={18} className={tones.bad} aria-hidden />
          <span>
            <bdi>{t('repair.partly', { business: name })}</bdi>{' '}
            {reason !== null &&
              `${t(`translation:errors.${reason.code}.what`)} ${t(`translation:errors.${reason.code}.act`)}`}
          </span>
        </p>
      ))}
    </div>
  );
};

export const Repair = ({ owners }: { readonly owners: readonly WebhooksOfOwner[] }) => {
  const { t } = useTranslation('webhooks');
  const { webhooks, canFindMissedLeads } = useAccount();
  const isRunning = useWebhooks((state) => state.repair?.state === 'running');
  const states = owners.flatMap(({ state }) => (state === null ? [] : [state]));
  const broken = states.filter(isBroken).length;
  return (
    <>
      {states.includes('not_possible') && <Unreachable />}
      {broken > 0 && (
        <section className={styles.notice} data-tone="bad" aria-label={t('repair.action')}>
          <IconAlertTriangle size={18} className={tones.bad} aria-hidden />
          <div>
            <h2>{t('repair.title', { count: broken })}</h2>
            <p>{t(canFindMissedLeads ? 'repair.text' : 'repair.textUnlisted')}</p>
            {isRunning && (
              <p role="status" className={styles.working}>
                <Spinner />
                {t('repair.running')}
              </p>
            )}
          </div>
          <BusyButton
            variant="filled"
            busy={isRunning}
            onClick={() => void webhooks.getState().repairAll()}
          >
            {t('repair.action')}
          </BusyButton>
        </section>
      )}
      <Result />
    </>
  );
};
