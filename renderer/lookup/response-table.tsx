/** A response as a table with a column for each field and a sticky head. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbsent, type Table } from './response-data.ts';
import { Value } from './value.tsx';
import styles from './outcome.module.css';

/** More rows would block the window; the JSON has all of them. */
const maxRows = 500;

export const ResponseTable = memo(({ table }: { readonly table: Table }) => {
  const { t } = useTranslation('lookup');
  const { rows, columns, otherFields } = table;
  const shownRows = rows.slice(0, maxRows);
  const shownFields = Object.entries(otherFields).filter(([, value]) => !isAbsent(value));
  return (
    <>
      <dl className={styles.otherFields}>
        <div>
          <dt>{t('records')}</dt>
          <dd className="tabular">{rows.length}</dd>
        </div>
        {shownFields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {/* A region that scrolls must be reachable by the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('tableLabel')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ name, isNumeric }) => (
                <th key={name} scope="col" data-numeric={isNumeric}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownRows.map((row, index) => (
              <tr key={index}>
                {columns.map(({ name, isNumeric }) => (
                  <td key={name} data-numeric={isNumeric}>
                    <Value value={row[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shownRows.length < rows.length && (
        <p className={styles.note}>
          {t('firstRows', { shown: shownRows.length, count: rows.length })}
        </p>
      )}
    </>
  );
});
ResponseTable.displayName = 'ResponseTable';
