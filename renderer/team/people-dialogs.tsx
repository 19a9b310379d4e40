/** The dialogs about a person or a computer of the team. */
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestPersonName } from '../../contract/person-name.ts';
import { ActivityList } from '../leads/activity.tsx';
import { showLead } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useChoosablePeople } from '../leads/team.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import styles from './team.module.css';
import { useRun } from './use-team.ts';

export const RenameDialog = ({
  person,
  name,
  onClose,
}: {
  readonly person: string;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation('team');
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(name);
  const { busy, error, run } = useRun();
  useEffect(() => dialog.current?.showModal(), []);
  const save = async (): Promise<void> => {
    const done = await run('team.rename', { person, name: text.trim() });
    if (done !== null) dialog.current?.close();
  };
  return (
    <FormDialog
      ref={dialog}
      title={t('people.renameTitle')}
      submit={t('people.save')}
      busy={busy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextInput
        label={t('people.rename')}
        description={t('people.renameText')}
        value={text}
        maxLength={longestPersonName}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
};

export const RemoveDialog = ({
  desktop,
  person,
  isLast,
  onClose,
}: {
  readonly desktop: string;
  readonly person: string;
  /** Whether it is the person's only computer; then the person is marked as gone too. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation('team');
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, error, run } = useRun();
  useEffect(() => dialog.current?.showModal(), []);
  const remove = async (): Promise<void> => {
    if ((await run('team.removeDesktop', { desktop })) === null) return;
    if (isLast && (await run('team.retire', { person })) === null) return;
    dialog.current?.close();
  };
  return (
    <Dialog
      ref={dialog}
      title={t('people.removeTitle')}
      error={error}
      onClose={onClose}
      action={
        <BusyButton variant="danger" busy={busy} onClick={() => void remove()}>
          {t('people.removeComputer')}
        </BusyButton>
      }
    >
      <p>{t('people.removeText')}</p>
      {isLast && <p>{t('people.removeLast')}</p>}
    </Dialog>
  );
};

export const ReassignDialog = ({
  person,
  name,
  onClose,
}: {
  readonly person: string;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation('team');
  const others = useChoosablePeople(person);
  const dialog = useRef<HTMLDialogElement>(null);
  const [to, setTo] = useState('');
  const { busy, error, run } = useRun();
  useEffect(() => dialog.current?.showModal(), []);
  const reassign = async (): Promise<void> => {
    const done = await run('team.reassign', { from: person, to: to === '' ? null : to });
    if (done !== null) dialog.current?.close();
  };
  return (
    <FormDialog
      ref={dialog}
      title={t('reassign.title', { name })}
      submit={t('reassign.action')}
      busy={busy}
      error={error}
      onSubmit={() => void reassign()}
      onClose={onClose}
    >
      <Select
        label={t('reassign.to')}
        value={to}
        data={[
          { value: '', label: t('reassign.nobody') },
          ...others.map((each) => ({ value: each.person, label: each.name })),
        ]}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
    </FormDialog>
  );
};

export const ActivityDialog = ({
  person,
  name,
  onClose,
}: {
  readonly person: string;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation('team');
  const stores = useLeadStores();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog
      ref={dialog}
      title={t('activity.title', { name })}
      leave={t('activity.close')}
      onClose={onClose}
      action={null}
    >
      <div className={styles.activity}>
        <ActivityList
          of={{ person }}
          few={30}
          onOpen={(leadID) => {
            dialog.current?.close();
            void showLead(stores, leadID);
          }}
        />
      </div>
    </Dialog>
  );
};
