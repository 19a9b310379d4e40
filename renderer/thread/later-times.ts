/** When a reply that is not sent now is usually sent: times of this computer's calendar. */
import { atHour, isWeekend } from '../ui/format.ts';

type LaterName = 'evening' | 'tomorrow' | 'businessDay';
type LaterTime = { readonly name: LaterName; readonly at: number };

const eveningHour = 18;
const morningHour = 8;
/** The evening is no choice when it is as good as now. */
const soonMs = 30 * 60_000;

/** The choices, the soonest first; the next business day only where it is not tomorrow. */
export const laterTimes = (now: number): readonly LaterTime[] => {
  const evening = atHour(now, 0, eveningHour);
  const mornings = [1, 2, 3].map((days) => atHour(now, days, morningHour));
  const [tomorrow = evening] = mornings;
  const businessDay = mornings.find((at) => !isWeekend(at)) ?? tomorrow;
  return [
    ...(evening - now > soonMs ? [{ name: 'evening', at: evening } as const] : []),
    { name: 'tomorrow', at: tomorrow },
    ...(businessDay === tomorrow ? [] : [{ name: 'businessDay', at: businessDay } as const]),
  ];
};
