/** Expected test events. The receiver accepts them like webhooks, with their own credentials. */
import type { Random } from '../platform/random.ts';
import { freshCredentials, freshPath, type Addressee } from '../platform/http/credentials.ts';

export type Probes = ReturnType<typeof createProbes>;

export const createProbes = (random: Random) => {
  const waiting = new Map<string, Addressee & { readonly arrived: () => void }>();
  let follower = (_: readonly Addressee[]): void => undefined;
  const report = (): void =>
    follower([...waiting.values()].map(({ arrived: _, ...addressee }) => addressee));
  return {
    /** Header of this receiver's refusals, with `mark` as its value. */
    header: 'x-hearthline-receiver',
    /** Identifies this receiver's responses; new at each start. */
    mark: random.bytes(16).toString('base64url'),
    at: (path: string) => waiting.get(path) ?? null,
    /** Calls `changed` with the expected test events now and after each change. */
    follow: (changed: (expected: readonly Addressee[]) => void): void => {
      follower = changed;
      report();
    },
    expect: () => {
      const path = freshPath(random);
      const { username, password, passwordDigest } = freshCredentials(random);
      let isHere = false;
      const { promise: arrival, resolve } = Promise.withResolvers<void>();
      const arrived = (): void => {
        isHere = true;
        resolve();
      };
      waiting.set(path, { path, username, passwordDigest, arrived });
      report();
      return {
        path,
        username,
        password,
        id: path,
        arrival,
        hasArrived: () => isHere,
        forget: (): void => {
          waiting.delete(path);
          report();
        },
      };
    },
  };
};
