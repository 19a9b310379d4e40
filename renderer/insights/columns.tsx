/**
 * A chart of columns, drawn by the page itself: it follows theme, contrast and text size as any text does.
 * For who does not see it it is one picture with a sentence, and its table stands under it.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FigureTable } from './figure-table.tsx';
import type { Table } from './tables.ts';
import styles from './insights.module.css';

export type Column = {
  /** What stands under it, where there is room. */
  readonly label: string;
  /** Null where there is nothing to show, which is not nothing. */
  readonly value: number | null;
  /** The value in words. */
  readonly text: string;
};

type Props = {
  readonly title: string;
  readonly about?: string;
  readonly columns: readonly Column[];
  /** What the axis ends on: a round number not below the largest value. */
  readonly top: number;
  /** Words for a value on the axis. */
  readonly tick: (value: number) => string;
  readonly table: Table;
};

/** As many labels have room side by side. */
const mostLabels = 8;

const sentenceOf = (columns: readonly Column[]) => {
  const known = columns.filter(({ value }) => value !== null);
  const sorted = known.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  return { low: sorted.at(0), high: sorted.at(-1) };
};

export const Columns = ({ title, about, columns, top, tick, table }: Props) => {
  const { t } = useTranslation('insights');
  const [at, setAt] = useState<number | null>(null);
  const { low, high } = sentenceOf(columns);
  const every = Math.ceil(columns.length / mostLabels);
  const pointed = at === null ? undefined : columns[at];
  const sentence =
    low === undefined || high === undefined
      ? t('chart.none', { title })
      : t('chart.sentence', {
          ...{ title, low: low.text, lowAt: low.label },
          ...{ high: high.text, highAt: high.label },
        });
  return (
    <section className={styles.chart} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p className={styles.readout} aria-hidden>
          {pointed !== undefined && (
            <>
              {pointed.label} <strong>{pointed.text}</strong>
            </>
          )}
        </p>
      </header>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      <div role="img" aria-label={sentence} className={styles.plot}>
        <div className={styles.axis}>
          <span>{tick(top)}</span>
          <span>{tick(top / 2)}</span>
          <span>{tick(0)}</span>
        </div>
        <div className={styles.field} onPointerLeave={() => setAt(null)}>
          {columns.map(({ label, value }, index) => (
            <div
              key={label + index}
              className={styles.slot}
              data-pointed={at === index}
              onPointerEnter={() => setAt(index)}
            >
              {value !== null && (
                <div
                  className={styles.bar}
                  data-zero={value === 0}
                  style={{ height: `${(value / top) * 100}%` }}
                />
              )}
            </div>
          ))}
        </div>
        <div className={styles.labels}>
          {columns.map(({ label }, index) => (
            <span key={label + index}>{index % every === 0 ? label : ''}</span>
          ))}
        </div>
      </div>
      <FigureTable table={table} />
    </section>
  );
};
