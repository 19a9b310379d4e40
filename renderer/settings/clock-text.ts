/** Parses times of day as people type them: "8", "8:30 PM", "830", "17:00". */
import { dayMinutes } from '../../contract/limits.ts';

const typedTime = /^(\d{1,2})(?:[:.h]?(\d\d))?\s*(?:([ap])\.?\s*m?\.?)?$/i;

/**
 * Parses minutes since midnight; null if the text is not a time. Without AM or PM, an hour up to 12 that would not
 * follow `after` is half a day later, so 12 is noon or else midnight. A leading zero means the 24-hour clock.
 *
 * @param after minutes that the time should follow, such as the opening time
 */
export const parseTime = (text: string, after = -1): number | null => {
  const [, hours = '', minutes = '0', half] = typedTime.exec(text.trim()) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hours === '' || minute > 59) return null;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute;
  }
  if (hour > 24 || (hour === 24 && minute > 0)) return null;
  const parsed = (hour % 24) * 60 + minute;
  const isUnambiguous = hour > 12 || hours.startsWith('0');
  return isUnambiguous || parsed > after ? parsed : (parsed + dayMinutes / 2) % dayMinutes;
};

/** Moves a time to the next quarter hour up or down; wraps around at midnight. */
export const moveToQuarter = (minutes: number, direction: 1 | -1): number => {
  const quarter = direction === 1 ? Math.floor(minutes / 15) + 1 : Math.ceil(minutes / 15) - 1;
  return (quarter * 15 + dayMinutes) % dayMinutes;
};

/** Builds a span of two times; null if one is missing or it would end before it begins. */
export const toSpan = (
  from: number | null,
  to: number | null,
): { readonly from: number; readonly to: number } | null => {
  if (from === null || to === null) return null;
  // Midnight as an end is the end of the day.
  const until = to === 0 ? dayMinutes : to;
  return until > from ? { from, to: until } : null;
};
