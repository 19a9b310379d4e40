/** Shows the state of one account: sign-in, service, webhooks, polling, history and replies. */
import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import {
  deriveCheckState,
  checkTones,
  flowTones,
  isBroken,
  deriveLeadFlow,
  canFindByPolling,
  chooseWebhookWord,
} from '../accounts/lead-flow.ts';
import { formatAccountTitle } from '../accounts/accounts.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { showInInbox } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { formatDateAndTime } from '../platform/format.ts';
import { PauseImport } from '../accounts/pause-import.tsx';
import { useAgo, useIn } from '../ui/time-words.ts';
import { CheckNow, Reconnect } from './account-actions.tsx';
import { LegacyRows } from './legacy-rows.tsx';
import { Row } from './row.tsx';
import { useScopeName } from './scopes.ts';
import styles from './connection.module.css';

type Props = { readonly account: Account; readonly report: ConnectionReport | null };

const SignIn = ({ account, report }: Props) => {
  const { t, i18n } = useTranslation();
  const { grant, missingScopes } = account;
  const missing = missingScopes.map(useScopeName());
  const isSignInBroken =
    grant.state === 'reconnect' || (grant.state === 'connected' && missing.length > 0);
  // The row of the service shows the refusal.
  const isRefused = report?.lastFailure?.code === 'connect_refused';
  const describeGrant = (): string => {
    if (grant.state === 'connected')
      return grant.memoryOnly
        ? t('connection.grant.memoryOnly')
        : t('connection.grant.connected', {
            date: formatDateAndTime(grant.since, i18n.language),
          });
    return grant.why === undefined
      ? t(`connection.grant.${grant.state}`)
      : `${t(`errors.${grant.why}.what`)} ${t(`errors.${grant.why}.act`)}`;
  };
  const workingTone = isRefused ? 'idle' : grant.memoryOnly ? 'mild' : 'good';
  return (
    <Row
      name="sign-in"
      label={t('connection.rows.signIn')}
      tone={isSignInBroken ? 'bad' : grant.state === 'disconnected' ? 'idle' : workingTone}
      action={isSignInBroken && <Reconnect account={account} />}
    >
      <p>{describeGrant()}</p>
      {grant.state === 'connected' && missing.length > 0 && (
        <p>
          {t('connection.grant.missing', {
            scopes: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(missing),
          })}
        </p>
      )}
    </Row>
  );
};

type ReportProps = { readonly report: ConnectionReport };
type AccountReportProps = ReportProps & { readonly account: Account };

const Service = ({ account, report }: AccountReportProps) => {
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  const ago = useAgo(report.lastContactAt);
  const failure = report.lastFailure;
  if (failure?.code === 'connect_refused')
    return (
      <Row
        name="service"
        label={t('connection.rows.service')}
        tone="bad"
        action={<Button onClick={() => go('connect')}>{t('connect.profile.other')}</Button>}
      >
        <p>{t('errors.connect_refused.what')}</p>
        <p data-faint>
          {t('errors.connect_refused.means')} {t('errors.connect_refused.act')}
        </p>
      </Row>
    );
  return (
    <Row
      name="service"
      label={t('connection.rows.service')}
      tone={report.online ? (ago === null ? 'idle' : 'good') : 'bad'}
      action={
        !report.online && account.grant.state === 'connected' && <CheckNow account={account} />
      }
    >
      <p>
        {report.online
          ? ago === null
            ? t('connection.online.never')
            : t('connection.online.yes', { ago })
          : ago === null
            ? t('connection.online.noNever')
            : t('connection.online.no', { ago })}
      </p>
      {!report.online && failure !== null && (
        <p data-faint>
          {t(`errors.${failure.code}.what`)} {t(`errors.${failure.code}.act`)}
        </p>
      )}
    </Row>
  );
};

const Webhooks = ({ account, report }: AccountReportProps) => {
  const { t } = useTranslation();
  const { receiver, webhooks, yielded } = report;
  const accounts = useAccounts();
  const canRepair = account.grant.state === 'connected';
  const last = useAgo(receiver.lastDeliveryAt);
  const flow = deriveLeadFlow(account, report);
  const hasBrokenWebhook = webhooks.some(({ state }) => isBroken(state));
  const reasons = new Set(webhooks.flatMap(({ reason }) => (reason === null ? [] : [reason.code])));
  return (
    <Row
      name="webhooks"
      label={t('connection.rows.leads')}
      tone={flowTones[flow]}
      action={hasBrokenWebhook && canRepair && <CheckNow account={account} />}
    >
      {webhooks.length + yielded.length === 0 && (
        <p>{t(flow === 'unused' ? 'connection.webhooks.notUsed' : 'connection.webhooks.none')}</p>
      )}
      {webhooks.map((webhook) => (
        <p key={webhook.businessID}>
          <bdi>
            {t(`connection.webhooks.${chooseWebhookWord(account, report, webhook.state)}`, {
              business: webhook.businessName,
            })}
          </bdi>
        </p>
      ))}
      {yielded.map(({ businessID, businessName: business, accountID }) => {
        const other = accounts.find((each) => each.accountID === accountID);
        const name = other === undefined ? accountID : formatAccountTitle(other);
        return (
          <p key={businessID}>
            <bdi>{t('connection.webhooks.yielded', { business, name })}</bdi>
          </p>
        );
      })}
      {[...reasons].map((code) => (
        <p key={code} data-faint>
          {t(`errors.${code}.what`)} {t(`errors.${code}.act`)}
        </p>
      ))}
      {!receiver.reachable && flow !== 'unused' && (
        <p data-faint>
          {t(
            canFindByPolling(account, report)
              ? 'connection.webhooks.unreachable'
              : 'connection.webhooks.unreachableUnlisted',
          )}
        </p>
      )}
      {last !== null && <p data-faint>{t('connection.webhooks.lastDelivery', { ago: last })}</p>}
      {receiver.refused > 0 && (
        <p data-faint>{t('connection.webhooks.refused', { count: receiver.refused })}</p>
      )}
    </Row>
  );
};

const Polling = ({ account, report }: AccountReportProps) => {
  const { t } = useTranslation();
  const { polling } = report;
  const state = deriveCheckState(account, report);
  const isStopped = state === 'stopped' || state === 'signInRefused';
  const last = useAgo(polling.lastAt);
  const next = useIn(polling.nextAt);
  const paused = useIn(state === 'paused' ? polling.pausedUntil : null);
  return (
    <Row name="polling" label={t('connection.rows.check')} tone={checkTones[state]}>
      <p>
        {last === null
          ? t('connection.polling.never')
          : t('connection.polling.last', { ago: last })}
        {!isStopped && paused === null && polling.nextAt !== null && (
          <>
            {' · '}
            {next === null
              ? t('connection.polling.due')
              : t('connection.polling.next', { in: next })}
          </>
        )}
      </p>
      {paused !== null && <p>{t('connection.polling.paused', { in: paused })}</p>}
      {(isStopped || state === 'away') && <p>{t(`connection.polling.${state}`)}</p>}
      {polling.listsLeads === false && <p data-faint>{t('connection.polling.noList')}</p>}
    </Row>
  );
};

const Backfill = ({ report: { accountID, backfill } }: ReportProps) => {
  const { t } = useTranslation();
  const isPaused = backfill.state === 'paused';
  return (
    <Row
      name="backfill"
      label={t('connection.rows.history')}
      tone={backfill.state === 'done' ? 'good' : 'idle'}
      action={
        (backfill.state === 'running' || isPaused) && (
          <PauseImport accountIDs={[accountID]} isPaused={isPaused} />
        )
      }
    >
      <p className="tabular">
        {isPaused
          ? t('importing.paused', { count: backfill.leads })
          : backfill.state === 'running'
            ? t('connection.backfill.running', { count: backfill.leads })
            : t(`connection.backfill.${backfill.state}`)}
      </p>
    </Row>
  );
};

const Outbox = ({ report: { outbox } }: ReportProps) => {
  const { t } = useTranslation();
  const stores = useLeadStores();
  const show = (): void => showInInbox(stores, { view: 'outgoing', business: null, query: '' });
  return (
    <Row
      name="outbox"
      label={t('connection.rows.replies')}
      tone={outbox.failed > 0 ? 'bad' : outbox.waiting > 0 ? 'mild' : 'good'}
      action={outbox.failed > 0 && <Button onClick={show}>{t('connection.outbox.show')}</Button>}
    >
      {outbox.failed > 0 && <p>{t('connection.outbox.failed', { count: outbox.failed })}</p>}
      {outbox.waiting > 0 && <p>{t('connection.outbox.waiting', { count: outbox.waiting })}</p>}
      {outbox.failed + outbox.waiting === 0 && <p>{t('connection.outbox.empty')}</p>}
    </Row>
  );
};

const CurrentRows = ({ account, report }: AccountReportProps) => (
  <>
    <Webhooks account={account} report={report} />
    <Polling account={account} report={report} />
    <Backfill report={report} />
  </>
);

const arrivalRows: Readonly<Record<Account['interface'], ComponentType<AccountReportProps>>> = {
  v4: CurrentRows,
  legacy: LegacyRows,
};

export const Rows = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const Arrivals = arrivalRows[account.interface];
  const showsState = report !== null && account.grant.state !== 'disconnected';
  return (
    <dl className={styles.rows}>
      <SignIn account={account} report={report} />
      {showsState && (
        <>
          {/* An account that must sign in again sends no requests, so the service's state is unknown. */}
          {account.grant.state === 'connected' && <Service account={account} report={report} />}
          <Arrivals account={account} report={report} />
          <Outbox report={report} />
          {report.notUnderstood > 0 && (
            <Row name="deliveries" label={t('connection.rows.understanding')} tone="mild">
              {t('connection.notUnderstood', { count: report.notUnderstood })}
            </Row>
          )}
        </>
      )}
    </dl>
  );
};
