/** The headline of Insights: the share of leads answered in time, and its trend. */
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import type { ReportFilters } from './insights.ts';
import type { FigureWords } from './figure-words.ts';

/** With fewer leads, a percentage would mislead. */
const minLeads = 5;
const dayMs = 86_400_000;

const daysOf = ({ from, to }: InsightsReport): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Rounded like the shown percentages, so that their difference agrees. */
const percentOf = ({ inTime, due }: Figures): number => Math.round((inTime / due) * 100);

/**
 * Writes the headline: the share of leads answered in time, compared with the previous period. `about` has
 * the numbers that it summarizes.
 */
export const verdictOf = (
  report: InsightsReport,
  period: ReportFilters['period'],
  { t, count, share, days }: FigureWords,
) => {
  const { total, before } = report;
  const of =
    typeof period === 'string'
      ? t(`verdict.period.${period}`)
      : t('verdict.period.own', { days: days(report.from, report.to) });
  const inTime = count(total.inTime);
  if (total.due === 0)
    return { tone: null, text: t('verdict.noneDue', { of }), about: t('verdict.aboutNoneDue') };
  if (total.due < minLeads)
    return {
      tone: null,
      text: t('verdict.few', { of, inTime, count: total.due }),
      about: t('verdict.aboutFew'),
    };
  const answered = t('verdict.answered', { inTime, count: total.due });
  const now = { of, share: share(total.inTime, total.due) };
  if (before === null || before.due < minLeads)
    return {
      tone: null,
      text: t('verdict.share', now),
      about: `${answered} ${t('verdict.tooFewBefore')}`,
    };
  const points = percentOf(total) - percentOf(before);
  const tone = points === 0 ? 'same' : points > 0 ? 'better' : 'worse';
  const earlier = { share: share(before.inTime, before.due) };
  return {
    tone,
    text: t(`verdict.${tone}`, { ...now, count: Math.abs(points) }),
    about: `${answered} ${
      period === 'year'
        ? t('verdict.beforeYear', earlier)
        : t('verdict.before', { ...earlier, count: daysOf(report) })
    }`,
  };
};

type TrendPoint = InsightsReport['trend'][number];

/** Returns the points of the trend. Above two weeks, days are merged into weeks that end with the last day. */
export const sharesOf = ({
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
