/** A webhook's user name and password, typed or generated. Once saved, they are never shown again. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../contract/errors.ts';
import { maxPasswordLength, maxUsernameLength, password, username } from '../../contract/limits.ts';
import { generateCredentials, type Credentials } from './webhooks.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import { WebhookFailure } from './account.tsx';
import layout from '../ui/layout.module.css';
import styles from './webhooks.module.css';

/** Spacing of labels, hints and errors on this page. */
export const field = {
  labelProps: { mb: 4 },
  descriptionProps: { fz: 12, mb: 6 },
  errorProps: { fz: 12 },
} as const;

export const noCredentials: Credentials = { username: '', password: '' };

export const areUsable = (typed: Credentials): boolean =>
  username.test(typed.username) && password.test(typed.password);

type FieldsProps = {
  readonly value: Credentials;
  readonly onChange: (value: Credentials) => void;
};

export const CredentialFields = ({ value, onChange }: FieldsProps) => {
  const { t } = useTranslation('webhooks');
  const [isShown, setShown] = useState(false);
  return (
    <div className={layout.column}>
      <TextInput
        {...field}
        name="credentials"
        label={t('credentials.username')}
        value={value.username}
        maxLength={maxUsernameLength}
        spellCheck={false}
        onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
      />
      <div className={styles.password}>
        <TextInput
          {...field}
          label={t('credentials.password')}
          type={isShown ? 'text' : 'password'}
          value={value.password}
          maxLength={maxPasswordLength}
          spellCheck={false}
          onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        />
        <Button h={36} onClick={() => setShown(!isShown)}>
          {isShown ? t('credentials.hide') : t('credentials.show')}
        </Button>
        <Button
          h={36}
          onClick={() => {
            onChange(generateCredentials());
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
  readonly warning: string | null;
  readonly onSave: (credentials: Credentials) => Promise<Answer<unknown>>;
  readonly onClose: () => void;
};

export const SetCredentials = ({ warning, onSave, onClose }: Props) => {
  const { t } = useTranslation('webhooks');
  const { ref, busy, error, setError, finish } = useRequestDialog();
  const [value, setValue] = useState(noCredentials);
  const [isMistaken, setMistaken] = useState(false);

  const submit = (): void => {
    setError(null);
    setMistaken(!areUsable(value));
    if (areUsable(value)) void finish(onSave(value));
  };

  return (
    <FormDialog
      ref={ref}
      title={t('credentials.title')}
      onClose={onClose}
      submit={t('credentials.action')}
      busy={busy}
      onSubmit={submit}
    >
      {warning !== null && <p className={styles.warning}>{warning}</p>}
      <CredentialFields value={value} onChange={setValue} />
      {isMistaken && (
        <p role="alert" className={styles.mistake}>
          {t('credentials.bad')}
        </p>
      )}
      <WebhookFailure error={error} />
    </FormDialog>
  );
};
