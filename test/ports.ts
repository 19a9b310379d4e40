/**
 * Ports that this process has for itself, also beside other runs of the tests: they lie below those
 * that a system hands out, and no two processes that run at once have the same number.
 */
const first = 20_000 + 4 * (process.pid % 3_000);

/** Where a test's service listens. */
export const servicePort = first;

/** Where the browser comes back to. */
export const redirectPorts: readonly number[] = [first + 1, first + 2, first + 3];
