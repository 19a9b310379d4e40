/** A note that loading is slow, three seconds after it is mounted. */
import { useTranslation } from 'react-i18next';
import { useLate } from './late.ts';
import styles from './ui.module.css';

const slowMs = 3_000;

export const SlowLoading = () => {
  const { t } = useTranslation();
  return useLate(true, slowMs) && <p className={styles.slow}>{t('common.slow')}</p>;
};
