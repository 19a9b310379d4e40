/** Computes times of follow-ups: after hours or business days, within hours of the customer's time zone. */
import { Temporal } from 'temporal-polyfill';
import type { RuleDefinition } from '../../../contract/automatic-replies.ts';
import type { BusinessTime } from '../platform/business-time.ts';

type Silence = Extract<RuleDefinition['when'], { readonly kind: 'silence' }>;

const hourMs = 60 * 60_000;

const toZoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

/**
 * Computes when a follow-up is due. Days are days on which the business is open: the reply keeps the time of day of our
 * last message, or waits for the opening. Null if the business does not open within two years.
 * @param since our last message, UTC milliseconds
 */
export const computeFollowUpTime = (
  since: number,
  { count, unit }: Pick<Silence, 'count' | 'unit'>,
  businessTime: BusinessTime,
  zone: string,
): number | null => {
  if (unit === 'hours') return since + count * hourMs;
  let opens: number | null = since;
  for (let day = 0; day < count && opens !== null; day += 1)
    opens = businessTime.findNextOpening(opens);
  if (opens === null) return null;
  const sameTime = toZoned(opens, zone)
    .toPlainDate()
    .toZonedDateTime({ timeZone: zone, plainTime: toZoned(since, zone).toPlainTime() });
  return Math.max(opens, sameTime.epochMilliseconds);
};

/** Returns the time if it is within the hours, else their next start; equal ends mean all day. */
export const moveIntoHours = (
  at: number,
  { from, to }: Pick<Silence, 'from' | 'to'>,
  zone: string,
): number => {
  const time = toZoned(at, zone);
  const minute = time.hour * 60 + time.minute;
  const isWithin =
    from <= to ? from === to || (minute >= from && minute < to) : minute >= from || minute < to;
  if (isWithin) return at;
  const plainTime = Temporal.PlainTime.from({
    hour: Math.floor(from / 60) % 24,
    minute: from % 60,
  });
  const today = time.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime });
  const begins =
    today.epochMilliseconds > at
      ? today
      : time.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime });
  return begins.epochMilliseconds;
};
