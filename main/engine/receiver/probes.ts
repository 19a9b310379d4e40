/**
 * Test events that are on their way: each has a path and credentials of its own, known to nobody
 * else, and lives only in memory. The receiver recognizes one as it does a webhook's sender.
 */
import type { Random } from '../platform/random.ts';
import { freshCredentials, freshPath, type Addressee } from '../platform/http/credentials.ts';

export type Probe = Addressee & { readonly arrived: () => void };

export type Expected = {
  readonly path: string;
  readonly username: string;
  readonly password: string;
  /** Settles when the test event has come. */
  readonly arrival: Promise<void>;
  /** Whether it has come. */
  readonly hasArrived: () => boolean;
  /** It is not waited for any more. */
  readonly forget: () => void;
};

export type Probes = {
  /** The header that a refusal by this receiver has, with `mark` in it. */
  readonly header: string;
  /** Tells this receiver's answers from those of another; new at each start. */
  readonly mark: string;
  /** The test event that is waited for at this path. */
  readonly at: (path: string) => Probe | null;
  /** Makes ready for one test event. */
  readonly expect: () => Expected;
};

export const createProbes = (random: Random): Probes => {
  const waiting = new Map<string, Probe>();
  return {
    header: 'x-hearthline-receiver',
    mark: random.bytes(16).toString('base64url'),
    at: (path) => waiting.get(path) ?? null,
    expect: () => {
      const path = freshPath(random);
      const { username, password, passwordDigest } = freshCredentials(random);
      let isHere = false;
      let tell = (): void => undefined;
      const arrival = new Promise<void>((resolve) => {
        tell = resolve;
      });
      const probe: Probe = {
        path,
        username,
        passwordDigest,
        arrived: () => {
          isHere = true;
          tell();
        },
      };
      waiting.set(path, probe);
      return {
        path,
        username,
        password,
        arrival,
        hasArrived: () => isHere,
        forget: () => void waiting.delete(path),
      };
    },
  };
};
