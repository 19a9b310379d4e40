/** The app's logs: JSON lines of each process, without secrets (security rule 7). Never log customers' texts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import roll from 'pino-roll';
import { redact } from './redact.ts';

export type Log = {
  readonly info: (fields: object, text: string) => void;
  readonly warn: (fields: object, text: string) => void;
  readonly error: (fields: object, text: string) => void;
};

export const redactLog = (logger: Logger): Log => ({
  info: (fields, text) => logger.info(redact(fields), redact(text)),
  warn: (fields, text) => logger.warn(redact(fields), redact(text)),
  error: (fields, text) => logger.error(redact(fields), redact(text)),
});

/** Opens a log of at most five files of five megabytes. If that fails, nothing is logged. */
export const openLog = async (folder: string, name: 'main' | 'engine' | 'files'): Promise<Log> => {
  try {
    const logs = join(folder, 'logs');
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    const file = await roll({
      file: join(logs, name),
      size: '5m',
      limit: { count: 4, removeOtherLogFiles: true },
      mode: 0o600,
      sync: true,
    });
    file.on('error', () => undefined);
    const serializers = { err: (err: unknown) => err };
    return redactLog(pino({ base: { pid: process.pid }, serializers }, file));
  } catch {
    return redactLog(pino({ enabled: false }));
  }
};
