/** The place and the times of a request, in lines that people read. */
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { useStores } from '../state/stores.ts';
import { clockSpan, clockTime, startOfDay, weekDate } from '../ui/format.ts';

type Request = LeadDetails['request'];

/** "12 Oak St", "Austin, TX 78701": only the lines that say something. */
export const addressLines = (location: Request['location']): readonly string[] => {
  const region = [location.state, location.zipCode].filter(Boolean).join(' ');
  const town = [location.city, region].filter(Boolean).join(', ');
  return [location.address1, location.address2, town].filter((line) => line.trim() !== '');
};

export type Time = { readonly kind: 'booked' | 'asked'; readonly text: string };

/** The booked time, or the times that the customer proposed. */
export const useTimes = (request: Request): readonly Time[] => {
  const { t, i18n } = useTranslation();
  const now = useStores().minutes.now();
  const words = (span: { readonly start: number; readonly end: number | null }): string => {
    const day = weekDate(span.start, now, i18n.language, 'short');
    if (span.end === null)
      return `${day}, ${t('time.open', { start: clockTime(span.start, i18n.language) })}`;
    if (startOfDay(span.start) === startOfDay(span.end))
      return `${day}, ${clockSpan(span.start, span.end, i18n.language)}`;
    const last = weekDate(span.end, now, i18n.language, 'short');
    return `${day}, ${clockTime(span.start, i18n.language)} – ${last}, ${clockTime(span.end, i18n.language)}`;
  };
  if (request.booking !== null) return [{ kind: 'booked', text: words(request.booking) }];
  return request.proposedTimes.map((span) => ({ kind: 'asked', text: words(span) }));
};
