/** The usual times for sending later and snoozing, in this computer's calendar. */
import { computeHour, getStartOfDay } from '../platform/format.ts';

export type LaterName = 'evening' | 'tomorrow' | 'businessDay';

const eveningHour = 18;
const morningHour = 8;
/** The evening is not offered when it is this close. */
const soonMs = 30 * 60_000;

/** Lists them soonest first, the next business day only if after tomorrow. @param opening null if unknown */
export const listLaterTimes = (
  now: number,
  opening: number | null,
): readonly { readonly name: LaterName; readonly at: number }[] => {
  const evening = computeHour(now, 0, eveningHour);
  const tomorrow = computeHour(now, 1, morningHour);
  const opensByTomorrow = opening !== null && getStartOfDay(opening) <= getStartOfDay(tomorrow);
  return [
    ...(evening - now > soonMs ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'tomorrow', at: tomorrow },
    ...(opening === null || opensByTomorrow ? [] : [{ name: 'businessDay', at: opening } as const]),
  ];
};
