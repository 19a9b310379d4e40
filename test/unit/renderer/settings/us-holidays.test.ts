import { expect, it } from 'vitest';
import { listUSHolidays } from '../../../../renderer/settings/us-holidays.ts';

it.each([
  [2026, '2026-05-25', '2026-09-07', '2026-11-26'],
  [2027, '2027-05-31', '2027-09-06', '2027-11-25'],
])('the holidays of %i have the right dates', (year, ...moving) => {
  const dates = Object.fromEntries(listUSHolidays(year).map(({ name, date }) => [name, date]));
  expect([dates.memorial, dates.labor, dates.thanksgiving]).toEqual(moving);
  expect([dates.newYear, dates.independence, dates.christmas]).toEqual(
    ['01-01', '07-04', '12-25'].map((day) => `${year}-${day}`),
  );
});
