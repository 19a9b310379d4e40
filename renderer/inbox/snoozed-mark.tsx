/** Until when a lead is snoozed, in its row. */
import { IconZzz } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMoment } from '../ui/time-words.ts';
import styles from './lead-row.module.css';

export const SnoozedMark = ({ at }: { readonly at: number }) => {
  const { t } = useTranslation();
  const moment = useMoment(at);
  return (
    <span className={styles.mark} title={t('snooze.until', { moment })}>
      <IconZzz size={13} aria-hidden />
      {moment}
    </span>
  );
};
