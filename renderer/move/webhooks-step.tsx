/** Third step: the new account's webhooks are repaired, or the move continues without them. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { useStepAction, useMove } from './move.ts';
import { usePlatform, type PlatformStores } from '../platform/stores.ts';
import {
  canFindByPolling,
  chooseWebhookTone,
  chooseWebhookWord,
  type WebhookWord,
} from '../accounts/lead-flow.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { deriveWebhooksState } from './steps.ts';
import styles from './move.module.css';

/** Opens the connection page and scrolls to its tunnel section, unless the page is left first. */
const showTunnel = ({ session }: Pick<PlatformStores, 'session'>): void => {
  const watcher = new MutationObserver(() => {
    const title = document.getElementById('tunnel-title');
    if (title === null) return;
    title.scrollIntoView();
    end();
  });
  session.getState().go('connection');
  const unsubscribe = session.subscribe(({ screen }) => {
    if (screen !== 'connection') end();
  });
  const end = (): void => {
    watcher.disconnect();
    unsubscribe();
  };
  watcher.observe(document.body, { childList: true, subtree: true });
};

type Webhook = ConnectionReport['webhooks'][number];

const Business = ({ webhook, word }: { readonly webhook: Webhook; readonly word: WebhookWord }) => {
  const { t } = useTranslation();
  const tone = chooseWebhookTone(word);
  const Icon =
    tone === 'bad' ? IconAlertTriangle : tone === 'good' ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-webhook={word} data-tone={tone === 'bad' ? 'bad' : undefined}>
      <Icon size={16} aria-hidden />
      <div>
        <bdi>{t(`connection.webhooks.${word}`, { business: webhook.businessName })}</bdi>
        {webhook.reason !== null && (
          <p>
            {t(`errors.${webhook.reason.code}.what`)} {t(`errors.${webhook.reason.code}.act`)}
          </p>
        )}
      </div>
    </li>
  );
};

export const WebhooksStep = ({ newAccount }: { readonly newAccount: Account }) => {
  const { t } = useTranslation('move');
  const { report, check, choose } = useMove();
  const { isBusy, error } = useStepAction('webhooks');
  const stores = usePlatform();
  const state = deriveWebhooksState(report);
  const repair = async (): Promise<void> => {
    await check(newAccount.accountID);
    await stores.queries.refetch('connection.report');
  };
  return (
    <>
      <p>
        {t(
          state !== 'unreachable'
            ? 'webhooks.text'
            : canFindByPolling(newAccount, report)
              ? 'webhooks.unreachable'
              : 'webhooks.unreachableUnlisted',
        )}
      </p>
      {state === 'looking' && (
        <p role="status" className={styles.busy}>
          <Spinner />
          {t('webhooks.looking')}
        </p>
      )}
      {state !== 'looking' && (
        <ul className={styles.webhooks}>
          {report?.webhooks.map((webhook) => (
            <Business
              key={webhook.businessID}
              webhook={webhook}
              word={chooseWebhookWord(newAccount, report, webhook.state)}
            />
          ))}
        </ul>
      )}
      <FailureBox error={error} />
      <div className={styles.actions}>
        {state === 'unreachable' && (
          <Button variant="filled" onClick={() => showTunnel(stores)}>
            {t('webhooks.setUp')}
          </Button>
        )}
        <Button
          variant={state === 'broken' ? 'filled' : 'default'}
          disabled={isBusy}
          onClick={() => void repair()}
        >
          {t(
            isBusy
              ? 'webhooks.checking'
              : state === 'broken'
                ? 'webhooks.repair'
                : 'webhooks.check',
          )}
        </Button>
        <Button variant="subtle" onClick={() => void choose('webhooks', { withoutWebhooks: true })}>
          {t('webhooks.without')}
        </Button>
      </div>
    </>
  );
};
