/** What registered numbers are for, which ones the service takes, and what it refuses. */
import { useTranslation } from 'react-i18next';
import styles from './phone-numbers.module.css';

const points = ['purpose', 'challenge', 'which', 'once', 'deleted'] as const;

export const About = () => {
  const { t } = useTranslation('phoneNumbers');
  return (
    <details className={styles.about}>
      <summary>{t('about.summary')}</summary>
      <ul>
        {points.map((point) => (
          <li key={point}>{t(`about.${point}`)}</li>
        ))}
      </ul>
    </details>
  );
};
