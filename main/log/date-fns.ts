/**
 * The part of date-fns that pino-roll uses. The whole library with all its languages is six hundred
 * kilobytes, which each process would load before its first log line (electron.vite.config.ts).
 */
export { addDays } from 'date-fns/addDays';
export { addHours } from 'date-fns/addHours';
export { format } from 'date-fns/format';
export { isValid } from 'date-fns/isValid';
export { parse } from 'date-fns/parse';
