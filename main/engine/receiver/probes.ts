/** Expected test events. The receiver accepts them like webhooks, with their own credentials. */
import type { Random } from '../platform/random.ts';
import { generateCredentials, generatePath, type Addressee } from '../platform/http/credentials.ts';

export type Probes = ReturnType<typeof createProbes>;

export const createProbes = (random: Random) => {
  const waiting = new Map<string, Addressee & { readonly arrived: () => void }>();
  let onChange = (_: readonly Addressee[]): void => undefined;
  const report = (): void =>
    onChange([...waiting.values()].map(({ arrived: _, ...addressee }) => addressee));
  return {
    /** Header of this receiver's refusals, with `mark` as its value. */
    header: 'x-hearthline-receiver',
    /** Identifies this receiver's responses; new at each start. */
    mark: random.bytes(16).toString('base64url'),
    find: (path: string) => waiting.get(path) ?? null,
    /** Calls `listener` with the expected test events now and after each change. */
    follow: (listener: (expected: readonly Addressee[]) => void): void => {
      onChange = listener;
      report();
    },
    expect: () => {
      const path = generatePath(random);
      const { username, password, passwordDigest } = generateCredentials(random);
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
