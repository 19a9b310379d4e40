/**
 * Ports for tests, below the system's ephemeral range. Each process has its own, also when several runs
 * of the tests overlap.
 */
import { createServer } from 'node:net';

// End-to-end tests run at the same time as integration tests and have their own half: process ids that are far apart
// can have the same remainder.
const half = process.env['TEST_WORKER_INDEX'] === undefined ? 0 : 1;
const first = 20_000 + 4 * (1_500 * half + (process.pid % 1_500));

/** Port of the test's service. */
export const servicePort = first;

/** Ports of the OAuth redirect. */
export const redirectPorts: readonly number[] = [first + 1, first + 2, first + 3];

let tried = 0;

/** Returns a free port of 127.0.0.1 that this process has not returned before. */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + 4_950 * half + ((97 * process.pid + tried) % 4_950);
    tried += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
};
