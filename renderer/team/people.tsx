/** The people of the team with their computers. Owners change them. */
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconDeviceDesktopPlus,
  IconHistory,
  IconPencil,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import { onDutyMs } from '../../contract/commands/team.ts';
import { PersonTile } from '../leads/person.tsx';
import { usePeople, type Member } from '../leads/team.ts';
import { formatDate } from '../platform/format.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { usePlatform } from '../platform/stores.ts';
import tones from '../ui/card.module.css';
import { FailureBox } from '../ui/failure-box.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { OptionSelect } from '../ui/option-select.tsx';
import { useAgo } from '../ui/time-words.ts';
import { personDialogs, RemoveDialog } from './people-dialogs.tsx';
import styles from './team.module.css';
import { useIsOn, usePersonName, useRun } from './use-team.ts';

type People = CommandOutput<'team.people'>;
type Desktop = People['desktops'][number];
type Attending = CommandOutput<'team.attendance'>['desktops'][number];

/** Fewer missing entries of the log are about to arrive. */
const fewBehind = 200;

/** The state of a computer: on or its last announcement, its version, and its missing log entries. */
const ComputerState = ({ at, version, behind }: Attending) => {
  const { t } = useTranslation('team');
  const ago = useAgo(at);
  const isOn = useIsOn(at);
  const parts = [
    isOn ? t('people.on') : t('people.seen', { time: ago }),
    version !== null && t('people.version', { version }),
    isOn && behind !== null && behind > fewBehind && t('people.behind', { count: behind }),
  ];
  return <> · {parts.filter(Boolean).join(' · ')}</>;
};

/** A person's duty, which decides whether rules assign new leads; `off` if no computer is on. */
const useDuty = (desktops: readonly Attending[]): Attending['duty'] | 'off' =>
  useTicking(usePlatform().ticker, (now) => {
    const duties = desktops.filter(({ at }) => now - at < onDutyMs).map(({ duty }) => duty);
    const [first = 'off'] = duties;
    return duties.includes('away') ? 'away' : duties.includes('on') ? 'on' : first;
  });

/** "Today: 5 replies · 3 waiting for a reply" */
const Today = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation('team');
  const today = useAnswer('team.today', {}).value?.people.find((each) => each.person === person);
  const { replies = 0, waiting = 0, handedOver = 0 } = today ?? {};
  return (
    <p>
      {[
        t('people.today', { count: replies }),
        waiting > 0 && t('people.waiting', { count: waiting }),
        handedOver > 0 && t('people.handedOver', { count: handedOver }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
};

type ComputersProps = {
  readonly self: Member;
  readonly person: string;
  readonly name: string;
  readonly desktops: readonly Desktop[];
  readonly attendance: readonly Attending[];
  readonly recoveryCode: string | null;
};

/** The computers of a person. An owner, and the person, can remove all but this one. */
const Computers = (props: ComputersProps) => {
  const { self, person, name, desktops, attendance, recoveryCode } = props;
  const { t, i18n } = useTranslation('team');
  const [desktopToRemove, setDesktopToRemove] = useState<string | null>(null);
  const mayRemove = self.role === 'owner' || person === self.person;
  const isKeeper = attendance.some((each) => each.isKeeper);
  const formatComputer = (number: number, desktop: string): string =>
    desktop === self.desktop
      ? t('people.thisComputer')
      : desktop === recoveryCode
        ? t('people.recoveryCode')
        : isKeeper
          ? t('people.keeper')
          : t('people.computer', { number });
  return (
    <>
      {desktops.length > 0 && (
        <ul className={styles.computers}>
          {desktops.map(({ desktop, since, isConfirmed }, at) => {
            const computer = formatComputer(at + 1, desktop);
            const attending = attendance.find((each) => each.desktop === desktop);
            return (
              <li key={desktop} data-desktop={desktop}>
                <span>
                  {computer} · {t('people.since', { date: formatDate(since, i18n.language) })}
                  {attending && <ComputerState {...attending} />}
                </span>
                {mayRemove && desktop !== self.desktop && (
                  <Button
                    variant="subtle"
                    aria-label={t('people.removeOf', { computer, name })}
                    onClick={() => setDesktopToRemove(desktop)}
                  >
                    {t('people.removeComputer')}
                  </Button>
                )}
                {!isConfirmed && mayRemove && (
                  <p className={styles.state} role="alert">
                    <IconAlertTriangle size={16} stroke={1.75} className={tones.bad} aria-hidden />
                    {t('people.unconfirmed')}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {desktopToRemove !== null && (
        <RemoveDialog
          desktop={desktopToRemove}
          person={person}
          isLast={desktops.every(({ desktop }) => desktop === desktopToRemove)}
          onClose={() => setDesktopToRemove(null)}
        />
      )}
    </>
  );
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
  const { t } = useTranslation('team');
  const getName = usePersonName();
  const [openDialog, setOpenDialog] = useState<keyof typeof personDialogs | null>(null);
  const { busy, error, run } = useRun();
  const PersonDialog = openDialog && personDialogs[openDialog];
  const attendance = (useAnswer('team.attendance', {}).value?.desktops ?? []).filter(
    (each) => each.person === person,
  );
  const isKeeper = attendance.some((each) => each.isKeeper);
  const duty = useDuty(attendance);
  const isAwayHere = attendance.find(({ desktop }) => desktop === self.desktop)?.duty === 'away';
  const isSelf = person === self.person;
  const isOwner = self.role === 'owner';
  const name = getName(person);
  const isUnnamed = name === t('people.unnamed');
  const count =
    desktops.length === 0
      ? t('people.noComputer')
      : t('people.computers', { count: desktops.length });
  const dialogButtons = [
    ...(isKeeper
      ? []
      : ([
          ['activity', IconHistory, t('activity.title', { name })],
          ['reassign', IconArrowsExchange, t('reassign.title', { name })],
        ] as const)),
    ...(isOwner ? [['rename', IconPencil, t('people.renameOf', { name })] as const] : []),
  ];
  return (
    <>
      <div className={styles.row} role="group" aria-label={name} data-person={person}>
        <PersonTile person={person} name={isUnnamed ? '' : name} size="page" />
        <div className={styles.about}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <p data-duty={duty}>
            {[
              isSelf && t('people.you'),
              t(isKeeper ? 'people.keeper' : `people.${role}`),
              !isKeeper && duty !== 'off' && t(`duty.${duty}`),
              count,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {!isKeeper && <Today person={person} />}
          {isSelf && isUnnamed && isOwner && <p>{t('people.ownUnnamed')}</p>}
        </div>
        {isSelf && (
          <Switch
            label={t('duty.away')}
            title={t('duty.awayText')}
            checked={isAwayHere}
            aria-disabled={busy}
            onChange={({ currentTarget }) => {
              if (!busy) void run('team.setAway', { isAway: currentTarget.checked });
            }}
          />
        )}
        {dialogButtons.map(([dialog, Icon, label]) => (
          <IconButton key={dialog} label={label} onClick={() => setOpenDialog(dialog)}>
            <Icon size={16} stroke={1.75} />
          </IconButton>
        ))}
        {isOwner && (
          <>
            <OptionSelect
              aria-label={t('people.roleOf', { name })}
              value={role}
              options={['owner', 'member']}
              getLabel={(option) => t(`people.${option}`)}
              aria-disabled={busy}
              onChoose={(chosen) => {
                if (!busy) void run('team.changeRole', { person, role: chosen });
              }}
            />
            <IconButton label={t('people.addOf', { name })} onClick={onAdd}>
              <IconDeviceDesktopPlus size={16} stroke={1.75} />
            </IconButton>
          </>
        )}
      </div>
      <FailureBox error={error} className={styles.part} />
      <Computers
        self={self}
        person={person}
        name={name}
        desktops={desktops}
        attendance={attendance}
        recoveryCode={recoveryCode}
      />
      {PersonDialog !== null && (
        <PersonDialog person={person} name={name} onClose={() => setOpenDialog(null)} />
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
  const formerPeople = usePeople().filter(({ isGone }) => isGone);
  const shown = members.filter(
    ({ person }) =>
      desktops.some((desktop) => desktop.person === person) ||
      !formerPeople.some((each) => each.person === person),
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
