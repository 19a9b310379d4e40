/** Converts between UTC and customers' local times. */

/** A time zone; each state of the sandbox has one. */
export type Zone = keyof typeof formats;

/** Created once, because creating a format is far more expensive than using it. */
const createFormats = (timeZone: string) => ({
  wall: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  date: new Intl.DateTimeFormat('en-US', { timeZone }),
  monthAndDay: new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' }),
  time: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
});

const formats = {
  'America/Los_Angeles': createFormats('America/Los_Angeles'),
  'America/Phoenix': createFormats('America/Phoenix'),
  'America/Denver': createFormats('America/Denver'),
  'America/Chicago': createFormats('America/Chicago'),
  'America/New_York': createFormats('America/New_York'),
};

const zonesWestOfEastern: Readonly<Record<string, Zone>> = {
  WA: 'America/Los_Angeles',
  OR: 'America/Los_Angeles',
  CA: 'America/Los_Angeles',
  AZ: 'America/Phoenix',
  CO: 'America/Denver',
  TX: 'America/Chicago',
  MN: 'America/Chicago',
  IL: 'America/Chicago',
  TN: 'America/Chicago',
};

/** Returns the time zone of a state of the sandbox. */
export const getZone = (state: string): Zone => zonesWestOfEastern[state] ?? 'America/New_York';

const minute = 60_000;
const day = 86_400_000;

/** Returns the local time at a UTC time, in milliseconds as if it were UTC. */
const toWallTime = (zone: Zone, at: number): number =>
  Date.parse(`${formats[zone].wall.format(at).replace(' ', 'T')}Z`);

/** Formats a time for the customer: "1/14/2027", "Jan 14" or "1:30 PM". */
export const formatLocal = (
  zone: Zone,
  form: 'date' | 'monthAndDay' | 'time',
  time: string,
): string =>
  // Intl puts a narrow space before AM and PM.
  formats[zone][form].format(Date.parse(time)).replace(/\u202f/g, ' ');

/** Returns the UTC time that is `minutes` into the local day `days` after `from`. */
export const toUTC = (zone: Zone, from: number, days: number, minutes: number): number => {
  const wall = toWallTime(zone, from);
  const target = wall - (wall % day) + days * day + minutes * minute;
  const guess = target - (wall - from);
  return guess - (toWallTime(zone, guess) - target);
};
