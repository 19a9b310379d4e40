/**
 * The hours in which the professional answers. Each change holds at once; a span that cannot be (it ends
 * before it begins) is said and kept on the screen until it is mended.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusinessHours } from '../../contract/business-hours.ts';
import { longestHolidayName, mostHolidays, mostSpans } from '../../contract/limits.ts';
import { useStores } from '../state/stores.ts';
import { useTicking } from '../state/ticker.ts';
import { calendarDate, calendarDay, ownTimeZone, weekdayName, zoneName } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { clockText, spanOf } from './clock-text.ts';
import { Looked, OfSetting } from './found.tsx';
import type { SectionProps } from './section-props.ts';
import { usHolidays } from './us-holidays.ts';
import styles from './business-hours.module.css';
import field from './time-field.module.css';

type Props = {
  readonly hours: BusinessHours;
  readonly onChange: (hours: BusinessHours) => void;
};
type Span = BusinessHours['week'][number][number];

/** Those that the service's customers live in. */
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

const replaced = <T,>(all: readonly T[], at: number, by: T | null): readonly T[] =>
  by === null ? all.toSpliced(at, 1) : all.toSpliced(at, 1, by);

const TimeZone = ({ hours, onChange }: Props) => {
  const { t, i18n } = useTranslation('hours');
  const id = useId();
  const named = hours.timeZone;
  const listed = named === null || zones.includes(named) ? zones : [...zones, named];
  return (
    <div className={styles.zone}>
      <label htmlFor={id}>
        <Looked text={t('zone')} />
      </label>
      <NativeSelect
        id={id}
        value={named ?? ''}
        data={[
          { value: '', label: t('ownZone', { zone: zoneName(ownTimeZone(), i18n.language) }) },
          ...listed.map((zone) => ({ value: zone, label: zoneName(zone, i18n.language) })),
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
  const [typed, setTyped] = useState({ from: clockText(span.from), to: clockText(span.to) });
  const errorID = useId();
  const isWrong = spanOf(typed.from, typed.to) === null;
  const set = (next: typeof typed): void => {
    setTyped(next);
    const read = spanOf(next.from, next.to);
    if (read !== null) onChange(read);
  };
  return (
    <div className={styles.span}>
      {(['from', 'to'] as const).map((end) => (
        <input
          key={end}
          type="time"
          className={field.time}
          value={typed[end]}
          aria-label={t(end === 'from' ? 'opens' : 'closes', { day })}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? errorID : undefined}
          onChange={(event) => set({ ...typed, [end]: event.currentTarget.value })}
        />
      ))}
      <IconButton label={t('removeHours', { day })} onClick={() => onChange(null)}>
        <IconX size={14} />
      </IconButton>
      {isWrong && (
        <p id={errorID} className={styles.wrong} role="status">
          {t('wrong')}
        </p>
      )}
    </div>
  );
};

const Day = ({ hours, onChange, index }: Props & { readonly index: number }) => {
  const { t, i18n } = useTranslation('hours');
  const spans = hours.week[index] ?? [];
  const day = weekdayName(index, i18n.language);
  const set = (next: readonly Span[]): void =>
    onChange({ ...hours, week: replaced(hours.week, index, next) });
  const last = spans.at(-1);
  const added: Span =
    last === undefined
      ? { from: 8 * 60, to: 18 * 60 }
      : { from: Math.min(last.to + 60, 22 * 60), to: Math.min(last.to + 180, 24 * 60) };
  return (
    <div className={styles.day} role="group" aria-label={day}>
      <span className={styles.name}>{day}</span>
      <div className={styles.spans}>
        {spans.length === 0 && <span className={styles.closed}>{t('closed')}</span>}
        {spans.map((span, at) => (
          <SpanFields
            // A removed span must not leave its fields to the next one.
            key={`${spans.length}-${at}`}
            day={day}
            span={span}
            onChange={(next) => set(replaced(spans, at, next))}
          />
        ))}
      </div>
      {spans.length < mostSpans && (
        <IconButton label={t('addHours', { day })} onClick={() => set([...spans, added])}>
          <IconPlus size={16} />
        </IconButton>
      )}
    </div>
  );
};

const Holidays = ({ hours, onChange }: Props) => {
  const { t, i18n } = useTranslation('hours');
  const { holidays } = hours;
  const set = (next: BusinessHours['holidays']): void =>
    onChange({
      ...hours,
      holidays: next.toSorted((one, other) => one.date.localeCompare(other.date)),
    });
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const isKnown = holidays.some((holiday) => holiday.date === date);
  const today = useTicking(useStores().ticker, calendarDay);
  const year = Number(today.slice(0, 4));
  const missing = [year, year + 1]
    .flatMap(usHolidays)
    .filter(({ date: day }) => day >= today && holidays.every((holiday) => holiday.date !== day));
  return (
    <div className={styles.holidays}>
      <h3>
        <Looked text={t('holidays')} />
      </h3>
      <ul>
        {holidays.map((holiday, at) => (
          <li key={holiday.date}>
            <span className={styles.date}>{calendarDate(holiday.date, i18n.language)}</span>
            <bdi>{holiday.name}</bdi>
            <IconButton
              label={t('removeHoliday', { date: calendarDate(holiday.date, i18n.language) })}
              onClick={() => set(replaced(holidays, at, null))}
            >
              <IconX size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {holidays.length < mostHolidays && (
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault();
            if (date === '' || isKnown) return;
            set([...holidays, { date, name: name.trim() }]);
            setDate('');
            setName('');
          }}
        >
          <input
            type="date"
            className={field.time}
            value={date}
            aria-label={t('date')}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
          <TextInput
            value={name}
            maxLength={longestHolidayName}
            aria-label={t('holidayName')}
            placeholder={t('holidayName')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={date === '' || isKnown}>
            {t('addHoliday')}
          </Button>
          {missing.length > 0 && (
            <Button
              variant="link"
              onClick={() =>
                set([
                  ...holidays,
                  ...missing.map((each) => ({ date: each.date, name: t(`us.${each.name}`) })),
                ])
              }
            >
              {t('addUs')}
            </Button>
          )}
        </form>
      )}
    </div>
  );
};

export const BusinessHoursForm = ({ settings, set }: SectionProps) => {
  const form: Props = {
    hours: settings.businessHours,
    onChange: (businessHours) => set({ businessHours }),
  };
  return (
    <>
      <OfSetting name="timeZone">
        <TimeZone {...form} />
      </OfSetting>
      <OfSetting name="week">
        {form.hours.week.map((_, index) => (
          <Day key={index} {...form} index={index} />
        ))}
      </OfSetting>
      <OfSetting name="holidays">
        <Holidays {...form} />
      </OfSetting>
    </>
  );
};
