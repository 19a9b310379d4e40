/** Notifications on this computer, quiet hours, and notifications on the phone. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuietHours as Hours } from '../../contract/quiet-hours.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import {
  formatClock,
  getStartOfDay,
  formatWeekday,
  formatWeekdayName,
} from '../platform/format.ts';
import { OnMyPhone } from './on-my-phone.tsx';
import { IfFound, SwitchRow, type SectionProps } from './setting-row.tsx';
import { TimeField, useTimes } from './time-field.tsx';
import styles from './settings.module.css';
import layout from '../ui/layout.module.css';
import own from './quiet-hours.module.css';

type Props = { readonly hours: Hours; readonly onChange: (hours: Hours) => void };

const Times = ({ hours, onChange }: Props) => {
  const { t } = useTranslation('background');
  const [times, setTimes] = useTimes(hours);
  return (
    <div className={own.times}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={layout.row}>
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
            className={styles.toggle}
            aria-pressed={isOn}
            onClick={() =>
              onChange({ ...hours, days: isOn ? others : [...others, day].toSorted() })
            }
          >
            {formatWeekdayName(day, i18n.language, 'short')}
          </button>
        );
      })}
    </div>
  );
};

const QuietNow = () => {
  const { t, i18n } = useTranslation('background');
  const { act, ticker } = usePlatform();
  const { value } = useAnswer('notices.quiet', {});
  const now = useTicking(ticker, (at) => at);
  const until = value?.until ?? null;
  if (value === undefined || until === null || until <= now) return null;
  const isToday = getStartOfDay(until) === getStartOfDay(now);
  const time = `${isToday ? '' : `${formatWeekday(until, i18n.language)} `}${formatClock(until, i18n.language)}`;
  return (
    <div className={styles.setting} role="status">
      <div>{t('quiet.now', { time })}</div>
      {value.paused ? (
        <Button onClick={() => void act('notices.pause', { length: 'none' })}>
          {t('quiet.resume')}
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
};

export const Notifications = ({ settings, set }: SectionProps) => {
  const hours = settings.quietHours;
  const change = (quietHours: Hours): void => set({ quietHours });
  return (
    <>
      <SwitchRow
        name="notifications"
        checked={settings.notifications}
        onChange={(notifications) => set({ notifications })}
      />
      <SwitchRow name="quiet" checked={hours.on} onChange={(on) => change({ ...hours, on })} />
      <IfFound name="quiet">
        {hours.on && (
          <div className={own.when} data-joined>
            <Times hours={hours} onChange={change} />
            <Days hours={hours} onChange={change} />
          </div>
        )}
        <QuietNow />
      </IfFound>
      <OnMyPhone settings={settings} set={set} />
    </>
  );
};
