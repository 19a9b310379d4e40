/** Creates the password for a legacy service's calls and shows it until the dialog is closed. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './connection.module.css';

type Props = {
  readonly account: Account;
  /** Whether a password exists, so that replacing it needs a confirmation. */
  readonly replaces: boolean;
  readonly onCreated: () => void;
};

export const NewPassword = ({ account, replaces, onCreated }: Props) => {
  const { t } = useTranslation();
  const { bridge } = usePlatform();
  const [password, setPassword] = useState<string | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);

  const createPassword = async (): Promise<void> => {
    setBusy(true);
    const answer = await bridge.invoke('legacy.renew', { accountID: account.accountID });
    setBusy(false);
    if (answer.ok) {
      setPassword(answer.value.password);
      onCreated();
    } else {
      setError(answer.error);
    }
  };

  const open = (): void => {
    dialog.current?.showModal();
    if (!replaces) void createPassword();
  };

  const isDone = password !== null || !replaces;
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('connection.legacy.newPassword')}
      </Button>
      <Dialog
        ref={dialog}
        title={isDone ? t('connection.legacy.shown.title') : t('connection.legacy.renew.title')}
        onClose={() => {
          setPassword(null);
          setError(null);
        }}
        isDone={isDone}
        error={error}
        action={
          isDone ? (
            <Button variant="filled" onClick={() => dialog.current?.close()}>
              {t('connection.legacy.shown.done')}
            </Button>
          ) : (
            <BusyButton variant="filled" busy={busy} onClick={() => void createPassword()}>
              {t('connection.legacy.renew.action')}
            </BusyButton>
          )
        }
      >
        <p>{isDone ? t('connection.legacy.shown.text') : t('connection.legacy.renew.text')}</p>
        {password !== null && (
          <div className={styles.secret}>
            <code>{password}</code>
            <CopyButton text={password} label={t('connection.legacy.shown.copy')} />
          </div>
        )}
      </Dialog>
    </>
  );
};
