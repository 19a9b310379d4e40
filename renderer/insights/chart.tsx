/**
 * A chart with columns or a line, drawn by Recharts in the colors of roles.css. Screen readers get
 * a sentence, the points with the arrow keys, and a table below.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Area, Bar, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts';
import { FigureTable } from './figure-table.tsx';
import type { Table } from './tables.ts';
import styles from './insights.module.css';

export type Point = {
  /** Shown on the axis if there is space. */
  readonly label: string;
  /** Null for no data, unlike 0. */
  readonly value: number | null;
  /** The value as text. */
  readonly text: string;
};

type Props = {
  readonly title: string;
  readonly about: string;
  /** Replaces the title. */
  readonly heading?: ReactNode;
  readonly points: readonly Point[];
  readonly as: 'columns' | 'line';
  /** End of the axis, at least the largest value; a round number by default. */
  readonly top?: number;
  readonly formatTick: (value: number) => string;
  readonly table: Table;
  /** Labels every point on the axis. */
  readonly hasEveryLabel?: boolean;
};

const findExtremes = (points: readonly Point[]) => {
  const known = points.filter(({ value }) => value !== null);
  const sorted = known.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  return { low: sorted.at(0), high: sorted.at(-1) };
};

const axis = {
  axisLine: { stroke: 'var(--line-strong)' },
  tickLine: false,
  tick: { fill: 'var(--text-secondary)' },
} as const;

const seriesProps = { isAnimationActive: false, dataKey: 'value' } as const;
const strokeProps = { stroke: 'var(--chart)', strokeWidth: 2 } as const;

const Tip = ({ point }: { readonly point: Point | undefined }) =>
  point === undefined ? null : (
    <p className={styles.tip} aria-live="polite">
      {point.label} <strong>{point.text}</strong>
    </p>
  );

export const Chart = ({ title, about, heading, points, ...props }: Props) => {
  const { as, top, formatTick, table, hasEveryLabel } = props;
  const { t } = useTranslation('insights');
  const { low, high } = findExtremes(points);
  const sentence =
    low === undefined || high === undefined
      ? t('chart.none', { title })
      : t('chart.sentence', {
          title,
          low: low.text,
          lowAt: low.label,
          high: high.text,
          highAt: high.label,
        });
  return (
    <section className={styles.chart} aria-label={title}>
      {heading ?? <h2>{title}</h2>}
      <p className={styles.about}>{about}</p>
      <ComposedChart
        className={styles.plot}
        responsive
        data={points}
        role="img"
        aria-label={sentence}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        maxBarSize={40}
        barCategoryGap="15%"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...axis}
          dataKey="label"
          scale="band"
          height={24}
          interval={hasEveryLabel === true ? 0 : 'equidistantPreserveStart'}
          minTickGap={12}
        />
        <YAxis
          {...axis}
          axisLine={false}
          width="auto"
          domain={[0, top ?? 'auto']}
          {...(top === undefined
            ? { tickCount: 3, allowDecimals: false }
            : { ticks: [0, top / 2, top] })}
          tickFormatter={formatTick}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)' }}
          content={({ active, activeIndex }) =>
            active ? <Tip point={points[Number(activeIndex)]} /> : null
          }
        />
        {as === 'line' ? (
          <Area
            {...seriesProps}
            {...strokeProps}
            connectNulls
            fill="var(--chart-tint)"
            dot={{ ...strokeProps, r: 2, fill: 'var(--card)', fillOpacity: 1 }}
            activeDot={{ r: 4, fill: 'var(--chart)', stroke: 'var(--card)' }}
          />
        ) : (
          <Bar {...seriesProps} fill="var(--chart)" radius={[3, 3, 0, 0]} />
        )}
      </ComposedChart>
      <FigureTable table={table} />
    </section>
  );
};
