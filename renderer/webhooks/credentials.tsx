/** User name and password of a webhook: typed or generated, shown until they are set and never again. */
import { Button, TextInput } from '@mantine/core';
import { useId, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { longestPassword, longestUsername, password, username } from '../../contract/limits.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Credentials } from './webhooks.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useClosed } from './closed.ts';
import { field } from './field.ts';
import { generated } from './passwords.ts';
import { WebhookFailure } from './webhook-failure.tsx';
import styles from './webhooks.module.css';

export const noCredentials: Credentials = { username: '', password: '' };

export const areUsable = (typed: Credentials): boolean =>
  username.test(typed.username) && password.test(typed.password);

type FieldsProps = {
  readonly value: Credentials;
  readonly onChange: (value: Credentials) => void;
};

export const CredentialFields = ({ value, onChange }: FieldsProps) => {
  const { t } = useTranslation('webhooks');
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.fields}>
      <TextInput
        {...field}
        name="credentials"
        label={t('credentials.username')}
        value={value.username}
        maxLength={longestUsername}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
      />
      <div className={styles.password}>
        <TextInput
          {...field}
          label={t('credentials.password')}
          type={shown ? 'text' : 'password'}
          value={value.password}
          maxLength={longestPassword}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        />
        <Button variant="default" h={36} onClick={() => setShown(!shown)}>
          {shown ? t('credentials.hide') : t('credentials.show')}
        </Button>
        <Button
          variant="default"
          h={36}
          onClick={() => {
            onChange(generated());
            setShown(true);
          }}
        >
          {t('credentials.generate')}
        </Button>
        <CopyButton text={value.password} label={t('credentials.copy')} />
      </div>
      <p className={styles.hint}>{t('credentials.once')}</p>
    </div>
  );
};

type Props = {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly accountID: AccountID | null;
  readonly warning: string;
  readonly set: (credentials: Credentials) => Promise<Failure | null>;
};

/** Asks for the credentials of a webhook and sets them. */
export const SetCredentials = ({ dialog, accountID, warning, set }: Props) => {
  const { t } = useTranslation('webhooks');
  const id = useId();
  const [value, setValue] = useState(noCredentials);
  const [wrong, setWrong] = useState<'bad' | Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const close = (): void => dialog.current?.close();

  useClosed(dialog, () => {
    setValue(noCredentials);
    setWrong(null);
  });

  const submit = async (): Promise<void> => {
    if (!areUsable(value)) return setWrong('bad');
    setBusy(true);
    const error = await set(value);
    setBusy(false);
    setWrong(error);
    if (error === null) close();
  };

  return (
    <Dialog
      ref={dialog}
      title={t('credentials.title')}
      action={
        <BusyButton variant="filled" type="submit" form={id} busy={busy}>
          {t('credentials.action')}
        </BusyButton>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className={styles.warning}>{warning}</p>
        <CredentialFields value={value} onChange={setValue} />
        {wrong === 'bad' && (
          <p role="alert" className={styles.mistake}>
            {t('credentials.bad')}
          </p>
        )}
        {wrong !== null && wrong !== 'bad' && (
          <WebhookFailure error={wrong} accountID={accountID} />
        )}
      </form>
    </Dialog>
  );
};
