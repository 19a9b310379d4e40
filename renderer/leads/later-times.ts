/** The usual times for sending later and snoozing, in this computer's calendar. */
import { atHour, startOfDay } from '../platform/format.ts';

export type LaterName = 'evening' | 'tomorrow' | 'businessDay';

const eveningHour = 18;
const morningHour = 8;
/** The evening is not offered when it is this close. */
const soonMs = 30 * 60_000;

/** Soonest first; the next business day only if after tomorrow. @param opening its time; null if unknown */
export const laterTimes = (
  now: number,
  opening: number | null,
): readonly { readonly name: LaterName; readonly at: number }[] => {
  const evening = atHour(now, 0, eveningHour);
  const tomorrow = atHour(now, 1, morningHour);
  const opensByTomorrow = opening !== null && startOfDay(opening) <= startOfDay(tomorrow);
  return [
    ...(evening - now > soonMs ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'tomorrow', at: tomorrow },
    ...(opening === null || opensByTomorrow ? [] : [{ name: 'businessDay', at: opening } as const]),
  ];
};
