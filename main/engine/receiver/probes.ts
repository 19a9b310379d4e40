/** Expected test events. The receiver accepts them like webhooks, with their own credentials. */
import type { Random } from '../platform/random.ts';
import { freshCredentials, freshPath, type Addressee } from '../platform/http/credentials.ts';

export type Probe = Addressee & { readonly arrived: () => void };

export type Expected = {
  readonly path: string;
  readonly username: string;
  readonly password: string;
  readonly id: string;
  readonly arrival: Promise<void>;
  readonly hasArrived: () => boolean;
  readonly forget: () => void;
};

export type Probes = {
  /** Header of this receiver's refusals, with `mark` as its value. */
  readonly header: string;
  /** Identifies this receiver's responses; new at each start. */
  readonly mark: string;
  readonly at: (path: string) => Probe | null;
  /** Calls `changed` with the expected test events now and after each change. */
  readonly follow: (changed: (expected: readonly Addressee[]) => void) => void;
  readonly expect: () => Expected;
};

export const createProbes = (random: Random): Probes => {
  const waiting = new Map<string, Probe>();
  let follower = (_: readonly Addressee[]): void => undefined;
  const report = (): void =>
    follower([...waiting.values()].map(({ arrived: _, ...addressee }) => addressee));
  return {
    header: 'x-hearthline-receiver',
    mark: random.bytes(16).toString('base64url'),
    at: (path) => waiting.get(path) ?? null,
    follow: (changed) => {
      follower = changed;
      report();
    },
    expect: () => {
      const path = freshPath(random);
      const { username, password, passwordDigest } = freshCredentials(random);
      let isHere = false;
      const { promise: arrival, resolve } = Promise.withResolvers<void>();
      const probe: Probe = {
        path,
        username,
        passwordDigest,
        arrived: () => {
          isHere = true;
          resolve();
        },
      };
      waiting.set(path, probe);
      report();
      return {
        path,
        username,
        password,
        id: path,
        arrival,
        hasArrived: () => isHere,
        forget: () => {
          waiting.delete(path);
          report();
        },
      };
    },
  };
};
