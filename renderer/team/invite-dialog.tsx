/** Invites a person, or another computer of one. The invitation is shown once, because it has a secret. */
import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPersonNameLength } from '../../contract/person-name.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyCode } from '../ui/copy-code.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { loadLazily } from '../ui/lazily.tsx';
import { OptionSelect } from '../ui/option-select.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import styles from './team.module.css';
import { usePersonName, useRun } from './use-team.ts';

const QRCode = loadLazily(() => import('./qr-code.tsx'), 'QRCode');

type Props = {
  /** Null for a new person. */
  readonly person: { readonly person: string; readonly role: 'owner' | 'member' } | null;
  readonly onClose: () => void;
};

export const InviteDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation('team');
  const getName = usePersonName();
  const id = useId();
  const { ref, close, isOpen } = useDialog();
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState(person?.role ?? 'member');
  const [link, setLink] = useState<string | null>(null);
  const { busy, error, run } = useRun(isOpen);
  const name = person === null ? typed.trim() : getName(person.person);

  const create = async (): Promise<void> => {
    const invited = await run('team.invite', { person: person?.person ?? null, role });
    if (invited === null) return;
    // Nobody will see its link.
    if (!isOpen()) return void run('team.withdraw', { invitation: invited.invitation });
    setLink(invited.link);
    if (person === null) await run('team.rename', { person: invited.person, name });
  };

  const action =
    link === null ? (
      <BusyButton variant="filled" type="submit" form={id} busy={busy || name === ''}>
        {t('invite.create')}
      </BusyButton>
    ) : (
      <>
        <Button onClick={() => void run('team.saveInvitation', { link })}>
          {t('invite.file')}
        </Button>
        <Button variant="filled" onClick={close}>
          {t('invite.done')}
        </Button>
      </>
    );

  return (
    <Dialog
      ref={ref}
      title={person === null ? t('invite.title') : t('invite.computerTitle', { name })}
      error={error}
      isDone={link !== null}
      onClose={onClose}
      action={action}
    >
      {link === null ? (
        <form
          id={id}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (name !== '' && !busy) void create();
          }}
        >
          {person === null ? (
            <>
              <TextInput
                label={t('invite.name')}
                value={typed}
                maxLength={maxPersonNameLength}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              <OptionSelect
                label={t('invite.role')}
                description={t(`people.roles.${role}`)}
                value={role}
                options={['member', 'owner']}
                getLabel={(option) => t(`people.${option}`)}
                onChoose={setRole}
              />
            </>
          ) : (
            <p>{t('invite.computerText')}</p>
          )}
        </form>
      ) : (
        <>
          <p>{t('invite.linkText', { name })}</p>
          <CopyCode text={link} label={t('invite.link')} copyLabel={t('invite.copy')} />
          <QRCode text={link} label={t('invite.qr')} />
        </>
      )}
    </Dialog>
  );
};
