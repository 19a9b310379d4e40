/** The hub's log: JSON lines on standard output, without secrets, names or bodies. */
import { pino } from 'pino';
import { withoutSecrets, type Log } from '../main/log/log.ts';
import type { HubConfig } from './config.ts';

export const createHubLog = (level: HubConfig['log']): Log =>
  withoutSecrets(pino({ level, base: null, serializers: { err: (err: unknown) => err } }));
