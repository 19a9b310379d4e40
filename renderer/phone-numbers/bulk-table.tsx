/** Table of a list's rows with their verdicts, or their results after sending. */
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCopyMinus,
  IconHelpCircle,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BulkRow } from './bulk-send.ts';
import { formatNational } from './phone-numbers.ts';
import { useRefusalWords } from './refusal.tsx';
import styles from './bulk.module.css';

const icons = {
  good: IconCheck,
  mild: IconCopyMinus,
  bad: IconX,
  none: IconClock,
  doubt: IconAlertTriangle,
  unknown: IconHelpCircle,
} as const;

type Verdict = {
  readonly tone: 'good' | 'mild' | 'bad' | 'none';
  /** The tone's icon by default. */
  readonly icon?: keyof typeof icons;
  readonly text: string;
  readonly why?: string;
};

const useVerdict = (): ((row: BulkRow) => Verdict) => {
  const { t } = useTranslation('phoneNumbers');
  return ({ verdict }) => {
    switch (verdict.state) {
      case 'new': {
        const text = t('bulk.verdicts.new');
        return verdict.doubt === null
          ? { tone: 'good', text }
          : { tone: 'mild', icon: 'doubt', text, why: t(`doubts.${verdict.doubt}`) };
      }
      case 'double':
        return { tone: 'mild', text: t('bulk.verdicts.double', { row: verdict.firstRow }) };
      case 'registered':
        return {
          tone: 'mild',
          text:
            verdict.as === ''
              ? t('bulk.verdicts.registered')
              : t('bulk.verdicts.registeredAs', { name: verdict.as }),
        };
      case 'unusable':
        return {
          tone: 'bad',
          text: t('bulk.verdicts.unusable'),
          why: t(`mistakes.${verdict.mistake}`),
        };
    }
  };
};

const useResult = (): ((row: BulkRow) => Verdict) => {
  const { t } = useTranslation('phoneNumbers');
  const refusal = useRefusalWords();
  const describeVerdict = useVerdict();
  return (row) => {
    const { result } = row;
    if (result === null) return { tone: 'none', text: t('bulk.results.waiting') };
    const text = t(`bulk.results.${result.state}`);
    switch (result.state) {
      case 'added':
        return { tone: 'good', text };
      case 'registered':
        return { tone: 'mild', text };
      case 'leftOut': {
        const verdict = describeVerdict(row);
        return { ...verdict, text, why: verdict.why ?? verdict.text };
      }
      case 'stopped':
        return { tone: 'none', text, why: t('bulk.stoppedWhy') };
      case 'refused':
      case 'untried':
      case 'unknown': {
        const { what, act } = refusal(result.error.code);
        const icon = result.state === 'unknown' ? 'unknown' : 'bad';
        return { tone: 'bad', icon, text, why: `${what} ${act}` };
      }
    }
  };
};

type Props = { readonly rows: readonly BulkRow[]; readonly isPreview: boolean };

export const BulkTable = ({ rows, isPreview }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const verdict = useVerdict();
  const result = useResult();
  return (
    <table className={styles.table} aria-label={t('bulk.table')}>
      <thead>
        <tr>
          <th scope="col">{t('bulk.row')}</th>
          <th scope="col">{t('bulk.number')}</th>
          <th scope="col">{t('bulk.name')}</th>
          <th scope="col">{isPreview ? t('bulk.verdict') : t('bulk.result')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const { tone, icon = tone, text, why } = (isPreview ? verdict : result)(row);
          const Icon = icons[icon];
          const number =
            'phoneNumber' in row.verdict ? formatNational(row.verdict.phoneNumber) : null;
          return (
            // Rows never change their position.
            <tr key={index} data-row={row.row} data-tone={tone}>
              <td>{row.row}</td>
              <th scope="row">
                <bdi>{number ?? row.typed}</bdi>
                {number !== null && number !== row.typed && (
                  <bdi className={styles.typed}>{row.typed}</bdi>
                )}
              </th>
              <td>
                <bdi>{row.name}</bdi>
              </td>
              <td>
                <span className={styles.verdict}>
                  <Icon size={16} aria-hidden />
                  <span>
                    <span className={styles.what}>{text}</span>
                    {why !== undefined && <span className={styles.why}>{why}</span>}
                  </span>
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
