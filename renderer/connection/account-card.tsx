/** One account: who is signed in, what works, and the ways to mend or end it. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/records.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { isOutdated } from '../state/usable.ts';
import { useSession } from '../state/stores.ts';
import { useAccounts } from '../state/use-accounts.ts';
import { isBroken } from '../state/webhook-health.ts';
import { CheckNow, Reconnect } from './account-actions.tsx';
import { Disconnect } from './disconnect.tsx';
import { EndOfLife } from './end-of-life.tsx';
import { Rows } from './account-rows.tsx';
import { Remove } from './remove.tsx';
import { Technical } from './technical.tsx';
import { NotNotified } from './not-notified.tsx';
import styles from './connection.module.css';

type Verdict = 'works' | 'broken' | 'outdated' | 'ended';

const verdictOf = (account: Account, report: ConnectionReport | null): Verdict => {
  if (account.grant.state === 'disconnected') return 'ended';
  const broken =
    account.grant.state === 'reconnect' ||
    account.missingScopes.length > 0 ||
    (report !== null &&
      (!report.online ||
        report.outbox.failed > 0 ||
        (!capabilitiesOf(account).givesLeads && !report.receiver.reachable) ||
        report.webhooks.some(({ state }) => isBroken(state))));
  if (broken) return 'broken';
  return isOutdated(account) ? 'outdated' : 'works';
};

const Badge = ({ verdict }: { readonly verdict: Verdict }) => {
  const { t } = useTranslation();
  const [Icon, tone] = (
    {
      works: [IconCircleCheck, 'good'],
      broken: [IconAlertTriangle, 'bad'],
      outdated: [IconAlertTriangle, 'mild'],
      ended: [IconCircleOff, 'none'],
    } as const
  )[verdict];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {t(verdict === 'outdated' ? 'connection.legacy.outdated' : `connection.${verdict}`)}
    </span>
  );
};

/** The way back into an account that has ended; practice comes back only where there is nothing real. */
const Renew = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  const isAlone = useAccounts().every(({ practice }) => practice);
  if (!account.practice) return <Reconnect account={account} />;
  if (!isAlone) return null;
  return (
    <Button variant="default" onClick={() => go('welcome')}>
      {t('connection.reconnect')}
    </Button>
  );
};

type Props = { readonly account: Account; readonly report: ConnectionReport | null };

export const AccountCard = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const ended = account.grant.state === 'disconnected';
  const name = account.userName || account.email || account.accountID;
  return (
    <article
      className={styles.card}
      aria-label={account.profileName}
      tabIndex={-1}
      data-account-id={account.accountID}
    >
      <header className={styles.head}>
        <div>
          <h2>
            <bdi>{account.profileName}</bdi>
          </h2>
          <p>
            <bdi>{t('connection.signedInAs', { name })}</bdi>
            {account.email !== '' && account.email !== name && <bdi> · {account.email}</bdi>}
          </p>
          <p>{t(`connect.environments.${account.environment}`)}</p>
        </div>
        <Badge verdict={verdictOf(account, report)} />
      </header>
      {!capabilitiesOf(account).isCurrent && <EndOfLife account={account} />}
      <Rows account={account} report={report} />
      <NotNotified account={account} />
      <Technical account={account} report={report} />
      <footer className={styles.foot}>
        {ended ? (
          <Renew account={account} />
        ) : (
          <>
            <CheckNow account={account} />
            <Disconnect account={account} />
          </>
        )}
        {(ended || account.practice) && <Remove account={account} />}
      </footer>
    </article>
  );
};
