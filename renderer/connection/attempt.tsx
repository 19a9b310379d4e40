/** An attempt to connect: waiting for the browser, finishing, done or failed. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { maxReturnAddressLength } from '../../contract/limits.ts';
import { findMissedAccount } from '../accounts/accounts.ts';
import type { Attempt as Progress } from '../accounts/connecting.ts';
import { useConnecting } from '../accounts/stores.ts';
import { useSession, usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { formatCountdown } from '../platform/format.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useRequest } from '../ui/use-dialog.ts';
import styles from './welcome.module.css';

/** Finishes the attempt with a pasted address, if the browser cannot return to the app. */
const PasteAddress = ({ attemptID }: { readonly attemptID: string }) => {
  const { t } = useTranslation();
  const { bridge } = usePlatform();
  const [address, setAddress] = useState('');
  const { error, run } = useRequest();
  const submit = () =>
    void run(bridge.invoke('connect.paste', { attemptID, address: address.trim() }));
  return (
    <details>
      <summary>{t('connect.waiting.stuck')}</summary>
      <p>{t('connect.waiting.pasteText')}</p>
      <input
        className={styles.field}
        type="text"
        spellCheck={false}
        maxLength={maxReturnAddressLength}
        aria-label={t('connect.waiting.pasteLabel')}
        aria-invalid={error !== null}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className={styles.row}>
        <Button disabled={address.trim() === ''} onClick={submit}>
          {t('connect.waiting.paste')}
        </Button>
      </div>
      <FailureBox error={error} mt={16} />
    </details>
  );
};

const TimeLeft = ({ until }: { readonly until: number }) => {
  const { t } = useTranslation();
  const time = useTicking(usePlatform().seconds, (now) => formatCountdown(until - now));
  return <span className="tabular">{t('connect.waiting.left', { time })}</span>;
};

const Done = () => {
  const { t } = useTranslation();
  const accounts = useAccounts();
  const missed = useConnecting((state) => findMissedAccount(accounts, state));
  const { attempt, forgetAttempt, retry } = useConnecting((state) => state);
  const connectedID = attempt?.state === 'done' ? attempt.accountID : null;
  const isOld = accounts.some(
    (account) => account.accountID === connectedID && !getCapabilities(account).canPollLeads,
  );
  const go = useSession((state) => state.go);
  const Icon = missed === null ? IconCircleCheck : IconAlertTriangle;
  const name = missed?.userName || missed?.email || missed?.profileName;
  return (
    <section
      className={styles.waiting}
      data-attempt={missed === null ? 'done' : 'other'}
      role={missed === null ? 'status' : 'alert'}
    >
      <h2>
        <Icon size={20} aria-hidden />
        {missed === null ? t('connect.done.title') : t('connect.other.title')}
      </h2>
      <p>
        {missed !== null
          ? t('connect.other.text', { name })
          : t(isOld ? 'connect.done.old' : 'connect.done.text')}
      </p>
      <div className={styles.row}>
        {missed !== null && (
          <Button variant="filled" onClick={() => void retry()}>
            {t('connect.failed.again')}
          </Button>
        )}
        <Button
          variant={missed === null ? 'filled' : 'default'}
          onClick={() => {
            forgetAttempt();
            go('inbox');
          }}
        >
          {t('connect.done.action')}
        </Button>
      </div>
    </section>
  );
};

/** Opens the consent page again, or copies its address for another browser. */
const Reopen = ({ attemptID }: { readonly attemptID: string }) => {
  const { t } = useTranslation();
  const { act } = usePlatform();
  const [isCopied, setCopied] = useState(false);
  const show = async (where: 'browser' | 'clipboard'): Promise<void> => {
    const isDone = await act('connect.show', { attemptID, where });
    setCopied(where === 'clipboard' && isDone);
  };
  return (
    <>
      <Button onClick={() => void show('browser')}>{t('connect.waiting.reopen')}</Button>
      <Button onClick={() => void show('clipboard')}>
        {t(isCopied ? 'connect.waiting.copied' : 'connect.waiting.copyLink')}
      </Button>
      <span role="status" className="hidden-visually">
        {isCopied ? t('connect.waiting.copied') : ''}
      </span>
    </>
  );
};

/** True if the client itself was refused: a retry would be refused too. */
const isClientRefused = ({ code, detail = '' }: Failure): boolean =>
  code === 'connect_refused' &&
  /^(invalid_client|unauthorized_client|invalid_scope)\b/.test(detail);

type AttemptProps = {
  readonly attempt: Progress;
  /** Opens the choice of another profile, on pages that have it. */
  readonly onOther?: () => void;
};

export const Attempt = ({ attempt, onOther }: AttemptProps) => {
  const { t } = useTranslation();
  const { cancel, retry, subject } = useConnecting((state) => state);
  const isForProfile = subject !== null && 'profileID' in subject;
  const go = useSession((state) => state.go);
  switch (attempt.state) {
    case 'waiting':
      return (
        <section className={styles.waiting} data-attempt="waiting">
          <h2>
            <Spinner />
            {t('connect.waiting.title')}
          </h2>
          <p>{t('connect.waiting.text')}</p>
          <p>
            <TimeLeft until={attempt.expiresAt} />
          </p>
          <div className={styles.row}>
            <Reopen attemptID={attempt.attemptID} />
            <Button
              variant="subtle"
              onClick={() => {
                void cancel();
                if (!isForProfile) go('connection');
              }}
            >
              {t('common.cancel')}
            </Button>
          </div>
          <PasteAddress attemptID={attempt.attemptID} />
        </section>
      );
    case 'exchanging':
      return (
        <section className={styles.waiting} data-attempt="exchanging" role="status">
          <h2>
            <Spinner />
            {t('connect.exchanging.title')}
          </h2>
          <p>{t('connect.exchanging.text')}</p>
        </section>
      );
    case 'done':
      return <Done />;
    case 'failed':
      return (
        <section className={styles.waiting} data-attempt="failed">
          <h2>{t('connect.failed.title')}</h2>
          <FailureBox
            error={attempt.error}
            mt={16}
            {...(isClientRefused(attempt.error)
              ? {
                  words: t('otherProfile.client', { returnObjects: true }),
                  action: onOther && { label: t('connect.profile.other'), run: onOther },
                }
              : { action: { label: t('connect.failed.again'), run: () => void retry() } })}
          />
        </section>
      );
  }
};
