/** Tables of a report: a cell has a text for the screen and a value for spreadsheets. */
import type { Figures, InsightsReport } from '../../contract/commands/insights.ts';
import { decimal, type FigureWords } from './figure-words.ts';

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

/** The tables in their order in a saved report. */
export const tablesOf = (report: InsightsReport, words: FigureWords) => {
  const { t, count, length, share, money } = words;
  const textCell = (text: string): Cell => ({ text, value: text });
  const countCell = (value: number): Cell => ({ text: count(value), value });
  const durationCell = (value: number | null): Cell => ({
    text: length(value),
    value: toMinutes(value),
  });
  const shareCell = (part: number, of: number): Cell => ({
    text: share(part, of),
    value: of === 0 ? null : Math.round((part / of) * 1000) / 1000,
  });

  const figureColumns = (of: string): readonly string[] => [
    of,
    t('column.leads'),
    t('column.answered'),
    t('column.median'),
    t('column.p90'),
    t('column.businessMedian'),
    t('column.inTime'),
    t('column.won'),
  ];
  const figureCells = (figures: Figures): readonly Cell[] => [
    countCell(figures.leads),
    countCell(figures.answered),
    durationCell(figures.medianMs),
    durationCell(figures.p90Ms),
    durationCell(figures.businessMedianMs),
    shareCell(figures.inTime, figures.due),
    countCell(figures.won),
  ];
  const figureTable = <F extends Figures>(
    name: 'total' | 'trend' | 'hours' | 'weekdays' | 'categories' | 'businesses',
    of: string,
    all: readonly F[],
    nameOf: (figures: F, index: number) => Cell,
  ): Table => ({
    title: t(`${name}.title`),
    columns: figureColumns(of),
    rows: all.map((figures, index) => [nameOf(figures, index), ...figureCells(figures)]),
  });
  const automaticTable = (): Table => ({
    title: t('automatic.title'),
    columns: [
      t('column.period'),
      ...(['leads', 'share', 'answered', 'median'] as const).map((name) => t(`automatic.${name}`)),
    ],
    rows: [
      [
        textCell(words.days(report.from, report.to)),
        countCell(automatic.leads),
        shareCell(automatic.leads, total.leads),
        countCell(automatic.answered),
        durationCell(automatic.medianMs),
      ],
    ],
  });

  const { outcomes, automatic, total, before } = report;
  return {
    total: figureTable(
      'total',
      t('column.period'),
      before === null ? [total] : [total, before],
      (_, index) => textCell(index === 0 ? words.days(report.from, report.to) : t('total.before')),
    ),
    ...(automatic.leads > 0 && { automatic: automaticTable() }),
    trend: figureTable('trend', t(`unit.${report.unit}`), report.trend, (point) => ({
      text: report.unit === 'month' ? words.month(point.from) : words.days(point.from, point.to),
      value: point.from,
    })),
    hours: figureTable('hours', t('column.hour'), report.hours, (_, hour) => ({
      text: words.hour(hour),
      value: hour,
    })),
    weekdays: figureTable('weekdays', t('column.weekday'), report.weekdays, (_, index) =>
      textCell(words.weekday(index)),
    ),
    categories: figureTable('categories', t('column.category'), report.categories, ({ name }) =>
      textCell(name || t('noCategory')),
    ),
    businesses: figureTable('businesses', t('column.business'), report.businesses, ({ name }) =>
      textCell(name || t('noBusiness')),
    ),
    people: {
      title: t('people.title'),
      columns: [...figureColumns(t('column.person')), t('column.handedOver')],
      rows: report.people.map((person) => [
        textCell(person.name || t('people.unnamed')),
        ...figureCells(person),
        countCell(person.handedOver),
      ]),
    } satisfies Table,
    spend: {
      title: t('spend.title'),
      columns: [
        t('spend.currency'),
        ...sums.flatMap((name) => [t(`spend.${name}`), t(`spend.${name}Leads`)]),
        ...averages.map((name) => t(`spend.${name}`)),
      ],
      rows: report.spend.map((sum) => {
        const amount = (minor: number | null): Cell => ({
          text: money(minor, sum.currency),
          value: minor === null ? null : decimal(minor),
        });
        return [
          textCell(sum.currency),
          ...sums.flatMap((name) => [amount(sum[name]), countCell(sum[`${name}Leads`])]),
          ...averages.map((name) => amount(sum[name])),
        ];
      }),
    } satisfies Table,
    outcomes: {
      title: t('outcomes.title'),
      columns: [t('outcomes.outcome'), t('column.leads')],
      rows: [
        ...outcomeNames.map((name) => [textCell(t(`outcomes.${name}`)), countCell(outcomes[name])]),
        ...reasonNames
          .filter((reason) => outcomes.reasons[reason] > 0)
          .map((reason) => [
            textCell(t('outcomes.because', { reason: t(`outcomes.reasons.${reason}`) })),
            countCell(outcomes.reasons[reason]),
          ]),
      ],
    } satisfies Table,
  };
};
