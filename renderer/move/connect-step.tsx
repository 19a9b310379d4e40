/** Second step: the consent in the browser. The page continues by itself when it is granted. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoreApi } from 'zustand';
import type { Move } from '../../contract/commands/move.ts';
import type { Failure } from '../../contract/errors.ts';
import { missedAccount } from '../accounts/accounts.ts';
import type { Connecting, Subject } from '../accounts/connecting.ts';
import type { MoveState } from './move.ts';
import { useConnecting } from '../accounts/stores.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { useAction, useMove } from './of-move.ts';
import { nameOf, type ConnectionParts } from './profile-step.tsx';
import styles from './move.module.css';

/** The current attempt, if it belongs to this move. */
const attemptOf = ({ attempt, subject }: Connecting, move: Move): Connecting['attempt'] => {
  if (subject === null) return null;
  const own =
    'profileID' in subject
      ? subject.profileID === move.profileID
      : subject.accountID === move.to && move.to !== null;
  return own ? attempt : null;
};

/** Chooses the account that was connected for this move, even if the page was left meanwhile. */
export const useConnected = (store: StoreApi<MoveState>, move: Move | null): void => {
  const accounts = useAccounts();
  const forget = useConnecting((state) => state.forgetAttempt);
  const connected = useConnecting((state) => {
    const attempt = move === null ? null : attemptOf(state, move);
    const isOwn = attempt?.state === 'done' && missedAccount(accounts, state) === null;
    return isOwn ? attempt.accountID : null;
  });
  useEffect(() => {
    if (connected === null) return;
    forget();
    void store.getState().choose('connect', { to: connected });
  }, [connected, forget, store]);
};

export const ConnectStep = ({ Attempt }: Pick<ConnectionParts, 'Attempt'>) => {
  const { t } = useTranslation('move');
  const { store, move, legacy, newAccount, chooseAgain } = useMove();
  const attempt = useConnecting((state) => attemptOf(state, move));
  const { start, cancel } = useConnecting((state) => state);
  const action = useAction('connect');
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
  const other = (): void => {
    void cancel();
    chooseAgain();
  };
  const { disconnect } = store.getState();
  const { isBusy: disconnecting } = useAction('disconnect');
  // A marketplace may require the old sign-in to end first.
  const endsOldFirst =
    attempt?.state === 'failed' &&
    attempt.error.code === 'connect_refused' &&
    legacy.grant.state !== 'disconnected';
  const busy = attempt?.state === 'waiting' || attempt?.state === 'exchanging';
  return (
    <>
      <p>
        {newAccount === null ? (
          t('connect.text')
        ) : (
          <bdi>{t('connect.lost', { name: nameOf(newAccount) })}</bdi>
        )}
      </p>
      {attempt !== null && <Attempt attempt={attempt} />}
      {error !== null && <FailureBox error={error} />}
      {action.error !== null && <FailureBox error={action.error} />}
      {endsOldFirst && <p>{t('connect.oldFirst')}</p>}
      <div className={styles.actions}>
        {endsOldFirst && (
          <BusyButton variant="default" busy={disconnecting} onClick={() => void disconnect()}>
            {t(disconnecting ? 'disconnect.busy' : 'connect.endOld')}
          </BusyButton>
        )}
        {attempt === null && (
          <Button variant="filled" onClick={() => void connect()}>
            {t(newAccount === null ? 'connect.action' : 'connect.reconnect')}
          </Button>
        )}
        {!busy && (
          <Button variant="subtle" onClick={other}>
            {t('connect.other')}
          </Button>
        )}
      </div>
    </>
  );
};
