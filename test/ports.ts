/**
 * Ports for tests, below those that a system hands out to whoever connects. Each process has some for
 * itself, also beside other runs of the tests, and can look for more.
 */
import { createServer } from 'node:net';

const first = 20_000 + 4 * (process.pid % 3_000);

/** Where a test's service listens. */
export const servicePort = first;

/** Where the browser comes back to. */
export const redirectPorts: readonly number[] = [first + 1, first + 2, first + 3];

let lookedAt = 0;

/** A port of 127.0.0.1 that is free, and that this process has not been given before. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + ((97 * process.pid + lookedAt) % 9_900);
    lookedAt += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((tell) => {
      server.once('error', () => tell(false));
      server.listen(port, '127.0.0.1', () => server.close(() => tell(true)));
    });
    if (isFree) return port;
  }
};
