/** A time of day, with its date as a tooltip. */
import { useTranslation } from 'react-i18next';
import { formatClock, formatDateAndTime, toISOTime } from '../platform/format.ts';

export const ClockTime = ({ at }: { readonly at: number }) => {
  const { language } = useTranslation().i18n;
  return (
    <time dateTime={toISOTime(at)} title={formatDateAndTime(at, language)} className="tabular">
      {formatClock(at, language)}
    </time>
  );
};
