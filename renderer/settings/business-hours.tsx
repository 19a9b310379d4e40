/** Business hours and holidays. Changes are saved immediately, except an invalid span. */
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusinessHours } from '../../contract/business-hours.ts';
import { maxSpans } from '../../contract/limits.ts';
import { useMember } from '../leads/team.ts';
import { capitalize, getTimeZone, formatWeekdayName, formatZone } from '../platform/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Select } from '../ui/select.tsx';
import { toSpan } from './clock-text.ts';
import { Holidays } from './holidays.tsx';
import { FoundText, IfFound, type SectionProps } from './setting-row.tsx';
import { TimeField, useTimes } from './time-field.tsx';
import styles from './business-hours.module.css';

/** Added hours start at this time at the latest, in minutes after midnight. */
const latestStart = 23 * 60;

type Props = {
  readonly hours: BusinessHours;
  readonly onChange: (hours: BusinessHours) => void;
};
type Span = BusinessHours['week'][number][number];

/** Time zones of the United States. */
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
];

const replaceAt = <T,>(all: readonly T[], at: number, by: T | null): readonly T[] =>
  by === null ? all.toSpliced(at, 1) : all.toSpliced(at, 1, by);

const TimeZone = ({ hours, onChange }: Props) => {
  const { t, i18n } = useTranslation('hours');
  const id = useId();
  const chosen = hours.timeZone;
  const offered = chosen === null || zones.includes(chosen) ? zones : [...zones, chosen];
  return (
    <div className={styles.zone}>
      <label htmlFor={id}>
        <FoundText text={t('zone')} />
      </label>
      <Select
        id={id}
        value={chosen ?? ''}
        data={[
          { value: '', label: t('ownZone', { zone: formatZone(getTimeZone(), i18n.language) }) },
          ...offered.map((zone) => ({
            value: zone,
            label: capitalize(formatZone(zone, i18n.language), i18n.language),
          })),
        ]}
        onChange={(event) => onChange({ ...hours, timeZone: event.currentTarget.value || null })}
      />
    </div>
  );
};

type SpanProps = {
  readonly day: string;
  readonly span: Span;
  readonly onChange: (span: Span | null) => void;
};

const SpanFields = ({ day, span, onChange }: SpanProps) => {
  const { t } = useTranslation('hours');
  const [times, setTimes] = useTimes(span);
  const errorID = useId();
  const isWrong = toSpan(times.from, times.to) === null;
  const hasTimes = times.from !== null && times.to !== null;
  const set = (next: typeof times): void => {
    setTimes(next);
    const valid = toSpan(next.from, next.to);
    if (valid !== null) onChange(valid);
  };
  return (
    <div className={styles.span}>
      {(['from', 'to'] as const).map((end) => (
        <TimeField
          key={end}
          minutes={times[end]}
          after={end === 'to' ? (times.from ?? undefined) : undefined}
          label={t(end === 'from' ? 'opens' : 'closes', { day })}
          isWrong={isWrong && hasTimes}
          describedBy={isWrong ? errorID : undefined}
          onChange={(minutes) => set({ ...times, [end]: minutes })}
        />
      ))}
      <IconButton label={t('removeHours', { day })} onClick={() => onChange(null)}>
        <IconX size={14} />
      </IconButton>
      {isWrong && (
        <p id={errorID} className={styles.wrong} role="status">
          {t(hasTimes ? 'wrong' : 'noTime')}
        </p>
      )}
    </div>
  );
};

type DayProps = Props & {
  readonly index: number;
  /** Number of copies, also undone ones: each resets the fields. */
  readonly copies: number;
  readonly children?: ReactNode;
};

const Day = ({ hours, onChange, index, copies, children }: DayProps) => {
  const { t, i18n } = useTranslation('hours');
  const spans = hours.week[index] ?? [];
  const day = formatWeekdayName(index, i18n.language);
  const set = (next: readonly Span[]): void =>
    onChange({ ...hours, week: replaceAt(hours.week, index, next) });
  const last = spans.at(-1);
  const newSpan: Span =
    last === undefined
      ? { from: 8 * 60, to: 18 * 60 }
      : { from: Math.min(last.to + 60, latestStart), to: Math.min(last.to + 180, 24 * 60) };
  const hasRoom = spans.length < maxSpans && (last === undefined || last.to < latestStart);
  return (
    <div className={styles.day} role="group" aria-label={day}>
      <span className={styles.name}>{day}</span>
      <div className={styles.spans}>
        {spans.length === 0 && <span className={styles.closed}>{t('closed')}</span>}
        {spans.map((span, at) => (
          <SpanFields
            // The fields of a removed span must not be reused for the next one.
            key={`${copies}-${spans.length}-${at}`}
            day={day}
            span={span}
            onChange={(next) => set(replaceAt(spans, at, next))}
          />
        ))}
      </div>
      {children}
      {hasRoom && (
        <IconButton label={t('addHours', { day })} onClick={() => set([...spans, newSpan])}>
          <IconPlus size={16} />
        </IconButton>
      )}
    </div>
  );
};

const weekdays = [0, 1, 2, 3, 4];

/** The week. The hours of the last changed weekday can be copied to the other weekdays. */
const Week = ({ hours, onChange }: Props) => {
  const { t } = useTranslation('hours');
  const [source, setSource] = useState(0);
  /** The week before the copy; null after another change. */
  const [before, setBefore] = useState<BusinessHours['week'] | null>(null);
  const [copies, setCopies] = useState(0);
  const spans = hours.week[source] ?? [];
  const hasSameHours = (day: number): boolean =>
    JSON.stringify(hours.week[day]) === JSON.stringify(spans);
  const setWeek = (week: BusinessHours['week'], previous: BusinessHours['week'] | null): void => {
    setBefore(previous);
    setCopies(copies + 1);
    onChange({ ...hours, week });
  };
  const copy = (): void => {
    const week = hours.week.map((own, day) => (weekdays.includes(day) ? spans : own));
    setWeek(week, hours.week);
  };
  const canCopy = before !== null || (spans.length > 0 && !weekdays.every(hasSameHours));
  return hours.week.map((_, index) => (
    <Day
      key={index}
      copies={copies}
      hours={hours}
      index={index}
      onChange={(next) => {
        if (weekdays.includes(index)) setSource(index);
        setBefore(null);
        onChange(next);
      }}
    >
      {index === source && canCopy && (
        <Button
          variant="link"
          className={styles.copy}
          onClick={() => (before === null ? copy() : setWeek(before, null))}
        >
          {t(before === null ? 'copy' : 'undoCopy')}
        </Button>
      )}
    </Day>
  ));
};

export const BusinessHoursForm = ({ settings, set }: SectionProps) => {
  const hours = settings.businessHours;
  const change = (businessHours: BusinessHours): void => set({ businessHours });
  const isMember = useMember()?.role === 'member';
  const { t } = useTranslation('hours');
  return (
    <fieldset disabled={isMember}>
      {isMember && <p className={styles.owners}>{t('ownersOnly')}</p>}
      <IfFound name="timeZone">
        <TimeZone hours={hours} onChange={change} />
      </IfFound>
      <IfFound name="week">
        <Week hours={hours} onChange={change} />
      </IfFound>
      <IfFound name="holidays">
        <Holidays
          holidays={hours.holidays}
          onChange={(holidays) => change({ ...hours, holidays })}
        />
      </IfFound>
    </fieldset>
  );
};
