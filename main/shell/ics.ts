/** An event as a file that every calendar reads (RFC 5545): UTC times, escaped text, folded lines. */

export type CalendarEvent = {
  /** The same for the same event: a calendar that has it already changes it. */
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** UTC milliseconds. */
  readonly start: number;
  readonly end: number | null;
  readonly isBooked: boolean;
  /** When the file was written. */
  readonly now: number;
};

/** Octets of a line without its end (RFC 5545, 3.1). */
const longestLine = 75;

const utc = (at: number): string => `${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** A text value (RFC 5545, 3.3.11): what ends or divides values is escaped, other control characters go. */
const textOf = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** A line in parts that are short enough; no character is cut in two. */
const fold = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (size + octets > longestLine) {
      parts.push(part);
      part = ' ';
      size = 1;
    }
    part += character;
    size += octets;
  }
  return [...parts, part].join('\r\n');
};

/** An hour is what calendars make of an event that has no end. */
const usualLength = 3_600_000;

/** The file's text. */
export const calendarFile = (event: CalendarEvent): string => {
  const { uid, title, place, notes, start, end, isBooked, now } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hearthline//Hearthline//EN',
    'BEGIN:VEVENT',
    `UID:${textOf(uid)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end !== null && end > start ? end : start + usualLength)}`,
    `SUMMARY:${textOf(title)}`,
    ...(place === '' ? [] : [`LOCATION:${textOf(place)}`]),
    ...(notes === '' ? [] : [`DESCRIPTION:${textOf(notes)}`]),
    `STATUS:${isBooked ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
};
