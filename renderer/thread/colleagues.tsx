/** Colleagues who look at the same lead, write to its customer, or claimed the reply. */
import { Button } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LeadID } from '../../contract/records.ts';
import { usePeople } from '../leads/team.ts';
import { clockTime } from '../platform/format.ts';
import { useAnswer } from '../platform/use-answer.ts';
import styles from './composer.module.css';

/** @param isWanted false without a team, and while the lead is only skimmed */
export const useLeadActivity = (leadID: LeadID, isWanted: boolean) =>
  useAnswer('team.around', { leadID }, isWanted).value ?? null;

type ClaimProps = {
  readonly claim: { readonly person: string; readonly since: number };
  readonly onWrite: () => void;
};

/** Names the colleague who is writing; writing anyway takes one deliberate click. */
export const ClaimNotice = ({ claim: { person, since }, onWrite }: ClaimProps) => {
  const { t, i18n } = useTranslation();
  const name = usePeople().find((each) => each.person === person)?.name ?? t('thread.colleague');
  const time = clockTime(since, i18n.language);
  return (
    <p role="status" className={styles.claimed}>
      <IconPencil size={16} stroke={1.75} aria-hidden />
      <span>{t('around.claimed', { name, time })}</span>
      <Button variant="default" size="compact-sm" onClick={onWrite}>
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
  readonly activity: ReturnType<typeof useLeadActivity>;
  readonly isClaimed: boolean;
}) => {
  const { t, i18n } = useTranslation();
  const people = usePeople(activity !== null && activity.looking.length > 0);
  if (activity === null) return null;
  const list = new Intl.ListFormat(i18n.language);
  const namesOf = (persons: readonly string[]): string =>
    list.format(
      persons.map(
        (person) => people.find((each) => each.person === person)?.name ?? t('thread.colleague'),
      ),
    );
  const writing = isClaimed ? [] : activity.writing;
  const looking = activity.looking.filter((person) => !activity.writing.includes(person));
  if (writing.length + looking.length === 0) return null;
  const Icon = writing.length > 0 ? IconPencil : IconEye;
  return (
    <p role="status" className={styles.around}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {writing.length > 0
        ? t('around.writing', { count: writing.length, names: namesOf(writing) })
        : t('around.looking', { count: looking.length, names: namesOf(looking) })}
    </p>
  );
};
