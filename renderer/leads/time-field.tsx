/** A field for a date and time, and the text of a time. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { toFieldTime, parseFieldTime } from '../platform/format.ts';
import { useMoment } from '../ui/time-words.ts';
import styles from './time-field.module.css';

export const PickedTime = ({ at }: { readonly at: number }) => (
  <span className={styles.moment}>{useMoment(at)}</span>
);

/** A field for a future time, and a function that reads it. @param initial UTC milliseconds */
export const useTimeField = (initial: number) => {
  const { t } = useTranslation();
  const { seconds } = usePlatform();
  const [value, setValue] = useState(() => toFieldTime(initial));
  const [isPast, setPast] = useState(false);
  return {
    field: (
      <input
        type="datetime-local"
        className={styles.field}
        aria-label={t('later.pick')}
        aria-invalid={isPast}
        min={toFieldTime(seconds.now())}
        value={value}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setPast(false);
        }}
      />
    ),
    pastError: isPast && (
      <p role="alert" className={styles.past}>
        {t('later.past')}
      </p>
    ),
    /** Null, with the error, unless the time is in the future. @param at by default the field's */
    read: (at = parseFieldTime(value)): number | null => {
      const isFuture = at > seconds.now();
      setPast(!isFuture);
      return isFuture ? at : null;
    },
  };
};
