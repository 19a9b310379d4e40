/** The table of automatic replies in a report. */
import { expect, it } from 'vitest';
import type { InsightsReport } from '../../../../contract/commands/insights.ts';
import type { Formatters } from '../../../../renderer/insights/formatters.ts';
import { buildTables } from '../../../../renderer/insights/tables.ts';

const formatters = {
  t: (key: string) => key,
  formatCount: String,
  formatDuration: String,
  formatShare: (part: number, of: number) => `${(part / of) * 100}%`,
  formatDays: (from: string, to: string) => `${from} – ${to}`,
} as unknown as Formatters;

const buildAutomaticTable = (leads: number) =>
  buildTables(
    {
      ...{ from: '2026-11-01', to: '2026-11-30', unit: 'day', before: null },
      ...{ total: { leads: 40 }, trend: [], hours: [], weekdays: [], categories: [] },
      ...{ businesses: [], people: [], spend: [], outcomes: { reasons: {} } },
      automatic: { leads, answered: 30, medianMs: 90_000 },
    } as unknown as InsightsReport,
    formatters,
  ).automatic;

it('a report with replies by rules has their share and the figures with them', () => {
  expect(
    buildAutomaticTable(10)?.rows.map((row) => row.map(({ text, value }) => [text, value])),
  ).toEqual([
    [
      ['2026-11-01 – 2026-11-30', '2026-11-01 – 2026-11-30'],
      ['10', 10],
      ['25%', 0.25],
      ['30', 30],
      ['90000', 1.5],
    ],
  ]);
});

it('a report without replies by rules has no table of them', () => {
  expect(buildAutomaticTable(0)).toBeUndefined();
});
