/**
 * When the desktop is told nothing: in the quiet hours of the settings, read in the calendar's time zone,
 * and while the professional has asked for quiet. Both go by the computer's clock, which can be set: a
 * pause that begins in the future of a clock set back is over.
 */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { QuietHours } from '../../../contract/quiet-hours.ts';
import type { CommandInput, CommandOutput } from '../../../contract/commands.ts';
import type { Clock } from '../../clock/clock.ts';
import { businessZone } from '../leads/reply-times.ts';
import { recall, remember, settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const hourMs = 60 * 60_000;
/** How far a clock may be set back without ending a pause: less than anybody does by hand. */
const toleranceMs = 60_000;
/** At which hour a day begins for who asked for quiet until tomorrow. */
const morning = 8;
/** So many spans that touch each other are one; more would be quiet for ever. */
const mostSpans = 8;

const kept = z.object({ since: z.number(), until: z.number() });
const pauseName = 'notices.pause';

/**
 * When the quiet hours that hold at a moment end, or null where none hold.
 *
 * @param at UTC milliseconds
 * @param zone IANA name of the calendar's time zone
 */
export const quietHoursEnd = (hours: QuietHours, zone: string, at: number): number | null => {
  if (!hours.on) return null;
  const endAt = (moment: number): number | null => {
    const today = Temporal.Instant.fromEpochMilliseconds(moment)
      .toZonedDateTimeISO(zone)
      .toPlainDate();
    const clock = (date: Temporal.PlainDate, minutes: number): number => {
      const plainTime = Temporal.PlainTime.from({
        hour: Math.floor(minutes / 60),
        minute: minutes % 60,
      });
      return date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
    };
    const ends = [today.subtract({ days: 1 }), today]
      .filter((day) => hours.days.includes(day.dayOfWeek - 1))
      .map((day) => ({
        from: clock(day, hours.from),
        to: clock(hours.to > hours.from ? day : day.add({ days: 1 }), hours.to),
      }))
      .filter(({ from, to }) => moment >= from && moment < to)
      .map(({ to }) => to);
    return ends.length === 0 ? null : Math.max(...ends);
  };
  let end = endAt(at);
  for (let spans = 1; end !== null && spans < mostSpans; spans += 1) {
    const next = endAt(end);
    if (next === null) break;
    end = next;
  }
  return end;
};

/** Asked of each slice of deliveries, mostly where no quiet hours are kept: the zone takes far longer. */
const hoursEndAt = (store: Store, at: number): number | null => {
  const { quietHours } = settingsNow(store);
  return quietHours.on ? quietHoursEnd(quietHours, businessZone(store), at) : null;
};

/** Until when it is quiet, and whether because the professional asked for it. */
export const quietNow = (store: Store, now: number): CommandOutput<'notices.quiet'> => {
  const hoursEnd = hoursEndAt(store, now);
  const pause = recall(store, pauseName, kept.nullable());
  const paused = pause !== null && now >= pause.since - toleranceMs && now < pause.until;
  if (!paused) return { until: hoursEnd, paused };
  // Where the pause ends inside quiet hours, it goes on until these end.
  const after = hoursEndAt(store, pause.until);
  return { until: after ?? pause.until, paused };
};

/** Keeps what the professional asked for. */
export const keepPause = (
  store: Store,
  clock: Clock,
  length: CommandInput<'notices.pause'>['length'],
): void => {
  const since = clock.now();
  const timeZone = businessZone(store);
  const tomorrow = (): number =>
    Temporal.Instant.fromEpochMilliseconds(since)
      .toZonedDateTimeISO(timeZone)
      .toPlainDate()
      .add({ days: 1 })
      .toZonedDateTime({ timeZone, plainTime: { hour: morning } }).epochMilliseconds;
  const until = { hour: () => since + hourMs, tomorrow, none: () => null }[length]();
  store.write(() => remember(store, pauseName, until === null ? null : { since, until }));
};
