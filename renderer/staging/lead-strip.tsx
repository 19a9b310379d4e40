/** The test leads of this session, newest first. */
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TestLead } from './staging.ts';
import { formatClock, toISOTime } from '../platform/format.ts';
import styles from './staging.module.css';

type Props = {
  readonly leads: readonly TestLead[];
  readonly shown: number | null;
  readonly onChoose: (nth: number) => void;
};

export const LeadStrip = ({ leads, shown, onChoose }: Props) => {
  const { t, i18n } = useTranslation('staging');
  return (
    <nav aria-label={t('strip.label')} className={styles.strip}>
      <ul>
        {leads.map(({ nth, at, call: { outcome } }) => (
          <li key={nth}>
            <button
              type="button"
              className={styles.chip}
              aria-current={nth === shown ? 'true' : undefined}
              onClick={() => onChoose(nth)}
            >
              {outcome.state !== 'created' && <IconAlertCircle size={16} aria-hidden />}
              <bdi>
                {outcome.state === 'created'
                  ? outcome.customerName || outcome.leadID
                  : t(`strip.${outcome.state}`)}
              </bdi>
              <time dateTime={toISOTime(at)} className="tabular">
                {formatClock(at, i18n.language)}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};
