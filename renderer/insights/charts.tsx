/** The charts and tables of a report. */
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import { Chart, type Point } from './chart.tsx';
import { FigureTable, PlainTable } from './figure-table.tsx';
import type { FigureWords } from './figure-words.ts';
import { outcomeNames, tablesOf, type Table } from './tables.ts';
import styles from './insights.module.css';

type Props = { readonly report: InsightsReport; readonly words: FigureWords };
type TableProps = Props & { readonly table: Table };
type Tables = ReturnType<typeof tablesOf>;
const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** Round ends of a time axis, whose halves are round too. */
const roundLengths = [
  ...[minute, 2 * minute, 10 * minute, 20 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  ...[8 * hour, 12 * hour, day, 2 * day, 4 * day, 8 * day, 14 * day, 30 * day, 60 * day],
];

/** A round length of at least `largest` milliseconds. */
const topLength = (largest: number): number =>
  roundLengths.find((length) => length >= largest) ?? Math.ceil(largest / (60 * day)) * 60 * day;

const maxOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

const Trend = ({ report, words, table }: TableProps) => {
  const { t } = words;
  const points = report.trend.map((point) => ({
    ...point,
    label: report.unit === 'month' ? words.month(point.from) : words.days(point.from, point.from),
  }));
  const unit = t(`unit.by.${report.unit}`);
  const medians: Point[] = points.map(({ label, medianMs }) => ({
    label,
    value: medianMs,
    text: words.length(medianMs),
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
        top={topLength(maxOf(medians.map(({ value }) => value)))}
        tick={(value) => (value === 0 ? '0' : words.length(value))}
        table={table}
      />
      <Chart
        title={t('trend.replies')}
        about={unit}
        points={replies}
        as="columns"
        tick={words.count}
        table={table}
      />
    </>
  );
};

const ArrivalCharts = ({ report, words, tables }: Props & { readonly tables: Tables }) => {
  const { t, count } = words;
  const pointsOf = (all: readonly Figures[], nameOf: (index: number) => string): Point[] =>
    all.map(({ leads, medianMs }, index) => ({
      label: nameOf(index),
      value: leads,
      text:
        medianMs === null
          ? t('column.leadsOf', { count: leads })
          : t('column.leadsAndMedian', { count: leads, time: words.length(medianMs) }),
    }));
  const charts = [
    ['hours', pointsOf(report.hours, words.hour)],
    ['weekdays', pointsOf(report.weekdays, words.weekday)],
  ] as const;
  return charts.map(([name, points]) => (
    <Chart
      key={name}
      title={t(`${name}.title`)}
      about={t(`${name}.about`)}
      points={points}
      as="columns"
      tick={count}
      table={tables[name]}
    />
  ));
};

type NamedProps = { readonly all: readonly Figures[]; readonly table: Table };

const NamedTable = ({ all, table }: NamedProps) => {
  const maxLeads = maxOf(all.map(({ leads }) => leads));
  return (
    <section className={styles.wide}>
      <h2>{table.title}</h2>
      <PlainTable table={table} shares={all.map(({ leads }) => leads / maxLeads)} />
    </section>
  );
};

const Outcomes = ({ report, words, table }: TableProps) => {
  const { t, count } = words;
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
      tick={count}
      table={table}
      everyLabel
    />
  );
};

const Spend = ({ report, words, table }: TableProps) => {
  const { t, money, count } = words;
  return (
    <section className={styles.chart} aria-label={table.title}>
      <h2>{table.title}</h2>
      {report.spend.length === 0 && <p className={styles.about}>{t('spend.none')}</p>}
      {report.spend.map((sum) => (
        <dl key={sum.currency} className={styles.money}>
          <div>
            <dt>{t('spend.charged')}</dt>
            <dd>
              <strong>{money(sum.charged, sum.currency)}</strong>
              <span>
                {t('spend.of', { leads: count(sum.chargedLeads), count: sum.chargedLeads })}
              </span>
            </dd>
          </div>
          {(['perLead', 'perWon', 'refunded', 'open'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`spend.${name}`)}</dt>
              <dd>{money(sum[name], sum.currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
      {report.spend.length > 0 && <FigureTable table={table} />}
    </section>
  );
};

export const Charts = ({ report, words }: Props) => {
  const tables = tablesOf(report, words);
  return (
    <>
      <div className={styles.charts}>
        {report.total.answered > 0 && <Trend report={report} words={words} table={tables.trend} />}
        <ArrivalCharts report={report} words={words} tables={tables} />
      </div>
      <NamedTable all={report.categories} table={tables.categories} />
      {report.choices.businesses.length > 1 && (
        <NamedTable all={report.businesses} table={tables.businesses} />
      )}
      {report.people.length > 0 && <NamedTable all={report.people} table={tables.people} />}
      <div className={styles.charts}>
        <Spend report={report} words={words} table={tables.spend} />
        <Outcomes report={report} words={words} table={tables.outcomes} />
      </div>
    </>
  );
};
