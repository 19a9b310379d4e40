/** The verdict of Insights: the share of leads answered in time, and its trend. */
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import type { ReportFilters } from './use-report.ts';
import type { Formatters } from './formatters.ts';

/** With fewer leads, a percentage would mislead. */
const minLeads = 5;
const dayMs = 86_400_000;

const countDays = ({ from, to }: InsightsReport): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Rounds like the shown percentages, so that their difference agrees. */
const computePercent = ({ inTime, due }: Figures): number => Math.round((inTime / due) * 100);

/** Writes the verdict, compared with the previous period. `about` has the numbers that it summarizes. */
export const buildVerdict = (
  report: InsightsReport,
  period: ReportFilters['period'],
  { t, formatCount, formatShare, formatDays }: Formatters,
) => {
  const { total, before } = report;
  const of =
    typeof period === 'string'
      ? t(`verdict.period.${period}`)
      : t('verdict.period.own', { days: formatDays(report.from, report.to) });
  const inTime = formatCount(total.inTime);
  if (total.due === 0)
    return { tone: null, text: t('verdict.noneDue', { of }), about: t('verdict.aboutNoneDue') };
  if (total.due < minLeads)
    return {
      tone: null,
      text: t('verdict.few', { of, inTime, count: total.due }),
      about: t('verdict.aboutFew'),
    };
  const answered = t('verdict.answered', { inTime, count: total.due });
  const now = { of, share: formatShare(total.inTime, total.due) };
  if (before === null || before.due < minLeads)
    return {
      tone: null,
      text: t('verdict.share', now),
      about: `${answered} ${t('verdict.tooFewBefore')}`,
    };
  const points = computePercent(total) - computePercent(before);
  const tone = points === 0 ? 'same' : points > 0 ? 'better' : 'worse';
  const earlier = { share: formatShare(before.inTime, before.due) };
  return {
    tone,
    text: t(`verdict.${tone}`, { ...now, count: Math.abs(points) }),
    about: `${answered} ${
      period === 'year'
        ? t('verdict.beforeYear', earlier)
        : t('verdict.before', { ...earlier, count: countDays(report) })
    }`,
  };
};

type TrendPoint = InsightsReport['trend'][number];

/** Returns the trend, with more than two weeks of days merged into weeks that end with the last day. */
export const groupTrend = ({
  trend,
  unit,
}: InsightsReport): readonly Pick<TrendPoint, 'from' | 'to' | 'inTime' | 'due'>[] => {
  if (unit !== 'day' || trend.length <= 14) return trend;
  const offset = 6 - ((trend.length - 1) % 7);
  const weeks = Object.groupBy(trend, (_, day) => Math.floor((day + offset) / 7));
  return Object.values(weeks).flatMap((week = []) => {
    const [start, end] = [week[0], week.at(-1)];
    if (start === undefined || end === undefined) return [];
    const sum = (key: 'inTime' | 'due') => week.reduce((all, day) => all + day[key], 0);
    return [{ from: start.from, to: end.to, inTime: sum('inTime'), due: sum('due') }];
  });
};
