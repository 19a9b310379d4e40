/** Formats an event as iCalendar (RFC 5545): UTC times, escaped text, folded lines. */

export type CalendarEvent = {
  /** Stable for an event, so a calendar updates it. */
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** UTC milliseconds. */
  readonly start: number;
  readonly end: number | null;
  readonly isBooked: boolean;
  readonly now: number;
};

/** Longest line without its end, in octets (RFC 5545, 3.1). */
const maxLineLength = 75;

const formatUTC = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');

/** A text value (RFC 5545, 3.3.11): delimiters are escaped, control characters removed. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

const fold = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (size + octets > maxLineLength) {
      parts.push(part);
      part = ' ';
      size = 1;
    }
    part += character;
    size += octets;
  }
  return [...parts, part].join('\r\n');
};

/** Length of an event without an end, as in calendars: one hour. */
const defaultLengthMs = 3_600_000;

export const formatCalendarFile = (event: CalendarEvent): string => {
  const { uid, title, place, notes, start, end, isBooked, now } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hearthline//Hearthline//EN',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${formatUTC(now)}`,
    `DTSTART:${formatUTC(start)}`,
    `DTEND:${formatUTC(end !== null && end > start ? end : start + defaultLengthMs)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(place === '' ? [] : [`LOCATION:${escapeText(place)}`]),
    ...(notes === '' ? [] : [`DESCRIPTION:${escapeText(notes)}`]),
    `STATUS:${isBooked ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
};
