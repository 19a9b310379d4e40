/** One account: its user, its state, and buttons to repair or end the connection. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconCloudOff,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { accountStatusOf } from '../accounts/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAccounts, useIsPaused } from '../accounts/use-accounts.ts';
import { usePeople } from '../leads/team.ts';
import { CheckNow, Reconnect } from './account-actions.tsx';
import { Badge, Card } from './card.tsx';
import { Disconnect } from './disconnect.tsx';
import { EndOfLife } from './end-of-life.tsx';
import { Rows } from './account-rows.tsx';
import { Remove } from './remove.tsx';
import { Technical } from './technical.tsx';
import { NotNotified } from './not-notified.tsx';
import styles from './connection.module.css';

const badges = {
  working: [IconCircleCheck, 'good'],
  paused: [IconPlayerPause, 'mild'],
  unreachable: [IconCloudOff, 'mild'],
  attention: [IconAlertTriangle, 'bad'],
  outdated: [IconAlertTriangle, 'mild'],
  ended: [IconCircleOff, 'none'],
} as const;

/** The sample leads next to a real account: hidden in the inbox, and removed with one button. */
const SampleCard = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  return (
    <Card
      accountID={account.accountID}
      title={t('connection.sample.hidden')}
      lines={<p>{t('connection.sample.hiddenText')}</p>}
      side={<Remove account={account} />}
    />
  );
};

/** Reconnects an ended account; sample leads restart from the welcome screen. */
const Renew = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  if (!account.practice) return <Reconnect account={account} />;
  return (
    <Button variant="default" onClick={() => go('welcome')}>
      {t('connection.reconnect')}
    </Button>
  );
};

const ConnectedBy = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation();
  const name = usePeople().find((each) => each.person === person)?.name;
  return name !== undefined && <p>{t('connection.team.by', { name })}</p>;
};

type Props = { readonly account: Account; readonly report: ConnectionReport | null };

export const AccountCard = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const isPaused = useIsPaused();
  const isEnded = account.grant.state === 'disconnected';
  const canEnd = account.team !== 'member';
  const isBeingRemoved = account.removing === true;
  const name = account.userName || account.email || account.accountID;
  const isHidden = useAccounts().some(({ practice }) => !practice) && account.practice;
  if (isHidden) return <SampleCard account={account} />;
  const status = accountStatusOf(account, report);
  const shownStatus = isPaused && status !== 'ended' ? 'paused' : status;
  const [icon, tone] = badges[shownStatus];
  return (
    <Card
      accountID={account.accountID}
      title={account.practice ? t('connection.sample.title') : account.profileName}
      side={<Badge icon={icon} tone={tone} text={t(`connection.standing.${shownStatus}`)} />}
      lines={
        account.practice ? (
          <p>{t('connection.sample.text')}</p>
        ) : (
          <>
            <p>
              <bdi>{t('connection.signedInAs', { name })}</bdi>
              {account.email !== '' && account.email !== name && <bdi> · {account.email}</bdi>}
            </p>
            <p>{t(`connect.environments.${account.environment}`)}</p>
            {account.team !== undefined && <p>{t(`connection.team.${account.team}`)}</p>}
            {account.connectedBy != null && <ConnectedBy person={account.connectedBy} />}
          </>
        )
      }
    >
      {!isBeingRemoved && (
        <>
          {!capabilitiesOf(account).isCurrent && <EndOfLife account={account} />}
          <Rows account={account} report={report} />
          <NotNotified account={account} />
          <Technical account={account} report={report} />
        </>
      )}
      <footer className={styles.foot}>
        {isBeingRemoved ? null : isEnded ? (
          <Renew account={account} />
        ) : (
          <>
            <CheckNow account={account} />
            {canEnd && <Disconnect account={account} />}
          </>
        )}
        {(isEnded || canEnd) && <Remove account={account} />}
      </footer>
    </Card>
  );
};
