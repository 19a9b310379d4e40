/** Fourth step: how the new account's businesses tell this computer about leads; it mends itself, or is gone without. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { AccountID, ConnectionReport } from '../../contract/records.ts';
import type { MoveState } from '../state/move.ts';
import { useStores } from '../state/stores.ts';
import { Problem } from '../ui/problem.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { showTunnel } from './show-tunnel.ts';
import { webhooksStanding } from './steps.ts';
import styles from './move.module.css';

type Hook = ConnectionReport['webhooks'][number];

/** A webhook in order brings nothing while the way that it leads by is down. */
const nowOf = (hook: Hook, reachable: boolean): Hook =>
  hook.state === 'active' && !reachable ? { ...hook, state: 'not_possible' } : hook;

const Business = ({ hook }: { readonly hook: Hook }) => {
  const { t } = useTranslation();
  const Icon =
    hook.state === 'active'
      ? IconCircleCheck
      : hook.state === 'not_possible'
        ? IconCircleDashed
        : IconAlertTriangle;
  return (
    <li data-webhook={hook.state}>
      <Icon size={16} aria-hidden />
      <div>
        <bdi>{t(`connection.webhooks.${hook.state}`, { business: hook.businessName })}</bdi>
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
  const trouble = useStore(store, (state) => state.trouble);
  const stores = useStores();
  const standing = webhooksStanding(report);
  const { check, choose } = store.getState();
  const mend = async (): Promise<void> => {
    await check(to);
    await stores.queries.reread('connection.report');
  };
  return (
    <>
      <p>{t(standing === 'unreachable' ? 'webhooks.unreachable' : 'webhooks.text')}</p>
      {standing === 'looking' && (
        <p role="status" className={styles.busy}>
          <Spinner />
          {t('webhooks.looking')}
        </p>
      )}
      {standing !== 'looking' && (
        <ul className={styles.hooks}>
          {report?.webhooks.map((hook) => (
            <Business key={hook.businessID} hook={nowOf(hook, report.receiver.reachable)} />
          ))}
        </ul>
      )}
      {trouble?.step === 'webhooks' && <Problem error={trouble.error} />}
      <div className={styles.actions}>
        {standing === 'unreachable' && (
          <Button variant="filled" onClick={() => showTunnel(stores)}>
            {t('webhooks.setUp')}
          </Button>
        )}
        <Button
          variant={standing === 'broken' ? 'filled' : 'default'}
          disabled={busy}
          onClick={() => void mend()}
        >
          {t(
            busy ? 'webhooks.checking' : standing === 'broken' ? 'webhooks.mend' : 'webhooks.check',
          )}
        </Button>
        <Button variant="subtle" onClick={() => void choose('webhooks', { withoutWebhooks: true })}>
          {t('webhooks.without')}
        </Button>
      </div>
    </>
  );
};
