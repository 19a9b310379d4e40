/** The dialogs about a person or a computer of the team. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxPersonNameLength } from '../../contract/person-name.ts';
import { ActivityList } from '../leads/activity.tsx';
import { showLead } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useChoosablePeople } from '../leads/team.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import styles from './team.module.css';
import { useRun } from './use-team.ts';

type PersonProps = {
  readonly person: string;
  readonly name: string;
  readonly onClose: () => void;
};

const RenameDialog = ({ person, name, onClose }: PersonProps) => {
  const { t } = useTranslation('team');
  const { ref, close, isOpen } = useDialog();
  const [text, setText] = useState(name === t('people.unnamed') ? '' : name);
  const { busy, error, run } = useRun(isOpen);
  const save = async (): Promise<void> => {
    if ((await run('team.rename', { person, name: text.trim() })) !== null) close();
  };
  return (
    <FormDialog
      ref={ref}
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
        maxLength={maxPersonNameLength}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
};

const ReassignDialog = ({ person, name, onClose }: PersonProps) => {
  const { t } = useTranslation('team');
  const others = useChoosablePeople(person);
  const { ref, close, isOpen } = useDialog();
  const [to, setTo] = useState('');
  const { busy, error, run } = useRun(isOpen);
  const reassign = async (): Promise<void> => {
    if ((await run('team.reassign', { from: person, to: to || null })) !== null) close();
  };
  return (
    <FormDialog
      ref={ref}
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

const ActivityDialog = ({ person, name, onClose }: PersonProps) => {
  const { t } = useTranslation('team');
  const stores = useLeadStores();
  const { ref, close } = useDialog();
  return (
    <Dialog
      ref={ref}
      title={t('activity.title', { name })}
      leave={t('activity.close')}
      onClose={onClose}
      action={null}
    >
      <div className={styles.activity}>
        <ActivityList
          of={{ person }}
          initialCount={30}
          onOpen={(leadID) => {
            close();
            void showLead(stores, leadID);
          }}
        />
      </div>
    </Dialog>
  );
};

export const personDialogs = {
  rename: RenameDialog,
  reassign: ReassignDialog,
  activity: ActivityDialog,
};

type RemoveProps = {
  readonly desktop: string;
  readonly person: string;
  /** True for the person's only computer; then the person is marked as gone too. */
  readonly isLast: boolean;
  readonly onClose: () => void;
};

export const RemoveDialog = ({ desktop, person, isLast, onClose }: RemoveProps) => {
  const { t } = useTranslation('team');
  const { ref, close, isOpen } = useDialog();
  const { busy, error, run } = useRun(isOpen);
  const remove = async (): Promise<void> => {
    if ((await run('team.removeDesktop', { desktop })) === null) return;
    if (isLast && (await run('team.retire', { person })) === null) return;
    close();
  };
  return (
    <Dialog
      ref={ref}
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
