/**
 * What pino-roll needs of date-fns. It asks for the whole library, with every language that there is: six
 * hundred kilobytes that each process would read before it can write a line (electron.vite.config.ts).
 */
export { addDays } from 'date-fns/addDays';
export { addHours } from 'date-fns/addHours';
export { format } from 'date-fns/format';
export { isValid } from 'date-fns/isValid';
export { parse } from 'date-fns/parse';
