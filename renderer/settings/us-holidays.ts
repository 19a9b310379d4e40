/** Holidays on which most professionals in the United States are closed. */
import { padTwoDigits } from '../platform/format.ts';

/** With a `weekday`, the first one on or after `day`; 0 is Sunday. */
const rules = [
  { name: 'newYear', month: 1, day: 1 },
  { name: 'memorial', month: 5, day: 25, weekday: 1 },
  { name: 'independence', month: 7, day: 4 },
  { name: 'labor', month: 9, day: 1, weekday: 1 },
  { name: 'thanksgiving', month: 11, day: 22, weekday: 4 },
  { name: 'christmas', month: 12, day: 25 },
] as const;

type Rule = (typeof rules)[number];

const dayMs = 24 * 60 * 60_000;

const computeDay = (rule: Rule, year: number): number => {
  if (!('weekday' in rule)) return rule.day;
  // January 1, 1970 was a Thursday.
  const weekday = (Date.UTC(year, rule.month - 1, rule.day) / dayMs + 4) % 7;
  return rule.day + ((rule.weekday - weekday + 7) % 7);
};

/** Lists the holidays of a year as `YYYY-MM-DD`, in calendar order. */
export const listUSHolidays = (
  year: number,
): readonly { readonly name: Rule['name']; readonly date: string }[] =>
  rules.map((rule) => ({
    name: rule.name,
    date: `${year}-${padTwoDigits(rule.month)}-${padTwoDigits(computeDay(rule, year))}`,
  }));
