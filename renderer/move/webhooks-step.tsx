/** Third step: how the new account's businesses tell this computer about leads; it mends itself, or is gone without. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { ConnectionReport } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { MoveState } from '../state/move.ts';
import { useStores } from '../state/stores.ts';
import { isBroken, stateWhile } from '../state/webhook-health.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { showTunnel } from './show-tunnel.ts';
import { webhooksState } from './steps.ts';
import styles from './move.module.css';

type Hook = ConnectionReport['webhooks'][number];

const Business = ({ hook, reachable }: { readonly hook: Hook; readonly reachable: boolean }) => {
  const { t } = useTranslation();
  const state = stateWhile(reachable, hook.state);
  const Icon = isBroken(state)
    ? IconAlertTriangle
    : state === 'active'
      ? IconCircleCheck
      : IconCircleDashed;
  return (
    <li data-webhook={state} data-tone={isBroken(state) ? 'bad' : undefined}>
      <Icon size={16} aria-hidden />
      <div>
        <bdi>{t(`connection.webhooks.${state}`, { business: hook.businessName })}</bdi>
        {hook.reason !== null && (
          <p>
            {t(`errors.${hook.reason.code}.what`)} {t(`errors.${hook.reason.code}.act`)}
          </p>
        )}
      </div>
    </li>
  );
};

type Props = {
  readonly store: StoreApi<MoveState>;
  readonly to: AccountID;
  readonly report: ConnectionReport | null;
};

export const WebhooksStep = ({ store, to, report }: Props) => {
  const { t } = useTranslation('move');
  const busy = useStore(store, (state) => state.busy === 'webhooks');
  const failure = useStore(store, (state) => state.failure);
  const stores = useStores();
  const state = webhooksState(report);
  const { check, choose } = store.getState();
  const mend = async (): Promise<void> => {
    await check(to);
    await stores.queries.reread('connection.report');
  };
  return (
    <>
      <p>{t(state === 'unreachable' ? 'webhooks.unreachable' : 'webhooks.text')}</p>
      {state === 'looking' && (
        <p role="status" className={styles.busy}>
          <Spinner />
          {t('webhooks.looking')}
        </p>
      )}
      {state !== 'looking' && (
        <ul className={styles.hooks}>
          {report?.webhooks.map((hook) => (
            <Business key={hook.businessID} hook={hook} reachable={report.receiver.reachable} />
          ))}
        </ul>
      )}
      {failure?.step === 'webhooks' && <FailureBox error={failure.error} />}
      <div className={styles.actions}>
        {state === 'unreachable' && (
          <Button variant="filled" onClick={() => showTunnel(stores)}>
            {t('webhooks.setUp')}
          </Button>
        )}
        <Button
          variant={state === 'broken' ? 'filled' : 'default'}
          disabled={busy}
          onClick={() => void mend()}
        >
          {t(busy ? 'webhooks.checking' : state === 'broken' ? 'webhooks.mend' : 'webhooks.check')}
        </Button>
        <Button variant="subtle" onClick={() => void choose('webhooks', { withoutWebhooks: true })}>
          {t('webhooks.without')}
        </Button>
      </div>
    </>
  );
};
