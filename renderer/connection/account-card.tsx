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
import { Fragment } from 'react';
import type { Account, ConnectionReport, StoredAccount } from '../../contract/accounts.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { deriveAccountStatus } from '../accounts/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAccounts, useIsPaused } from '../accounts/use-accounts.ts';
import { usePeople } from '../leads/team.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useAnswer } from '../platform/use-answer.ts';
import { CheckNow, Disconnect, Reconnect } from './account-actions.tsx';
import { Badge, Card, Banner } from './card.tsx';
import { Rows } from './account-rows.tsx';
import { Remove } from './remove.tsx';
import { NotNotified } from './not-notified.tsx';
import styles from './connection.module.css';

/** True if the leads were moved and the account has not been connected again. */
const useIsMoved = ({ accountID, grant }: Account): boolean => {
  const isDisconnected = grant.state === 'disconnected';
  const answer = useAnswer('move.get', { from: accountID }, isDisconnected).value;
  return isDisconnected && typeof answer?.move?.finishedAt === 'number';
};

/** Banner of a legacy account whose interface has ended, before or after its move. */
const EndOfLife = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const move = useSession((state) => state.move);
  const isMoved = useIsMoved(account);
  return (
    <Banner
      data-row="end-of-life"
      data-moved={isMoved}
      icon={isMoved ? IconCircleCheck : IconAlertTriangle}
      title={t(isMoved ? 'connection.legacy.moved' : 'connection.legacy.ended')}
      action={
        <Button variant={isMoved ? 'default' : 'filled'} onClick={() => move(account.accountID)}>
          {t(isMoved ? 'connection.legacy.seeMove' : 'connection.legacy.move')}
        </Button>
      }
    >
      {t(isMoved ? 'connection.legacy.movedText' : 'connection.legacy.risk')}
    </Banner>
  );
};

type Props = { readonly account: Account; readonly report: ConnectionReport | null };

/** Collapsed details for support. */
const Technical = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const receiver = report?.receiver;
  const failure = report?.lastFailure;
  const facts = {
    account: account.accountID,
    address: account.host,
    interface: t(`connect.interfaces.${account.interface}`),
    scopes: account.scopes.join(' '),
    receiver:
      receiver &&
      (receiver.listening && receiver.port !== null
        ? t('connection.technical.listening', { port: receiver.port })
        : t('connection.technical.notListening')),
    lastFailure: failure && `${failure.code}: ${failure.message} ${failure.detail ?? ''}`,
    status: failure?.status,
    trace: failure?.traceID,
  };
  return (
    <details className={styles.technical}>
      <summary>{t('common.details')}</summary>
      <dl>
        {(Object.keys(facts) as (keyof typeof facts)[])
          .filter((name) => facts[name] != null)
          .map((name) => (
            <Fragment key={name}>
              <dt>{t(`connection.technical.${name}`)}</dt>
              <dd>
                {facts[name]}
                {name === 'trace' && (
                  <CopyButton
                    text={facts.trace ?? ''}
                    label={t('connection.technical.copyTrace')}
                  />
                )}
              </dd>
            </Fragment>
          ))}
      </dl>
    </details>
  );
};

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
  return <Button onClick={() => go('welcome')}>{t('connection.reconnect')}</Button>;
};

const ConnectedBy = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation();
  const name = usePeople().find((each) => each.person === person)?.name;
  return name !== undefined && <p>{t('connection.team.by', { name })}</p>;
};

export const AccountCard = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const isPaused = useIsPaused();
  const isEnded = account.grant.state === 'disconnected';
  const canEnd = account.team !== 'member';
  const isBeingRemoved = account.removing === true;
  const name = account.userName || account.email || account.accountID;
  const isHidden = useAccounts().some(({ practice }) => !practice) && account.practice;
  if (isHidden) return <SampleCard account={account} />;
  const status = deriveAccountStatus(account, report);
  const shownStatus = isPaused && status !== 'ended' ? 'paused' : status;
  const [icon, tone] = badges[shownStatus];
  return (
    <Card
      accountID={account.accountID}
      title={account.practice ? t('connection.sample.title') : account.profileName}
      side={<Badge icon={icon} tone={tone} text={t(`connection.status.${shownStatus}`)} />}
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
          {!getCapabilities(account).isCurrent && <EndOfLife account={account} />}
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

/** An account with stored leads and no sign-in, as after a restore. */
export const KeptCard = ({ account }: { readonly account: StoredAccount }) => {
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  const { accountID, userName, profileName, environment } = account;
  return (
    <Card
      accountID={accountID}
      title={profileName}
      lines={
        <>
          {userName !== '' && (
            <p>
              <bdi>{userName}</bdi>
            </p>
          )}
          <p>{t(`connect.environments.${environment}`)}</p>
        </>
      }
      side={<Badge icon={IconCircleOff} tone="mild" text={t('connection.kept.badge')} />}
    >
      <p className={styles.kept}>{t('connection.kept.text')}</p>
      <footer className={styles.foot}>
        <Button variant="filled" onClick={() => go('connect')}>
          {t('connection.kept.signIn')}
        </Button>
        <Remove account={{ ...account, grant: { state: 'disconnected' } }} />
      </footer>
    </Card>
  );
};
