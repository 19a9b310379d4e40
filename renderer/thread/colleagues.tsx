/** Colleagues who look at the same lead, write to its customer, or claimed the reply. */
import { Button } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import { useNameOf } from '../leads/team.ts';
import { formatClock } from '../platform/format.ts';
import styles from './composer.module.css';

type Activity = CommandOutput<'team.around'>;

type ClaimProps = {
  readonly claim: NonNullable<Activity['claim']>;
  readonly onWrite: () => void;
};

/** Names the colleague who is writing; writing anyway takes one deliberate click. */
export const ClaimNotice = ({ claim: { person, since }, onWrite }: ClaimProps) => {
  const { t, i18n } = useTranslation();
  const name = useNameOf(t)(person);
  const time = formatClock(since, i18n.language);
  return (
    <p role="status" className={styles.claimed}>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      <span>{t('around.claimed', { name, time })}</span>
      <Button size="compact-sm" onClick={onWrite}>
        {t('around.write')}
      </Button>
    </p>
  );
};

/** @param isClaimed whether the claim is shown, which names the writing colleague */
export const LeadActivity = ({
  activity,
  isClaimed,
}: {
  readonly activity: Activity | null;
  readonly isClaimed: boolean;
}) => {
  const { t, i18n } = useTranslation();
  const nameOf = useNameOf(t, activity !== null && activity.looking.length > 0);
  if (activity === null) return null;
  const list = new Intl.ListFormat(i18n.language);
  const formatNames = (persons: readonly string[]): string => list.format(persons.map(nameOf));
  const writing = isClaimed ? [] : activity.writing;
  const looking = activity.looking.filter((person) => !activity.writing.includes(person));
  if (writing.length + looking.length === 0) return null;
  const Icon = writing.length > 0 ? IconPencil : IconEye;
  return (
    <p role="status" className={styles.around}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {writing.length > 0
        ? t('around.writing', { count: writing.length, names: formatNames(writing) })
        : t('around.looking', { count: looking.length, names: formatNames(looking) })}
    </p>
  );
};
