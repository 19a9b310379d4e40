/** The columns of a stored row, each with the service's value where that differs. */
import { IconArrowNarrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StoredColumn } from '../../contract/commands/staging.ts';
import styles from './stored.module.css';

const Column = ({ column: { name, value, from, came } }: { readonly column: StoredColumn }) => {
  const { t } = useTranslation('staging');
  const isDifferent = came !== null && came !== String(value ?? '');
  return (
    <tr data-column={name} data-different={isDifferent}>
      <th scope="row">{name}</th>
      <td>
        {value === null || value === '' ? (
          <span className={styles.note}>{t('stored.empty')}</span>
        ) : (
          <bdi>{value}</bdi>
        )}
        {isDifferent && (
          <span className={styles.came}>
            <IconArrowNarrowLeft size={14} aria-hidden />
            <span>
              {t('stored.came')} <bdi>{came === '' ? t('stored.empty') : came}</bdi>
            </span>
          </span>
        )}
        <span className={styles.from}>
          {from.length === 0 ? t('stored.own') : <bdi>{from.join(', ')}</bdi>}
          {from.length > 0 && came === null && ` · ${t('stored.unsaid')}`}
        </span>
      </td>
    </tr>
  );
};

export const StoredColumns = ({ columns }: { readonly columns: readonly StoredColumn[] }) => (
  <table className={styles.table}>
    <tbody>
      {columns.map((column) => (
        <Column key={column.name} column={column} />
      ))}
    </tbody>
  </table>
);
