/** Tables of a report: a cell has a text for the screen and a value for spreadsheets. */
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import { formatDecimal, type Formatters } from './formatters.ts';

type Cell = { readonly text: string; readonly value: string | number | null };
export type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly Cell[])[];
};

const sums = ['charged', 'refunded', 'open'] as const;
const averages = ['perLead', 'perWon'] as const;
export const outcomeNames = ['pending', 'quoted', 'hired', 'done', 'notHired'] as const;
const reasonNames = [
  'too_expensive',
  'someone_else',
  'not_a_fit',
  'no_response',
  'other',
  'unsaid',
] as const;

const toMinutes = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.round(milliseconds / 600) / 100;

export const toTextCell = (text: string): Cell => ({ text, value: text });

/** Builds the tables in their order in a saved report. */
export const buildTables = (report: InsightsReport, formatters: Formatters) => {
  const { t, formatCount, formatDays, formatDuration, formatShare } = formatters;
  const { outcomes, automatic, total, before } = report;
  const toCountCell = (value: number): Cell => ({ text: formatCount(value), value });
  const toDurationCell = (value: number | null): Cell => ({
    text: formatDuration(value),
    value: toMinutes(value),
  });
  const toShareCell = (part: number, of: number): Cell => ({
    text: formatShare(part, of),
    value: of === 0 ? null : Math.round((part / of) * 1000) / 1000,
  });

  const listFigureColumns = (of: string): readonly string[] => [
    of,
    t('column.leads'),
    t('column.answered'),
    t('column.median'),
    t('column.p90'),
    t('column.businessMedian'),
    t('column.inTime'),
    t('column.won'),
  ];
  const listFigureCells = (figures: Figures): readonly Cell[] => [
    toCountCell(figures.leads),
    toCountCell(figures.answered),
    toDurationCell(figures.medianMs),
    toDurationCell(figures.p90Ms),
    toDurationCell(figures.businessMedianMs),
    toShareCell(figures.inTime, figures.due),
    toCountCell(figures.won),
  ];
  const buildFigureTable = <F extends Figures>(
    name: 'total' | 'trend' | 'hours' | 'weekdays' | 'categories' | 'businesses',
    of: string,
    all: readonly F[],
    toNameCell: (figures: F, index: number) => Cell,
  ): Table => ({
    title: t(`${name}.title`),
    columns: listFigureColumns(of),
    rows: all.map((figures, index) => [toNameCell(figures, index), ...listFigureCells(figures)]),
  });
  const buildAutomaticTable = (): Table => ({
    title: t('automatic.title'),
    columns: [
      t('column.period'),
      ...(['leads', 'share', 'answered', 'median'] as const).map((name) => t(`automatic.${name}`)),
    ],
    rows: [
      [
        toTextCell(formatDays(report.from, report.to)),
        toCountCell(automatic.leads),
        toShareCell(automatic.leads, total.leads),
        toCountCell(automatic.answered),
        toDurationCell(automatic.medianMs),
      ],
    ],
  });
  const buildPeopleTable = (): Table => ({
    title: t('people.title'),
    columns: [...listFigureColumns(t('column.person')), t('column.handedOver')],
    rows: report.people.map((person) => [
      toTextCell(person.name || t('people.unnamed')),
      ...listFigureCells(person),
      toCountCell(person.handedOver),
    ]),
  });
  const buildSpendTable = (): Table => ({
    title: t('spend.title'),
    columns: [
      t('spend.currency'),
      ...sums.flatMap((name) => [t(`spend.${name}`), t(`spend.${name}Leads`)]),
      ...averages.map((name) => t(`spend.${name}`)),
    ],
    rows: report.spend.map((sum) => {
      const toAmountCell = (minor: number | null): Cell => ({
        text: formatters.formatMoney(minor, sum.currency),
        value: minor === null ? null : formatDecimal(minor),
      });
      return [
        toTextCell(sum.currency),
        ...sums.flatMap((name) => [toAmountCell(sum[name]), toCountCell(sum[`${name}Leads`])]),
        ...averages.map((name) => toAmountCell(sum[name])),
      ];
    }),
  });
  const buildOutcomeTable = (): Table => ({
    title: t('outcomes.title'),
    columns: [t('outcomes.outcome'), t('column.leads')],
    rows: [
      ...outcomeNames.map((name) => [
        toTextCell(t(`outcomes.${name}`)),
        toCountCell(outcomes[name]),
      ]),
      ...reasonNames
        .filter((reason) => outcomes.reasons[reason] > 0)
        .map((reason) => [
          toTextCell(t('outcomes.because', { reason: t(`outcomes.reasons.${reason}`) })),
          toCountCell(outcomes.reasons[reason]),
        ]),
    ],
  });

  return {
    total: buildFigureTable(
      'total',
      t('column.period'),
      before === null ? [total] : [total, before],
      (_, index) =>
        toTextCell(index === 0 ? formatDays(report.from, report.to) : t('total.before')),
    ),
    ...(automatic.leads > 0 && { automatic: buildAutomaticTable() }),
    trend: buildFigureTable('trend', t(`unit.${report.unit}`), report.trend, ({ from, to }) => ({
      text: report.unit === 'month' ? formatters.formatMonth(from) : formatDays(from, to),
      value: from,
    })),
    hours: buildFigureTable('hours', t('column.hour'), report.hours, (_, hour) => ({
      text: formatters.formatHour(hour),
      value: hour,
    })),
    weekdays: buildFigureTable('weekdays', t('column.weekday'), report.weekdays, (_, index) =>
      toTextCell(formatters.formatWeekday(index)),
    ),
    categories: buildFigureTable('categories', t('column.category'), report.categories, (each) =>
      toTextCell(each.name || t('noCategory')),
    ),
    businesses: buildFigureTable('businesses', t('column.business'), report.businesses, (each) =>
      toTextCell(each.name || t('noBusiness')),
    ),
    people: buildPeopleTable(),
    spend: buildSpendTable(),
    outcomes: buildOutcomeTable(),
  };
};
