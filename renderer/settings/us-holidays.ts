/** The days on which most professionals in the United States are closed, by the rules that set them. */

/** `weekday`: 0 is Sunday; `nth` of the month, -1 the last one. */
type Rule =
  | { readonly name: HolidayName; readonly month: number; readonly day: number }
  | {
      readonly name: HolidayName;
      readonly month: number;
      readonly weekday: number;
      readonly nth: number;
    };

export type HolidayName =
  | 'newYear'
  | 'memorial'
  | 'independence'
  | 'labor'
  | 'thanksgiving'
  | 'christmas';

const rules: readonly Rule[] = [
  { name: 'newYear', month: 1, day: 1 },
  { name: 'memorial', month: 5, weekday: 1, nth: -1 },
  { name: 'independence', month: 7, day: 4 },
  { name: 'labor', month: 9, weekday: 1, nth: 1 },
  { name: 'thanksgiving', month: 11, weekday: 4, nth: 4 },
  { name: 'christmas', month: 12, day: 25 },
];

const dayMs = 24 * 60 * 60_000;
const daysSince1970 = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / dayMs;
/** 0 is Sunday; January 1, 1970 was a Thursday. */
const weekdayOf = (year: number, month: number, day: number): number =>
  (daysSince1970(year, month, day) + 4) % 7;

const dayOf = (rule: Rule, year: number): number => {
  if ('day' in rule) return rule.day;
  const { month, weekday, nth } = rule;
  const days = daysSince1970(year, month + 1, 1) - daysSince1970(year, month, 1);
  const all = Array.from({ length: days }, (_, index) => index + 1).filter(
    (day) => weekdayOf(year, month, day) === weekday,
  );
  return all.at(nth < 0 ? nth : nth - 1) ?? 1;
};

const two = (number: number): string => String(number).padStart(2, '0');

/** The holidays of a year as `YYYY-MM-DD`, in the order of the calendar. */
export const usHolidays = (
  year: number,
): readonly { readonly name: HolidayName; readonly date: string }[] =>
  rules.map((rule) => ({
    name: rule.name,
    date: `${year}-${two(rule.month)}-${two(dayOf(rule, year))}`,
  }));
