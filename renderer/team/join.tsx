/** Joining a team: the invitation or the recovery code, then the six digits until an owner confirms. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamStatus } from '../../contract/commands/team.ts';
import type { Failure } from '../../contract/errors.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './team.module.css';
import { useRun } from './use-team.ts';

/** Longer files are not invitations. */
const maxFileLength = 2_000;

type FileProps = { readonly onText: (text: string) => void; readonly onWrong: () => void };

const FileButton = ({ onText, onWrong }: FileProps) => {
  const { t } = useTranslation('team');
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => field.current?.click()}>{t('none.file')}</Button>
      <input
        ref={field}
        type="file"
        hidden
        accept=".hearthline-team,.txt"
        aria-label={t('none.file')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file === undefined) return;
          if (file.size > maxFileLength) onWrong();
          else void file.text().then(onText, onWrong);
        }}
      />
    </>
  );
};

type InputFailureProps = {
  readonly error: Failure | null;
  readonly what: 'notFile' | 'notInvitation' | 'notCode';
};

/** A failure. For input that is not an invitation or code, it shows an example. */
const InputFailure = ({ error, what }: InputFailureProps) => {
  const { t } = useTranslation('team');
  const isOtherFailure = error?.code !== 'invalid_input';
  const words = { what: t(`none.${what}.what`), means: t(`none.${what}.means`), act: '' };
  return (
    <FailureBox
      mt={12}
      {...(isOtherFailure ? { error } : { error: { code: error.code, message: '' }, words })}
    />
  );
};

/** @param refusal the reason why joining ended while this computer waited */
const InvitationForm = ({ refusal }: { readonly refusal: Failure | null }) => {
  const { t } = useTranslation('team');
  const { busy, error, setError, run } = useRun();
  const [text, setText] = useState('');
  const join = async (invitation: string): Promise<void> => {
    setText(invitation);
    await run('team.join', { invitation: invitation.trim() });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void join(text);
      }}
    >
      <TextInput
        label={t('none.invitation')}
        placeholder={t('none.placeholder')}
        value={text}
        maxLength={maxFileLength}
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <InputFailure
        error={error ?? refusal}
        what={error?.detail === 'file' ? 'notFile' : 'notInvitation'}
      />
      <div className={styles.buttons}>
        <BusyButton variant="filled" type="submit" busy={busy}>
          {t(busy ? 'none.joining' : 'none.join')}
        </BusyButton>
        <FileButton
          onText={(read) => void join(read)}
          onWrong={() => setError({ code: 'invalid_input', message: '', detail: 'file' })}
        />
      </div>
    </form>
  );
};

const RecoveryForm = () => {
  const { t } = useTranslation('team');
  const { busy, error, run } = useRun();
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run('team.recover', { address: address.trim(), code });
      }}
    >
      <TextInput
        label={t('none.address')}
        placeholder="https://"
        value={address}
        maxLength={500}
        spellCheck={false}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <TextInput
        label={t('none.code')}
        value={code}
        maxLength={200}
        spellCheck={false}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <InputFailure error={error} what="notCode" />
      <div className={styles.buttons}>
        <BusyButton type="submit" busy={busy}>
          {t('none.recoverAction')}
        </BusyButton>
      </div>
    </form>
  );
};

type DigitsProps = { readonly digits: string; readonly isSmall?: boolean };

export const Digits = ({ digits, isSmall }: DigitsProps) => (
  <p className={styles.digits} data-small={isSmall} aria-label={[...digits].join(' ')}>
    {digits.slice(0, 3)} {digits.slice(3)}
  </p>
);

const Joining = ({ digits }: { readonly digits: string }) => {
  const { t } = useTranslation('team');
  const { busy, error, run } = useRun();
  return (
    <section className={styles.card} aria-label={t('joining.title')}>
      <div className={styles.part}>
        <h2>{t('joining.title')}</h2>
        <p>{t('joining.text')}</p>
        <Digits digits={digits} />
        <p role="status" className={styles.state}>
          <Spinner /> {t('joining.waiting')}
        </p>
        <FailureBox error={error} mt={12} />
        <div className={styles.buttons}>
          <BusyButton busy={busy} onClick={() => void run('team.stopJoining', {})}>
            {t('joining.stop')}
          </BusyButton>
        </div>
      </div>
    </section>
  );
};

type Props = { readonly team: Exclude<TeamStatus, { state: 'member' }> };

export const Join = ({ team }: Props) => {
  const { t } = useTranslation('team');
  const [hasCode, setHasCode] = useState(false);
  if (team.state === 'joining') return <Joining digits={team.digits} />;
  return (
    <section className={styles.card} aria-label={t('none.title')}>
      <div className={styles.part}>
        {team.state === 'ended' && (
          <p role="status" className={styles.ended}>
            {t(`ended.${team.why}`)}
          </p>
        )}
        <h2>{t('none.title')}</h2>
        <p>{t('none.text')}</p>
        {hasCode ? (
          <RecoveryForm />
        ) : (
          <InvitationForm refusal={team.state === 'none' ? team.refusal : null} />
        )}
        <Button variant="subtle" mt={8} mb={-8} ml={-12} onClick={() => setHasCode(!hasCode)}>
          {t(hasCode ? 'none.back' : 'none.recover')}
        </Button>
      </div>
      <p className={styles.foot}>{t('none.start')}</p>
    </section>
  );
};
