/** Minutes of a day as a time field has them, `HH:MM`. The midnight at which a span ends is 00:00 there. */
import { dayMinutes } from '../../contract/limits.ts';

const two = (number: number): string => String(number).padStart(2, '0');

export const clockText = (minutes: number): string =>
  `${two(Math.floor((minutes % dayMinutes) / 60))}:${two(minutes % 60)}`;

/** @returns null while the field holds no whole time */
export const minutesOf = (text: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
};

/** A span of two fields; null while it is none: something is missing, or it would end before it begins. */
export const spanOf = (
  from: string,
  to: string,
): { readonly from: number; readonly to: number } | null => {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === null || end === null) return null;
  const until = end === 0 ? dayMinutes : end;
  return until > start ? { from: start, to: until } : null;
};
