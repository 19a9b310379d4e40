/** The charts and tables of a report. */
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import { Chart, type Point } from './chart.tsx';
import { FigureTable, PlainTable } from './figure-table.tsx';
import type { Formatters } from './formatters.ts';
import { outcomeNames, buildTables, type Table } from './tables.ts';
import styles from './insights.module.css';

type Props = { readonly report: InsightsReport; readonly formatters: Formatters };
type TableProps = Props & { readonly table: Table };
type Tables = ReturnType<typeof buildTables>;
const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** Round ends of a time axis, whose halves are round too. */
const roundLengths = [
  ...[minute, 2 * minute, 10 * minute, 20 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  ...[8 * hour, 12 * hour, day, 2 * day, 4 * day, 8 * day, 14 * day, 30 * day, 60 * day],
];

/** Chooses a round length of at least `largest` milliseconds. */
const chooseAxisEnd = (largest: number): number =>
  roundLengths.find((length) => length >= largest) ?? Math.ceil(largest / (60 * day)) * 60 * day;

const findMax = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

const Trend = ({ report, formatters, table }: TableProps) => {
  const { t, formatCount, formatDays, formatDuration, formatMonth } = formatters;
  const points = report.trend.map((point) => ({
    ...point,
    label: report.unit === 'month' ? formatMonth(point.from) : formatDays(point.from, point.from),
  }));
  const unit = t(`unit.by.${report.unit}`);
  const medians: Point[] = points.map(({ label, medianMs }) => ({
    label,
    value: medianMs,
    text: formatDuration(medianMs),
  }));
  const replies: Point[] = points.map(({ label, answered }) => ({
    label,
    value: answered,
    text: t('column.firstReplies', { count: answered }),
  }));
  return (
    <>
      <Chart
        title={t('trend.median')}
        about={unit}
        points={medians}
        as="line"
        top={chooseAxisEnd(findMax(medians.map(({ value }) => value)))}
        formatTick={(value) => (value === 0 ? '0' : formatDuration(value))}
        table={table}
      />
      <Chart
        title={t('trend.replies')}
        about={unit}
        points={replies}
        as="columns"
        formatTick={formatCount}
        table={table}
      />
    </>
  );
};

const ArrivalCharts = ({ report, formatters, tables }: Props & { readonly tables: Tables }) => {
  const { t, formatCount, formatDuration, formatHour, formatWeekday } = formatters;
  const toPoints = (all: readonly Figures[], formatIndex: (index: number) => string): Point[] =>
    all.map(({ leads, medianMs }, index) => ({
      label: formatIndex(index),
      value: leads,
      text:
        medianMs === null
          ? t('column.leadsOf', { count: leads })
          : t('column.leadsAndMedian', { count: leads, time: formatDuration(medianMs) }),
    }));
  const charts = [
    ['hours', toPoints(report.hours, formatHour)],
    ['weekdays', toPoints(report.weekdays, formatWeekday)],
  ] as const;
  return charts.map(([name, points]) => (
    <Chart
      key={name}
      title={t(`${name}.title`)}
      about={t(`${name}.about`)}
      points={points}
      as="columns"
      formatTick={formatCount}
      table={tables[name]}
    />
  ));
};

type NamedProps = { readonly all: readonly Figures[]; readonly table: Table };

const NamedTable = ({ all, table }: NamedProps) => {
  const maxLeads = findMax(all.map(({ leads }) => leads));
  return (
    <section className={styles.wide}>
      <h2>{table.title}</h2>
      <PlainTable table={table} shares={all.map(({ leads }) => leads / maxLeads)} />
    </section>
  );
};

const Outcomes = ({ report, formatters, table }: TableProps) => {
  const { t, formatCount } = formatters;
  const { outcomes } = report;
  const points = outcomeNames.map((name) => ({
    label: t(`outcomes.${name}`),
    value: outcomes[name],
    text: t('column.leadsOf', { count: outcomes[name] }),
  }));
  return (
    <Chart
      title={t('outcomes.title')}
      about={t('outcomes.about')}
      points={points}
      as="columns"
      formatTick={formatCount}
      table={table}
      hasEveryLabel
    />
  );
};

const Spend = ({ report, formatters, table }: TableProps) => {
  const { t, formatMoney, formatCount } = formatters;
  return (
    <section className={styles.chart} aria-label={table.title}>
      <h2>{table.title}</h2>
      {report.spend.length === 0 && <p className={styles.about}>{t('spend.none')}</p>}
      {report.spend.map((sum) => (
        <dl key={sum.currency} className={styles.money}>
          <div>
            <dt>{t('spend.charged')}</dt>
            <dd>
              <strong>{formatMoney(sum.charged, sum.currency)}</strong>
              <span>
                {t('spend.of', { leads: formatCount(sum.chargedLeads), count: sum.chargedLeads })}
              </span>
            </dd>
          </div>
          {(['perLead', 'perWon', 'refunded', 'open'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`spend.${name}`)}</dt>
              <dd>{formatMoney(sum[name], sum.currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
      {report.spend.length > 0 && <FigureTable table={table} />}
    </section>
  );
};

export const Charts = ({ report, formatters }: Props) => {
  const tables = buildTables(report, formatters);
  return (
    <>
      <div className={styles.charts}>
        {report.total.answered > 0 && (
          <Trend report={report} formatters={formatters} table={tables.trend} />
        )}
        <ArrivalCharts report={report} formatters={formatters} tables={tables} />
      </div>
      <NamedTable all={report.categories} table={tables.categories} />
      {report.choices.businesses.length > 1 && (
        <NamedTable all={report.businesses} table={tables.businesses} />
      )}
      {report.people.length > 0 && <NamedTable all={report.people} table={tables.people} />}
      <div className={styles.charts}>
        <Spend report={report} formatters={formatters} table={tables.spend} />
        <Outcomes report={report} formatters={formatters} table={tables.outcomes} />
      </div>
    </>
  );
};
