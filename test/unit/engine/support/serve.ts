/** Serves in this thread, so that a test has its clock and its disk. */
import { MessageChannel } from 'node:worker_threads';
import type { Clock } from '../../../../main/clock/clock.ts';
import type { OpenServer } from '../../../../main/engine/receiver/receiver.ts';
import { serve } from '../../../../main/engine/receiver/serve.ts';

/** @param sync flushes the journal of accepted calls */
export const serveHere =
  (clock: Clock, sync?: Parameters<typeof serve>[3]): OpenServer =>
  (settings) => {
    const { port1, port2 } = new MessageChannel();
    void serve(port2, settings, clock, sync);
    return port1;
  };
