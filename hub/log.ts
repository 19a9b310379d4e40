/** The hub's log: JSON lines on standard output, without secrets, names or bodies. */
import { pino } from 'pino';
import { systemClock } from '../main/clock/clock.ts';
import { redactLog, type Log } from '../main/log/log.ts';
import type { HubConfig } from './config.ts';

const windowMs = 60_000;
/** Lines of the same text in a window. Strangers can cause some lines as often as they like. */
const maxLines = 20;

/** Omits lines that repeat a text too often; the next line has the number of omitted ones. */
const omitFloods = (log: Log): Log => {
  const texts = new Map<string, { since: number; lines: number; omitted: number }>();
  const bounded =
    (write: Log['info']): Log['info'] =>
    (fields, text) => {
      const now = systemClock.steady();
      const seen = texts.get(text) ?? { since: now, lines: 0, omitted: 0 };
      texts.set(text, seen);
      if (now - seen.since > windowMs) Object.assign(seen, { since: now, lines: 0 });
      seen.lines += 1;
      if (seen.lines > maxLines) return void (seen.omitted += 1);
      write(seen.omitted > 0 ? { ...fields, omitted: seen.omitted } : fields, text);
      seen.omitted = 0;
    };
  return { info: bounded(log.info), warn: bounded(log.warn), error: bounded(log.error) };
};

export const createHubLog = (level: HubConfig['log']): Log =>
  omitFloods(redactLog(pino({ level, base: null, serializers: { err: (err: unknown) => err } })));
