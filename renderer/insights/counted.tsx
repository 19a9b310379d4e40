/** How the figures are counted, and their limits in this period. */
import type { InsightsReport } from '../../contract/commands/insights.ts';
import type { FigureWords } from './figure-words.ts';
import styles from './insights.module.css';

type Props = { readonly report: InsightsReport; readonly words: FigureWords };

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

export const Notes = ({ report, words }: Props) => {
  const { notes, automatic, total } = report;
  const { t, count, length, share } = words;
  const texts = [
    automatic.leads > 0 &&
      t('automatic.note', {
        count: automatic.leads,
        share: share(automatic.leads, total.leads),
        answered: count(automatic.answered),
        time: length(automatic.medianMs),
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

export const HowCounted = ({ report, words: { t, zone } }: Props) => (
  <details className={styles.counted}>
    <summary>{t('counted.title')}</summary>
    <ul>
      {explanations.map((name) => (
        <li key={name}>{t(`counted.${name}`)}</li>
      ))}
      <li>{t('counted.days', { zone: zone(report.timeZone) })}</li>
    </ul>
  </details>
);
