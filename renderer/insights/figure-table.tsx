/** The table of a chart, collapsed below it. */
import { useTranslation } from 'react-i18next';
import type { Table } from './tables.ts';
import styles from './insights.module.css';

type Props = { readonly table: Table };

/** @param shares length of each row's bar behind its first number, from 0 to 1 */
export const PlainTable = ({
  table: { title, columns, rows },
  shares,
}: Props & { readonly shares?: readonly number[] }) => {
  const { t } = useTranslation('insights');
  return (
    <div
      className={styles.tableBox}
      role="region"
      aria-label={t('chart.tableOf', { title })}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">
                <bdi>{name?.text}</bdi>
              </th>
              {cells.map(({ text }, index) => (
                <td key={index}>
                  {index === 0 && shares !== undefined && (
                    <span
                      className={styles.share}
                      style={{ width: `${(shares[row] ?? 0) * 100}%` }}
                      aria-hidden
                    />
                  )}
                  <span>{text}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

export const FigureTable = ({ table }: Props) => {
  const { t } = useTranslation('insights');
  return (
    <details className={styles.details}>
      <summary>{t('chart.table')}</summary>
      <PlainTable table={table} />
    </details>
  );
};
