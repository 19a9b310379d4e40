/** Second step: the consent in the browser. Once it is granted, the page continues automatically. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Move } from '../../contract/commands/move.ts';
import type { Failure } from '../../contract/errors.ts';
import { findMissedAccount } from '../accounts/accounts.ts';
import type { Connecting, Subject } from '../accounts/connecting.ts';
import { useConnecting } from '../accounts/stores.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { useMove, useStepAction, type MoveActions } from './move.ts';
import { formatAccount, type ConnectionParts } from './profile-step.tsx';
import styles from './move.module.css';

/** The current attempt, if it belongs to this move. */
const findOwnAttempt = ({ attempt, subject }: Connecting, move: Move): Connecting['attempt'] => {
  if (subject === null) return null;
  const isOwn =
    'profileID' in subject
      ? subject.profileID === move.profileID
      : subject.accountID === move.to && move.to !== null;
  return isOwn ? attempt : null;
};

/** Chooses the account that was connected for this move, even if the page was left meanwhile. */
export const useChooseConnected = ({ choose }: MoveActions, move: Move | null): void => {
  const accounts = useAccounts();
  const forget = useConnecting((state) => state.forgetAttempt);
  const connected = useConnecting((state) => {
    const attempt = move === null ? null : findOwnAttempt(state, move);
    const isOwn = attempt?.state === 'done' && findMissedAccount(accounts, state) === null;
    return isOwn ? attempt.accountID : null;
  });
  useEffect(() => {
    if (connected === null) return;
    forget();
    void choose('connect', { to: connected });
  }, [connected, forget, choose]);
};

export const ConnectStep = ({ Attempt }: Pick<ConnectionParts, 'Attempt'>) => {
  const { t } = useTranslation('move');
  const { move, legacy, newAccount, chooseAgain, disconnect } = useMove();
  const attempt = useConnecting((state) => findOwnAttempt(state, move));
  const { start, cancel } = useConnecting((state) => state);
  const action = useStepAction('connect');
  const [error, setError] = useState<Failure | null>(null);
  const subject: Subject | null =
    move.to !== null
      ? { accountID: move.to }
      : move.profileID !== null
        ? { profileID: move.profileID }
        : null;
  const connect = async (): Promise<void> => {
    if (subject !== null) setError(await start(subject));
  };
  const chooseOther = (): void => {
    void cancel();
    chooseAgain();
  };
  const { isBusy: isDisconnecting } = useStepAction('disconnect');
  // A marketplace may refuse the new sign-in until the old one has ended.
  const mustEndOldFirst =
    attempt?.state === 'failed' &&
    attempt.error.code === 'connect_refused' &&
    legacy.grant.state !== 'disconnected';
  const isRunning = attempt?.state === 'waiting' || attempt?.state === 'exchanging';
  return (
    <>
      <p>
        {newAccount === null ? (
          t('connect.text')
        ) : (
          <bdi>{t('connect.lost', { name: formatAccount(newAccount) })}</bdi>
        )}
      </p>
      {attempt !== null && <Attempt attempt={attempt} />}
      <FailureBox error={error} />
      <FailureBox error={action.error} />
      {mustEndOldFirst && <p>{t('connect.oldFirst')}</p>}
      <div className={styles.actions}>
        {mustEndOldFirst && (
          <BusyButton busy={isDisconnecting} onClick={() => void disconnect()}>
            {t(isDisconnecting ? 'disconnect.busy' : 'connect.endOld')}
          </BusyButton>
        )}
        {attempt === null && (
          <Button variant="filled" onClick={() => void connect()}>
            {t(newAccount === null ? 'connect.action' : 'connect.reconnect')}
          </Button>
        )}
        {!isRunning && (
          <Button variant="subtle" onClick={chooseOther}>
            {t('connect.other')}
          </Button>
        )}
      </div>
    </>
  );
};
