import { describe, expect, it } from 'vitest';
import type { Figures, InsightsReport } from '../../../../contract/commands/insights.ts';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import type { Formatters } from '../../../../renderer/insights/formatters.ts';
import { groupTrend, buildVerdict } from '../../../../renderer/insights/verdict.ts';
import { formatCalendarDays } from '../../../../renderer/platform/format.ts';

const createFormatters = async (language: 'en' | 'es'): Promise<Formatters> => {
  const words = await createI18n(language);
  await words.loadNamespaces('insights');
  return {
    t: words.getFixedT(null, 'insights'),
    formatCount: String,
    formatShare: (part: number, of: number) => `${Math.round((part / of) * 100)}%`,
    formatDays: (from: string, to: string) => formatCalendarDays(from, to, language),
  } as unknown as Formatters;
};
const english = await createFormatters('en');

const figures = (inTime: number, due: number): Figures => ({
  leads: due,
  answered: due,
  medianMs: null,
  p90Ms: null,
  businessMedianMs: null,
  businessP90Ms: null,
  due,
  inTime,
  won: 0,
});
const createReport = (now: Figures, before: Figures | null): InsightsReport =>
  ({ from: '2026-11-01', to: '2026-11-30', total: now, before }) as InsightsReport;
const buildVerdictFor = (
  now: Figures,
  before: Figures | null,
  period: '7' | '30' | 'year' = '30',
) => buildVerdict(createReport(now, before), period, english);

describe('the summary of Insights', () => {
  it('shows the share, the improvement and the numbers', () => {
    expect(buildVerdictFor(figures(23, 25), figures(83, 100))).toEqual({
      tone: 'better',
      text: 'In time in the last 30 days: 92%, 9 points better',
      about: '23 of 25 leads answered within 4 business hours. It was 83% in the 30 days before.',
    });
  });

  it('shows a decline by one point', () => {
    expect(buildVerdictFor(figures(82, 100), figures(83, 100), 'year')).toMatchObject({
      tone: 'worse',
      text: 'In time this year: 82%, 1 point worse',
      about: expect.stringContaining('on the same days of last year') as string,
    });
  });

  it('shows no change when the rounded numbers are equal', () => {
    expect(buildVerdictFor(figures(830, 1000), figures(832, 1000), '7')).toMatchObject({
      tone: 'same',
      text: 'In time in the last 7 days: 83%, same as before',
    });
  });

  it('has no comparison with too few leads before', () => {
    for (const before of [null, figures(1, 4)])
      expect(buildVerdictFor(figures(9, 10), before)).toEqual({
        tone: null,
        text: 'In time in the last 30 days: 90%',
        about:
          '9 of 10 leads answered within 4 business hours. There were too few leads before to compare with.',
      });
  });

  it('shows counts instead of a percentage for few leads', () => {
    expect(buildVerdictFor(figures(2, 3), figures(90, 100)).text).toBe(
      'In time in the last 30 days: 2 of 3 leads',
    );
    expect(buildVerdictFor(figures(1, 1), null).text).toBe(
      'In time in the last 30 days: 1 of 1 lead',
    );
  });

  it('shows that no reply is due yet', () => {
    expect(buildVerdictFor(figures(0, 0), figures(90, 100))).toMatchObject({
      tone: null,
      text: 'In time in the last 30 days: no reply due yet',
    });
  });

  it('shows chosen dates', () => {
    const days = { from: '2026-11-01', to: '2026-11-30' };
    expect(buildVerdict(createReport(figures(9, 10), null), days, english).text).toBe(
      'In time, Nov 1 – 30: 90%',
    );
  });

  it('is in Spanish too', async () => {
    const spanish = await createFormatters('es');
    expect(buildVerdict(createReport(figures(23, 25), figures(83, 100)), '30', spanish).text).toBe(
      'A tiempo en los últimos 30 días: 92%, 9 puntos mejor',
    );
  });
});

it('the chart of a month groups days by seven, with a full last week and the same total', () => {
  const trend = Array.from({ length: 30 }, (_, day) => {
    const date = `2026-11-${String(day + 1).padStart(2, '0')}`;
    return { ...figures(1, 2), from: date, to: date };
  });
  const shares = groupTrend({ trend, unit: 'day' } as unknown as InsightsReport);
  expect(shares.map(({ from, to }) => `${from.slice(8)}–${to.slice(8)}`)).toEqual([
    '01–02',
    '03–09',
    '10–16',
    '17–23',
    '24–30',
  ]);
  expect(shares.reduce((sum, { due }) => sum + due, 0)).toBe(60);
  const week = { trend: trend.slice(0, 7), unit: 'day' } as unknown as InsightsReport;
  expect(groupTrend(week)).toBe(week.trend);
});
