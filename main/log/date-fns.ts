/** The part of date-fns that pino-roll uses: all of it is 600 kilobytes (electron.vite.config.ts). */
export { addDays } from 'date-fns/addDays';
export { addHours } from 'date-fns/addHours';
export { format } from 'date-fns/format';
export { isValid } from 'date-fns/isValid';
export { parse } from 'date-fns/parse';
