/** Thread of the receiver. */
import { workerData, type MessagePort } from 'node:worker_threads';
import { systemClock } from '../../clock/clock.ts';
import type { ServerSettings } from './messages.ts';
import { serve } from './serve.ts';

const { port, settings } = workerData as {
  readonly port: MessagePort;
  readonly settings: ServerSettings;
};
await serve(port, settings, systemClock);
