/** Describes several selected leads, in place of the conversation. */
import { IconListCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelecting } from '../leads/stores.ts';
import { formatNumber } from '../platform/format.ts';
import { useDistance } from '../ui/time-words.ts';
import styles from './selection.module.css';

const maxShown = 6;

type CountsProps = {
  readonly title: string;
  readonly counts: readonly { readonly name: string; readonly leads: number }[];
};

const Counts = ({ title, counts }: CountsProps) => {
  const { t, i18n } = useTranslation();
  if (counts.length < 2) return null;
  const shown = counts.length > maxShown + 1 ? counts.slice(0, maxShown) : counts;
  const others = counts.slice(shown.length).reduce((sum, { leads }) => sum + leads, 0);
  return (
    <div className={styles.counts}>
      <h3>{title}</h3>
      <dl>
        {shown.map(({ name, leads }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{formatNumber(leads, i18n.language)}</dd>
          </div>
        ))}
      </dl>
      {others > 0 && <p>{t('selection.summary.more', { count: others })}</p>}
    </div>
  );
};

const Wait = ({ since }: { readonly since: number }) => {
  const { t } = useTranslation();
  return t('selection.summary.waiting', { time: useDistance(since) });
};

export const SelectionSummary = () => {
  const { t } = useTranslation();
  const count = useSelecting((state) => state.count);
  const facts = useSelecting((state) => state.facts);
  const id = useId();
  return (
    <section className={styles.summary} aria-labelledby={id}>
      <IconListCheck size={32} stroke={1.5} aria-hidden />
      <h2 id={id}>{t('selection.summary.title', { count })}</h2>
      <p className={styles.facts}>
        {facts !== null && facts.waitingSince !== null && <Wait since={facts.waitingSince} />}
        {facts !== null && facts.unread > 0 && (
          <span>{t('selection.summary.unread', { count: facts.unread })}</span>
        )}
      </p>
      <div className={styles.breakdown}>
        <Counts title={t('selection.summary.businesses')} counts={facts?.businesses ?? []} />
        <Counts title={t('selection.summary.categories')} counts={facts?.categories ?? []} />
      </div>
    </section>
  );
};
