/** The team's activity on a lead, or one person's activity, latest first. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandInput } from '../../contract/commands.ts';
import { jobStatuses } from '../../contract/marks.ts';
import type { LeadID } from '../../contract/records.ts';
import type { Activity } from '../../contract/team/activity.ts';
import { formatDateAndTime, toISOTime } from '../platform/format.ts';
import { buildPagedQuery } from '../platform/queries.ts';
import { usePages } from '../platform/use-answer.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { useMoment } from '../ui/time-words.ts';
import styles from './activity.module.css';
import { useNameOf } from './team.ts';

type Of = CommandInput<'team.activity'>['of'];

/** "Ana assigned it to Ben" */
const useSentence = (): ((activity: Activity) => string) => {
  const { t } = useTranslation();
  const nameOf = useNameOf(t);
  return ({ kind, person, value }) => {
    const name = person === null ? '' : nameOf(person);
    if (kind === 'assigned') {
      if (person === null) return t('activity.assignedByRule', { to: nameOf(value) });
      if (value === '') return t('activity.released', { name });
      return value === person
        ? t('activity.took', { name })
        : t('activity.assigned', { name, to: nameOf(value) });
    }
    if (kind === 'handedOver') return t('activity.handedOver', { name, to: nameOf(value) });
    if (kind === 'tagged' || kind === 'untagged')
      return t(`activity.${kind}`, { name, tag: value });
    if (kind !== 'jobStatus') return t(`activity.${kind}`, { name });
    const status = jobStatuses.find((each) => each === value);
    return status === undefined
      ? t('activity.noJobStatus', { name })
      : t('activity.jobStatus', { name, status: t(`jobStatus.statuses.${status}`) });
  };
};

type Props = {
  readonly of: Of;
  /** Number of entries until the person asks for more. */
  readonly initialCount: number;
  /** Opens a lead; defined if the list is about several leads. */
  readonly onOpen?: ((leadID: LeadID) => void) | undefined;
};

type EntryProps = Pick<Props, 'onOpen'> & { readonly activity: Activity };

const Entry = ({ activity, onOpen }: EntryProps) => {
  const { t, i18n } = useTranslation();
  const { at, leadID, customerName } = activity;
  const moment = useMoment(at);
  const sentence = useSentence()(activity);
  return (
    <li className={styles.entry}>
      <span>
        {sentence}
        {onOpen !== undefined && (
          <button type="button" className={styles.lead} onClick={() => onOpen(leadID)}>
            <bdi>{customerName || t('list.unnamed')}</bdi>
          </button>
        )}
      </span>
      <time dateTime={toISOTime(at)} title={formatDateAndTime(at, i18n.language)}>
        {moment}
      </time>
    </li>
  );
};

export const ActivityList = ({ of, initialCount, onOpen }: Props) => {
  const { t } = useTranslation();
  const { value, error, hasMore, loadMore } = usePages(
    buildPagedQuery('team.activity', { of, after: null }, ({ next }) =>
      next === null ? null : { after: next },
    ),
  );
  const [isExpanded, setExpanded] = useState(false);
  const all = value?.flatMap(({ activities }) => activities) ?? [];
  const shown = isExpanded ? all : all.slice(0, initialCount);
  if (error === null && value !== undefined && all.length === 0)
    return <p className={styles.none}>{t('activity.none')}</p>;
  return (
    <>
      <ul className={styles.list}>
        {shown.map((activity, at) => (
          <Entry key={`${activity.at} ${at}`} activity={activity} onOpen={onOpen} />
        ))}
      </ul>
      {(shown.length < all.length || hasMore) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            if (isExpanded) void loadMore();
            setExpanded(true);
          }}
        >
          {t('activity.more')}
        </Button>
      )}
      <FailureBox error={error} />
    </>
  );
};
