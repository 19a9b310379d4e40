/** The verdict with its trend, and the main figures compared with the previous period. */
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import type { ReportFilters } from './use-report.ts';
import { Chart, type Point } from './chart.tsx';
import type { Formatters } from './formatters.ts';
import { buildTables } from './tables.ts';
import { groupTrend, buildVerdict } from './verdict.ts';
import styles from './insights.module.css';

type Change = 'better' | 'worse' | 'same';

type TileProps = {
  readonly label: string;
  readonly value: string;
  readonly about: string | null;
  readonly change: { readonly tone: Change | null; readonly text: string } | null;
};

const Tile = ({ label, value, about, change }: TileProps) => (
  <div className={styles.tile}>
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong>
      {about !== null && <span>{about}</span>}
      {change && <span data-tone={change.tone}>{change.text}</span>}
    </dd>
  </div>
);

/** @param sign 1 if more is better, -1 if less is */
const chooseTone = (now: number, before: number, sign: 1 | -1): Change =>
  now === before ? 'same' : now * sign > before * sign ? 'better' : 'worse';

const lengths = [
  ['median', 'medianMs', 'businessMedianMs'],
  ['p90', 'p90Ms', 'businessP90Ms'],
] as const;

type Props = {
  readonly total: Figures;
  readonly before: Figures | null;
  readonly formatters: Formatters;
};

export const MainFigures = ({ total, before, formatters }: Props) => {
  const { t, formatCount, formatDuration, formatShare } = formatters;
  const compare = (tone: Change, was: string) => ({ tone, text: t(`headline.${tone}`, { was }) });
  const compareCount = (of: 'leads' | 'won') =>
    before && { tone: null, text: t('headline.was', { was: formatCount(before[of]) }) };
  const compareLength = (of: 'medianMs' | 'p90Ms') => {
    const [now, was] = [total[of], before?.[of] ?? null];
    return now === null || was === null
      ? null
      : compare(chooseTone(now, was, -1), formatDuration(was));
  };
  return (
    <dl className={styles.headline}>
      <Tile
        label={t('headline.leads')}
        value={formatCount(total.leads)}
        about={t('headline.answered', { count: total.answered })}
        change={compareCount('leads')}
      />
      {lengths.map(([name, all, inHours]) => (
        <Tile
          key={name}
          label={t(`headline.${name}`)}
          value={formatDuration(total[all])}
          about={
            total[inHours] === null
              ? null
              : t('headline.inHours', { time: formatDuration(total[inHours]) })
          }
          change={compareLength(all)}
        />
      ))}
      <Tile
        label={t('headline.won')}
        value={formatCount(total.won)}
        about={t('headline.wonShare', { share: formatShare(total.won, total.leads) })}
        change={compareCount('won')}
      />
    </dl>
  );
};

type VerdictProps = {
  readonly report: InsightsReport;
  readonly period: ReportFilters['period'];
  readonly formatters: Formatters;
};

export const Verdict = ({ report, period, formatters }: VerdictProps) => {
  const { t, formatShare, formatDays, formatMonth } = formatters;
  const { tone, text, about } = buildVerdict(report, period, formatters);
  const shares = groupTrend(report);
  const isByWeek = shares !== report.trend;
  const points: Point[] = shares.map(({ from, to, inTime, due }) => ({
    label: report.unit === 'month' ? formatMonth(from) : formatDays(from, isByWeek ? to : from),
    value: due === 0 ? null : inTime / due,
    text: formatShare(inTime, due),
  }));
  const heading = (
    <div className={styles.verdict}>
      <h2 data-tone={tone}>
        {tone === 'better' && <IconTrendingUp size={22} stroke={1.75} aria-hidden />}
        {tone === 'worse' && <IconTrendingDown size={22} stroke={1.75} aria-hidden />}
        <span>{text}</span>
      </h2>
      <p>{about}</p>
    </div>
  );
  // One point is not a trend.
  if (points.filter(({ value }) => value !== null).length < 2)
    return <section className={styles.summary}>{heading}</section>;
  return (
    <div className={styles.opening}>
      <Chart
        title={t('trend.inTime')}
        about={isByWeek ? t('verdict.byWeek') : t(`unit.by.${report.unit}`)}
        heading={heading}
        points={points}
        as="line"
        top={1}
        formatTick={(value) => formatShare(value, 1)}
        table={buildTables(report, formatters).trend}
        hasEveryLabel={isByWeek}
      />
    </div>
  );
};
