/**
 * A chart: columns for what is counted, a line for what goes on through time. Recharts draws it, in the roles of
 * roles.css; here is what it says. For who does not see it it is one picture with a sentence, its points are told
 * one by one with the arrow keys, and its table stands under it.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Area, Bar, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts';
import { FigureTable } from './figure-table.tsx';
import type { Table } from './tables.ts';
import styles from './insights.module.css';

export type Point = {
  /** What stands under it, where there is room. */
  readonly label: string;
  /** Null where there is nothing to show, which is not nothing. */
  readonly value: number | null;
  /** The value in words. */
  readonly text: string;
};

type Props = {
  readonly title: string;
  readonly about: string;
  /** In place of its title. */
  readonly heading?: ReactNode;
  readonly points: readonly Point[];
  readonly as: 'columns' | 'line';
  /** What the axis ends on, not below the largest value; without it on a round number. */
  readonly top?: number;
  /** Words for a value on the axis. */
  readonly tick: (value: number) => string;
  readonly table: Table;
  /** Each point is named on the axis, as there are few. */
  readonly everyLabel?: boolean;
};

const extremes = (points: readonly Point[]) => {
  const known = points.filter(({ value }) => value !== null);
  const sorted = known.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  return { low: sorted.at(0), high: sorted.at(-1) };
};

const axis = {
  axisLine: { stroke: 'var(--line-strong)' },
  tickLine: false,
  tick: { fill: 'var(--text-secondary)' },
} as const;

const still = { isAnimationActive: false, dataKey: 'value' } as const;
const ink = { stroke: 'var(--chart)', strokeWidth: 2 } as const;

const Tip = ({ point }: { readonly point: Point | undefined }) =>
  point === undefined ? null : (
    <p className={styles.tip} aria-live="polite">
      {point.label} <strong>{point.text}</strong>
    </p>
  );

export const Chart = ({ title, about, heading, points, ...props }: Props) => {
  const { as, top, tick, table, everyLabel } = props;
  const { t } = useTranslation('insights');
  const { low, high } = extremes(points);
  const sentence =
    low === undefined || high === undefined
      ? t('chart.none', { title })
      : t('chart.sentence', {
          ...{ title, low: low.text, lowAt: low.label },
          ...{ high: high.text, highAt: high.label },
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
          interval={everyLabel === true ? 0 : 'equidistantPreserveStart'}
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
          tickFormatter={tick}
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
            {...still}
            {...ink}
            connectNulls
            fill="var(--chart-tint)"
            dot={{ ...ink, r: 2, fill: 'var(--card)', fillOpacity: 1 }}
            activeDot={{ r: 4, fill: 'var(--chart)', stroke: 'var(--card)' }}
          />
        ) : (
          <Bar {...still} fill="var(--chart)" radius={[3, 3, 0, 0]} />
        )}
      </ComposedChart>
      <FigureTable table={table} />
    </section>
  );
};
