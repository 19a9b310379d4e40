/** Quiet hours, in the time zone of the business hours, and pauses. A pause ends if the clock is set back. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { QuietHours } from '../../../contract/quiet-hours.ts';
import type { CommandInput, CommandOutput } from '../../../contract/commands.ts';
import type { Clock } from '../../clock/clock.ts';
import { readBusinessZone } from '../leads/reply-deadlines.ts';
import { readSetting, storeSetting, readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const hourMs = 60 * 60_000;
/** A clock may be set back this far without ending a pause. */
const toleranceMs = 60_000;
/** Hour at which a pause until tomorrow ends; one that begins after midnight ends that morning. */
const morning = 8;
/** Adjacent quiet spans are joined up to this number. */
const maxSpans = 8;

const storedPause = z.object({ since: z.number(), until: z.number() });
const pauseName = 'notices.pause';

const toDay = (at: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

/** Finds the end of the current quiet hours, or null. `zone` is an IANA name. */
export const findQuietHoursEnd = (hours: QuietHours, zone: string, at: number): number | null => {
  if (!hours.on) return null;
  const toTime = (date: Temporal.PlainDate, minutes: number): number => {
    const plainTime = { hour: Math.floor(minutes / 60), minute: minutes % 60 };
    return date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  };
  const findEnd = (moment: number): number | null => {
    const today = toDay(moment, zone);
    const ends = [today.subtract({ days: 1 }), today]
      .filter((day) => hours.days.includes(day.dayOfWeek - 1))
      .map((day) => ({
        from: toTime(day, hours.from),
        to: toTime(hours.to > hours.from ? day : day.add({ days: 1 }), hours.to),
      }))
      .filter(({ from, to }) => moment >= from && moment < to)
      .map(({ to }) => to);
    return ends.length === 0 ? null : Math.max(...ends);
  };
  let end = findEnd(at);
  for (let spans = 1; end !== null && spans < maxSpans; spans += 1) {
    const next = findEnd(end);
    if (next === null) break;
    end = next;
  }
  return end;
};

/** Skips the lookup of the time zone, which is slow, for most people: they have no quiet hours. */
const findHoursEnd = (store: Store, at: number): number | null => {
  const { quietHours } = readSettings(store);
  return quietHours.on ? findQuietHoursEnd(quietHours, readBusinessZone(store), at) : null;
};

/** Reads the end of the quiet time at `now` (null: not quiet), and if a pause causes it. */
export const readQuiet = (store: Store, now: number): CommandOutput<'notices.quiet'> => {
  const hoursEnd = findHoursEnd(store, now);
  const pause = readSetting(store, pauseName, storedPause.nullable());
  const paused = pause !== null && now >= pause.since - toleranceMs && now < pause.until;
  if (!paused) return { until: hoursEnd, paused };
  // A pause that ends inside quiet hours lasts until their end.
  const after = findHoursEnd(store, pause.until);
  return { until: after ?? pause.until, paused };
};

/** Stores a pause of notices that begins now; `none` ends it. */
export const storePause = (
  store: Store,
  clock: Clock,
  length: CommandInput<'notices.pause'>['length'],
): void => {
  const since = clock.now();
  const timeZone = readBusinessZone(store);
  const toMorning = (day: Temporal.PlainDate): number =>
    day.toZonedDateTime({ timeZone, plainTime: { hour: morning } }).epochMilliseconds;
  const tomorrow = (): number => {
    const today = toDay(since, timeZone);
    return since < toMorning(today) ? toMorning(today) : toMorning(today.add({ days: 1 }));
  };
  const until = { hour: () => since + hourMs, tomorrow, none: () => null }[length]();
  store.write(() => storeSetting(store, pauseName, until === null ? null : { since, until }));
};
