/** Quiet hours, in the time zone of the business hours, and pauses. A pause ends if the clock is set back. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { QuietHours } from '../../../contract/quiet-hours.ts';
import type { CommandInput, CommandOutput } from '../../../contract/commands.ts';
import type { Clock } from '../../clock/clock.ts';
import { businessZone } from '../leads/reply-deadlines.ts';
import { recall, remember, settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

const hourMs = 60 * 60_000;
/** A clock may be set back this far without ending a pause. */
const toleranceMs = 60_000;
/** Hour at which a pause until tomorrow ends. */
const morning = 8;
/** Adjacent quiet spans are joined up to this number. */
const maxSpans = 8;

const storedPause = z.object({ since: z.number(), until: z.number() });
const pauseName = 'notices.pause';

const dayOf = (at: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

/** The end of the current quiet hours, or null. `zone` is an IANA name. */
export const quietHoursEnd = (hours: QuietHours, zone: string, at: number): number | null => {
  if (!hours.on) return null;
  const timeOn = (date: Temporal.PlainDate, minutes: number): number => {
    const plainTime = { hour: Math.floor(minutes / 60), minute: minutes % 60 };
    return date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  };
  const endAt = (moment: number): number | null => {
    const today = dayOf(moment, zone);
    const ends = [today.subtract({ days: 1 }), today]
      .filter((day) => hours.days.includes(day.dayOfWeek - 1))
      .map((day) => ({
        from: timeOn(day, hours.from),
        to: timeOn(hours.to > hours.from ? day : day.add({ days: 1 }), hours.to),
      }))
      .filter(({ from, to }) => moment >= from && moment < to)
      .map(({ to }) => to);
    return ends.length === 0 ? null : Math.max(...ends);
  };
  let end = endAt(at);
  for (let spans = 1; end !== null && spans < maxSpans; spans += 1) {
    const next = endAt(end);
    if (next === null) break;
    end = next;
  }
  return end;
};

/** Avoids finding the time zone, which is slow, for most people: they have no quiet hours. */
const hoursEndAt = (store: Store, at: number): number | null => {
  const { quietHours } = settingsNow(store);
  return quietHours.on ? quietHoursEnd(quietHours, businessZone(store), at) : null;
};

/** Returns whether notices are quiet at `now`, and the end of the quiet time. */
export const quietNow = (store: Store, now: number): CommandOutput<'notices.quiet'> => {
  const hoursEnd = hoursEndAt(store, now);
  const pause = recall(store, pauseName, storedPause.nullable());
  const paused = pause !== null && now >= pause.since - toleranceMs && now < pause.until;
  if (!paused) return { until: hoursEnd, paused };
  // A pause that ends inside quiet hours lasts until their end.
  const after = hoursEndAt(store, pause.until);
  return { until: after ?? pause.until, paused };
};

/** Stores a pause of notices that begins now; `none` ends it. */
export const keepPause = (
  store: Store,
  clock: Clock,
  length: CommandInput<'notices.pause'>['length'],
): void => {
  const since = clock.now();
  const timeZone = businessZone(store);
  const tomorrow = (): number =>
    dayOf(since, timeZone)
      .add({ days: 1 })
      .toZonedDateTime({ timeZone, plainTime: { hour: morning } }).epochMilliseconds;
  const until = { hour: () => since + hourMs, tomorrow, none: () => null }[length]();
  store.write(() => remember(store, pauseName, until === null ? null : { since, until }));
};
