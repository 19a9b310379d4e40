/** Holidays on which most professionals in the United States are closed. */

/** `weekday`: 0 is Sunday. `nth` weekday of the month; -1 is the last one. */
const rules = [
  { name: 'newYear', month: 1, day: 1 },
  { name: 'memorial', month: 5, weekday: 1, nth: -1 },
  { name: 'independence', month: 7, day: 4 },
  { name: 'labor', month: 9, weekday: 1, nth: 1 },
  { name: 'thanksgiving', month: 11, weekday: 4, nth: 4 },
  { name: 'christmas', month: 12, day: 25 },
] as const;

type Rule = (typeof rules)[number];

const dayMs = 24 * 60 * 60_000;
/** 0 is Sunday; January 1, 1970 was a Thursday. */
const weekdayOf = (year: number, month: number, day: number): number =>
  (Date.UTC(year, month - 1, day) / dayMs + 4) % 7;

const dayOf = (rule: Rule, year: number): number => {
  if ('day' in rule) return rule.day;
  const { month, weekday, nth } = rule;
  const first = 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7);
  const length = (Date.UTC(year, month) - Date.UTC(year, month - 1)) / dayMs;
  return first + 7 * (nth > 0 ? nth - 1 : Math.floor((length - first) / 7));
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The holidays of a year as `YYYY-MM-DD`, in calendar order. */
export const usHolidays = (
  year: number,
): readonly { readonly name: Rule['name']; readonly date: string }[] =>
  rules.map((rule) => ({
    name: rule.name,
    date: `${year}-${twoDigits(rule.month)}-${twoDigits(dayOf(rule, year))}`,
  }));
