/** The people of the team with their computers. Owners change them. */
import { Button, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import { longestPersonName } from '../../contract/person-name.ts';
import { PersonTile } from '../leads/person.tsx';
import { usePeople } from '../leads/team.ts';
import { dateOnly } from '../platform/format.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureBlock } from '../ui/failure-box.tsx';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAgo } from '../ui/time-words.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Select } from '../ui/select.tsx';
import styles from './team.module.css';
import { usePersonName, useRun, type Member } from './use-team.ts';

type People = CommandOutput<'team.people'>;
type Desktop = People['desktops'][number];

const RenameDialog = ({
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

const RemoveDialog = ({
  desktop,
  person,
  isLast,
  onClose,
}: {
  readonly desktop: string;
  readonly person: string;
  /** It is the person's only computer, without which they answer no leads. */
  readonly isLast: boolean;
  readonly onClose: () => void;
}) => {
  const { t } = useTranslation('team');
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, error, run } = useRun();
  useEffect(() => dialog.current?.showModal(), []);
  const remove = async (): Promise<void> => {
    if ((await run('team.removeDesktop', { desktop })) === null) return;
    if (isLast) await run('team.retire', { person });
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

/** How long a computer counts as on after it was heard of. */
const onMs = 75_000;

/** Whether another computer is on, or since when it was not heard of; nothing if it never was. */
const Seen = ({ at }: { readonly at: number | null }) => {
  const { t } = useTranslation('team');
  const ago = useAgo(at);
  const isOn = useTicking(usePlatform().ticker, (now) => at !== null && now - at < onMs);
  if (at === null) return null;
  return <> · {isOn ? t('people.on') : t('people.seen', { time: ago })}</>;
};

type PersonProps = {
  readonly self: Member;
  readonly member: People['members'][number];
  readonly desktops: readonly Desktop[];
  readonly recoveryCode: string | null;
  /** Invites another computer of the person. */
  readonly onAdd: () => void;
};

const Person = ({ self, member: { person, role }, desktops, recoveryCode, onAdd }: PersonProps) => {
  const { t, i18n } = useTranslation('team');
  const nameOf = usePersonName();
  const [isRenaming, setRenaming] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  const { error, run } = useRun();
  const seen = useAnswer('team.attendance', {}).value?.desktops ?? [];
  const isSelf = person === self.person;
  const isOwner = self.role === 'owner';
  const name = nameOf(person);
  const isUnnamed = name === t('people.unnamed');
  const count =
    desktops.length === 0
      ? t('people.noComputer')
      : t('people.computers', { count: desktops.length });
  const computerOf = (number: number, desktop: string): string =>
    desktop === self.desktop
      ? t('people.thisComputer')
      : desktop === recoveryCode
        ? t('people.recoveryCode')
        : t('people.computer', { number });
  return (
    <>
      <div className={styles.row} role="group" aria-label={name} data-person={person}>
        <PersonTile person={person} name={isUnnamed ? '' : name} size="page" />
        <div className={styles.about}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <p>{[...(isSelf ? [t('people.you')] : []), t(`people.${role}`), count].join(' · ')}</p>
          {isSelf && isUnnamed && isOwner && <p>{t('people.ownUnnamed')}</p>}
        </div>
        {isOwner && (
          <>
            <IconButton label={t('people.renameOf', { name })} onClick={() => setRenaming(true)}>
              <IconPencil size={16} stroke={1.75} />
            </IconButton>
            <Select
              aria-label={t('people.roleOf', { name })}
              value={role}
              data={(['owner', 'member'] as const).map((value) => ({
                value,
                label: t(`people.${value}`),
              }))}
              onChange={({ currentTarget: { value } }) =>
                void run('team.changeRole', {
                  person,
                  role: value === 'owner' ? 'owner' : 'member',
                })
              }
            />
            <Button variant="default" aria-label={t('people.addOf', { name })} onClick={onAdd}>
              {t('people.add')}
            </Button>
          </>
        )}
      </div>
      <FailureBlock error={error} className={styles.part} />
      {desktops.length > 0 && (
        <ul className={styles.computers}>
          {desktops.map(({ desktop, since }, at) => {
            const computer = computerOf(at + 1, desktop);
            return (
              <li key={desktop} data-desktop={desktop}>
                <span>
                  {computer} · {t('people.since', { date: dateOnly(since, i18n.language) })}
                  <Seen at={seen.find((each) => each.desktop === desktop)?.at ?? null} />
                </span>
                {(isOwner || isSelf) && desktop !== self.desktop && (
                  <Button
                    variant="subtle"
                    aria-label={t('people.removeOf', { computer, name })}
                    onClick={() => setRemoved(desktop)}
                  >
                    {t('people.removeComputer')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {isRenaming && (
        <RenameDialog
          person={person}
          name={isUnnamed ? '' : name}
          onClose={() => setRenaming(false)}
        />
      )}
      {removed !== null && (
        <RemoveDialog
          desktop={removed}
          person={person}
          isLast={desktops.length === 1}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
};

type Props = {
  readonly self: Member;
  readonly people: People;
  readonly onAdd: (person: string) => void;
};

export const PeopleList = ({ self, people: { members, desktops, recoveryCode }, onAdd }: Props) => {
  const { t } = useTranslation('team');
  const gone = usePeople().filter(({ isGone }) => isGone);
  const shown = members.filter(
    ({ person }) =>
      desktops.some((desktop) => desktop.person === person) ||
      !gone.some((each) => each.person === person),
  );
  return (
    <div className={styles.card}>
      {shown.map((member) => (
        <Person
          key={member.person}
          self={self}
          member={member}
          desktops={desktops.filter(({ person }) => person === member.person)}
          recoveryCode={recoveryCode}
          onAdd={() => onAdd(member.person)}
        />
      ))}
      <p className={styles.foot}>
        {t('people.roles.owner')} {t('people.roles.member')}
      </p>
    </div>
  );
};
