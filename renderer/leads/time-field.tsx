/** A date and time that is picked by hand, with what is said of one that is over. */
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { fieldTime } from '../platform/format.ts';
import { useMoment } from '../ui/time-words.ts';
import styles from './time-field.module.css';

export const PickedTime = ({ at }: { readonly at: number }) => (
  <span className={styles.moment}>{useMoment(at)}</span>
);

type Props = {
  /** As the field has it. */
  readonly value: string;
  readonly isPast: boolean;
  readonly onChange: (value: string) => void;
};

export const TimeField = ({ value, isPast, onChange }: Props) => {
  const { t } = useTranslation();
  const { seconds } = usePlatform();
  return (
    <input
      type="datetime-local"
      className={styles.field}
      aria-label={t('later.pick')}
      aria-invalid={isPast}
      min={fieldTime(seconds.now())}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

export const PastTimeError = () => {
  const { t } = useTranslation();
  return (
    <p role="alert" className={styles.past}>
      {t('later.past')}
    </p>
  );
};
