/** The clocks of the places that customers live in: their local times, as moments. */

/** The time zone of a state; each of the sandbox's states lies in one. */
export type Zone = keyof typeof formats;

/** Making a format costs far more than using it, and leads are made again each time they are read. */
const formatsOf = (timeZone: string) => ({
  wall: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  date: new Intl.DateTimeFormat('en-US', { timeZone }),
  monthAndDay: new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' }),
  time: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
});

const formats = {
  'America/Los_Angeles': formatsOf('America/Los_Angeles'),
  'America/Phoenix': formatsOf('America/Phoenix'),
  'America/Denver': formatsOf('America/Denver'),
  'America/Chicago': formatsOf('America/Chicago'),
  'America/New_York': formatsOf('America/New_York'),
};

const western: Readonly<Record<string, Zone>> = {
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

export const zoneOf = (state: string): Zone => western[state] ?? 'America/New_York';

const minute = 60_000;
const day = 86_400_000;

/** What the clock on the wall shows at a moment (milliseconds UTC), counted as if it were UTC. */
const wallAt = (zone: Zone, at: number): number =>
  Date.parse(`${formats[zone].wall.format(at).replace(' ', 'T')}Z`);

/** A moment as the customer writes it: "1/14/2027", "Jan 14" or "1:30 PM". */
export const localText = (
  zone: Zone,
  form: 'date' | 'monthAndDay' | 'time',
  time: string,
): string =>
  // A narrow space stands before the half of the day.
  formats[zone][form].format(Date.parse(time)).replace(/\u202f/g, ' ');

/** The moment, milliseconds UTC, `days` after the local day of `from`, at so many minutes of that day. */
export const localMoment = (zone: Zone, from: number, days: number, minutes: number): number => {
  const wall = wallAt(zone, from);
  const wanted = wall - (wall % day) + days * day + minutes * minute;
  const guess = wanted - (wall - from);
  return guess - (wallAt(zone, guess) - wanted);
};
