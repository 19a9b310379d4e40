/** In which hours the desktop is told nothing, and until when it is quiet now. */
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuietHours as Hours } from '../../contract/quiet-hours.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { clockTime, startOfDay, weekday } from '../platform/format.ts';
import { OfSetting } from './found.tsx';
import { SettingRow } from './setting-row.tsx';
import { TimeField } from './time-field.tsx';
import styles from './settings.module.css';
import own from './quiet-hours.module.css';

/** January 1, 2024 was a Monday. */
const shortDay = (day: number, language: string): string =>
  weekday(Date.UTC(2024, 0, 1 + day), language, 'UTC');

type Props = { readonly hours: Hours; readonly onChange: (hours: Hours) => void };

const Times = ({ hours, onChange }: Props) => {
  const { t } = useTranslation('background');
  const [times, setTimes] = useState<Record<'from' | 'to', number | null>>(hours);
  return (
    <div className={own.times}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {t(`quiet.${end}`)}
          <TimeField
            minutes={times[end]}
            onChange={(minutes) => {
              setTimes({ ...times, [end]: minutes });
              if (minutes !== null) onChange({ ...hours, [end]: minutes });
            }}
          />
        </label>
      ))}
      {hours.to <= hours.from && <span>{t('quiet.nextDay')}</span>}
    </div>
  );
};

const Days = ({ hours, onChange }: Props) => {
  const { t, i18n } = useTranslation('background');
  return (
    <div className={own.days} role="group" aria-label={t('quiet.days')}>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => {
        const isOn = hours.days.includes(day);
        const others = hours.days.filter((other) => other !== day);
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              onChange({ ...hours, days: isOn ? others : [...others, day].toSorted() })
            }
          >
            {shortDay(day, i18n.language)}
          </button>
        );
      })}
    </div>
  );
};

const QuietNow = () => {
  const { t, i18n } = useTranslation('background');
  const { bridge, queries, ticker } = usePlatform();
  const { value } = useAnswer('notices.quiet', {});
  const now = useTicking(ticker, (at) => at);
  const until = value?.until ?? null;
  if (value === undefined || until === null || until <= now) return null;
  const isToday = startOfDay(until) === startOfDay(now);
  const resume = async (): Promise<void> => {
    const answer = await bridge.invoke('notices.pause', { length: 'none' });
    if (answer.ok) queries.keep('notices.quiet', {}, answer.value);
  };
  const time = `${isToday ? '' : `${weekday(until, i18n.language)} `}${clockTime(until, i18n.language)}`;
  return (
    <div className={styles.setting} role="status">
      <div>{t('quiet.now', { time })}</div>
      {value.paused ? (
        <Button variant="default" onClick={() => void resume()}>
          {t('quiet.resume')}
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
};

/** Rows of the card of notifications. */
export const QuietHours = ({ hours, onChange }: Props) => (
  <>
    <SettingRow name="quiet">
      {(label) => (
        <Switch
          aria-label={label}
          checked={hours.on}
          onChange={({ currentTarget }) => onChange({ ...hours, on: currentTarget.checked })}
        />
      )}
    </SettingRow>
    <OfSetting name="quiet">
      {hours.on && (
        <div className={own.when} data-joined>
          <Times hours={hours} onChange={onChange} />
          <Days hours={hours} onChange={onChange} />
        </div>
      )}
      <QuietNow />
    </OfSetting>
  </>
);
