/** Notes on the figures of this period, and the explanation of how they are counted. */
import type { InsightsReport } from '../../contract/commands/insights.ts';
import type { Formatters } from './formatters.ts';
import styles from './insights.module.css';

type Props = { readonly report: InsightsReport; readonly formatters: Formatters };

const explanations = [
  'leads',
  'reply',
  'automatic',
  'hours',
  'inTime',
  'middle',
  'left',
  'money',
] as const;

export const Notes = ({ report, formatters }: Props) => {
  const { notes, automatic, total } = report;
  const { t, formatCount, formatDuration, formatShare } = formatters;
  const texts = [
    automatic.leads > 0 &&
      t('automatic.note', {
        count: automatic.leads,
        share: formatShare(automatic.leads, total.leads),
        answered: formatCount(automatic.answered),
        time: formatDuration(automatic.medianMs),
      }),
    notes.practice && t('notes.practice'),
    notes.unread > 0 && t('notes.unread', { count: notes.unread }),
    notes.gone > 0 && t('notes.gone', { count: notes.gone }),
    notes.unreadPrices > 0 && t('notes.unreadPrices', { count: notes.unreadPrices }),
  ].filter((note) => note !== false);
  if (texts.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {texts.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
};

export const HowCounted = ({ report, formatters: { t, formatZone } }: Props) => (
  <details className={styles.counted}>
    <summary>{t('counted.title')}</summary>
    <ul>
      {explanations.map((name) => (
        <li key={name}>{t(`counted.${name}`)}</li>
      ))}
      <li>{t('counted.days', { zone: formatZone(report.timeZone) })}</li>
    </ul>
  </details>
);
