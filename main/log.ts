export { openLog, type Log } from './engine/log.ts';
