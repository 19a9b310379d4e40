/** The booked or proposed times of a request. */
import { Fragment, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { toWall, formatZone } from '../platform/format.ts';
import { useToday } from '../ui/time-words.ts';
import { joinSpans, buildTimeLines, type TimeLine } from './proposed-times.ts';
import styles from './times.module.css';

export type Times = NonNullable<ReturnType<typeof useTimes>>;

/** With more windows, consecutive days with the same hours share a line. */
const maxByDay = 6;

/** Null without any. @param isChoosable the professional chooses one, so each day has its line if there are few */
export const useTimes = (
  { booking, proposedTimes, timeZone }: LeadDetails['request'],
  isChoosable: boolean,
) => {
  const { t, i18n } = useTranslation();
  const now = useToday();
  return useMemo(() => {
    const { language } = i18n;
    const zone = timeZone ?? undefined;
    const spans = joinSpans(booking === null ? proposedTimes : [booking], zone);
    if (spans.length === 0) return null;
    const isElsewhere = (at: number): boolean =>
      JSON.stringify(toWall(at, zone)) !== JSON.stringify(toWall(at));
    return {
      kind: booking === null ? ('proposed' as const) : ('booked' as const),
      lines: buildTimeLines(spans, {
        language,
        now,
        timeZone: zone,
        allDay: t('time.allDay'),
        // The hour, because Spanish says “la 1” and “las 2”.
        formatOpen: (start) => t('time.open', { start, count: parseInt(start) }),
        isByDay: isChoosable && spans.length <= maxByDay,
      }),
      /** The job's time zone, if its clocks differ from the computer's. */
      zone:
        zone !== undefined && spans.some(({ start }) => isElsewhere(start))
          ? formatZone(zone, language)
          : null,
    };
  }, [booking, proposedTimes, timeZone, isChoosable, now, t, i18n]);
};

type ListProps = {
  readonly times: Times;
  /** Renders the windows of a line; by default as text. */
  readonly renderWindows?: (line: TimeLine) => ReactNode;
};

export const TimeList = ({ times: { lines, zone }, renderWindows }: ListProps) => {
  const { t } = useTranslation();
  return (
    <div>
      <ul className={styles.times}>
        {lines.map((line, index) => (
          <li key={index}>
            <span>{line.days}</span>{' '}
            <span className="tabular">
              {renderWindows?.(line) ??
                line.windows.map(({ hours }, nth) => (
                  <Fragment key={nth}>
                    {nth > 0 && ', '}
                    <span className={styles.hours}>{hours}</span>
                  </Fragment>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {zone !== null && <p className={styles.zone}>{t('time.zone', { zone })}</p>}
    </div>
  );
};
