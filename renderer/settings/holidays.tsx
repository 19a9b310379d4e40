/** The holidays of the business hours: a list, a form that adds one, and a button for those of the United States. */
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusinessHours } from '../../contract/business-hours.ts';
import { maxHolidayNameLength, maxHolidays } from '../../contract/limits.ts';
import { formatCalendarDate, toCalendarDay } from '../platform/format.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { FoundText } from './setting-row.tsx';
import { listUSHolidays } from './us-holidays.ts';
import styles from './business-hours.module.css';
import field from './time-field.module.css';

type Props = {
  readonly holidays: BusinessHours['holidays'];
  readonly onChange: (holidays: BusinessHours['holidays']) => void;
};

export const Holidays = ({ holidays, onChange }: Props) => {
  const { t, i18n } = useTranslation('hours');
  const set = (next: BusinessHours['holidays']): void =>
    onChange(next.toSorted((one, other) => one.date.localeCompare(other.date)));
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const isListed = holidays.some((holiday) => holiday.date === date);
  const today = useTicking(usePlatform().ticker, toCalendarDay);
  const year = Number(today.slice(0, 4));
  const missing = [year, year + 1]
    .flatMap(listUSHolidays)
    .filter(({ date: day }) => day >= today && holidays.every((holiday) => holiday.date !== day));
  return (
    <div className={styles.holidays}>
      <h3>
        <FoundText text={t('holidays')} />
      </h3>
      <ul>
        {holidays.map((holiday, at) => (
          <li key={holiday.date}>
            <span className={styles.date}>{formatCalendarDate(holiday.date, i18n.language)}</span>
            <bdi>{holiday.name}</bdi>
            <IconButton
              label={t('removeHoliday', { date: formatCalendarDate(holiday.date, i18n.language) })}
              onClick={() => set(holidays.toSpliced(at, 1))}
            >
              <IconX size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {holidays.length < maxHolidays && (
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault();
            if (date === '' || isListed) return;
            set([...holidays, { date, name: name.trim() }]);
            setDate('');
            setName('');
          }}
        >
          <input
            type="date"
            className={field.date}
            value={date}
            aria-label={t('date')}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
          <TextInput
            value={name}
            maxLength={maxHolidayNameLength}
            aria-label={t('holidayName')}
            placeholder={t('holidayName')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={date === '' || isListed}>
            {t('addHoliday')}
          </Button>
          {missing.length > 0 && (
            <Button
              variant="link"
              onClick={() => {
                const named = missing.map(({ date, name }) => ({ date, name: t(`us.${name}`) }));
                set([...holidays, ...named].slice(0, maxHolidays));
              }}
            >
              {t('addUs')}
            </Button>
          )}
        </form>
      )}
    </div>
  );
};
