/** When a reply that is not sent now is usually sent: times of this computer's calendar. */
import { atHour, startOfDay } from '../platform/format.ts';

export type LaterName = 'evening' | 'tomorrow' | 'businessDay';
type LaterTime = { readonly name: LaterName; readonly at: number };

const eveningHour = 18;
const morningHour = 8;
/** The evening is no choice when it is as good as now. */
const soonMs = 30 * 60_000;

/**
 * The choices, the soonest first; the next business day only where it is not tomorrow.
 *
 * @param opening when the business opens on its next day; null where it is not known
 */
export const laterTimes = (now: number, opening: number | null): readonly LaterTime[] => {
  const evening = atHour(now, 0, eveningHour);
  const tomorrow = atHour(now, 1, morningHour);
  const isTomorrow = opening !== null && startOfDay(opening) <= startOfDay(tomorrow);
  return [
    ...(evening - now > soonMs ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'tomorrow', at: tomorrow },
    ...(opening === null || isTomorrow ? [] : [{ name: 'businessDay', at: opening } as const]),
  ];
};
