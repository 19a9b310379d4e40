/** A team's log in memory: the server is one object, to which any number of logs connect. */
import { systemClock, type Clock } from '../../main/clock/clock.ts';
import type { LogState } from '../../contract/team/log-state.ts';
import type { Entry, LogCode, LogFailure, TeamLog } from '../../main/engine/team/log/team-log.ts';

type Stored = Entry & { readonly expires: number };
type Limits = {
  readonly maxEntryBytes: number;
  readonly maxBytes: number;
  readonly perSubject: number;
};
const defaults: Limits = { maxEntryBytes: 256 * 1024, maxBytes: 256 * 1024 * 1024, perSubject: 8 };

const fail = (code: LogCode): LogFailure => ({ ok: false, code });
const withoutExpiry = (stored: Stored | undefined): Entry | undefined => {
  if (!stored) return undefined;
  const { sequence, subject, data } = stored;
  return { sequence, subject, data };
};
const matches = (pattern: string, subject: string): boolean =>
  pattern.endsWith('>') ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;

/** @param forbidden subjects that no log may publish, `fact.>` for a whole branch */
export function memoryServer({
  clock = systemClock,
  limits = {},
  forbidden = [],
}: {
  clock?: Clock;
  limits?: Partial<Limits>;
  forbidden?: readonly string[];
} = {}) {
  const { maxEntryBytes, maxBytes, perSubject } = { ...defaults, ...limits };
  let stored: Stored[] = [];
  let sequence = 0;
  let incarnation = 1;
  let isUp = true;
  let snapshot: { head: Uint8Array; data: Uint8Array; at: number } | null = null;
  let loseAnswers = 0;
  let isFull = false;
  const woken = new Set<() => void>();
  const heard = new Set<(subject: string, data: Uint8Array) => void>();
  const states = new Set<(state: LogState) => void>();
  const wake = (): void => woken.forEach((each) => each());
  const kept = (): Stored[] => (stored = stored.filter(({ expires }) => expires > clock.steady()));
  const lastOf = (subject: string): Stored | undefined =>
    kept().findLast((entry) => entry.subject === subject);
  const created = (): string => `memory ${incarnation}`;

  const store = (
    subject: string,
    data: Uint8Array,
    { expectedLast, ttlMs = Infinity }: { expectedLast?: number; ttlMs?: number },
  ): LogCode | number => {
    if (forbidden.some((pattern) => matches(pattern, subject))) return 'forbidden';
    if (data.length > maxEntryBytes) return 'too_large';
    if (expectedLast !== undefined && (lastOf(subject)?.sequence ?? 0) !== expectedLast)
      return 'conflict';
    const bytes = kept().reduce((sum, entry) => sum + entry.data.length, 0);
    if (isFull || bytes + data.length > maxBytes) return 'full';
    sequence += 1;
    const expires = clock.steady() + ttlMs;
    stored.push({ sequence, subject, data: data.slice(), expires });
    const same = stored.filter((entry) => entry.subject === subject);
    const removed = new Set(same.slice(0, Math.max(0, same.length - perSubject)));
    stored = stored.filter((entry) => !removed.has(entry));
    wake();
    return sequence;
  };

  /** A connection to this server. */
  const connect = (): TeamLog => {
    let isClosed = false;
    const off: (() => void)[] = [];
    const reachable = (): boolean => isUp && !isClosed;
    /** Resolves after `ms`, after a change of the server, or when the signal aborts. */
    const changed = (ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          woken.delete(done);
          signal?.removeEventListener('abort', done);
          cancel();
          resolve();
        };
        const cancel = clock.after(ms, done);
        woken.add(done);
        signal?.addEventListener('abort', done);
      });
    return {
      publish: async (subject, data, options = {}) => {
        if (!reachable()) return fail('unavailable');
        const outcome = store(subject, data, options);
        if (loseAnswers > 0) {
          loseAnswers -= 1;
          return fail('unknown');
        }
        return typeof outcome === 'number' ? { ok: true, sequence: outcome } : fail(outcome);
      },
      read: async (after, { most, waitMs, signal }) => {
        const deadline = clock.steady() + waitMs;
        for (;;) {
          const entries = reachable()
            ? kept()
                .filter((entry) => entry.sequence > after)
                .slice(0, most)
                .flatMap((entry) => withoutExpiry(entry) ?? [])
            : [];
          const left = deadline - clock.steady();
          if (entries.length === 0 && left > 0 && !isClosed && !signal?.aborted) {
            await changed(left, signal);
            continue;
          }
          return reachable() ? { ok: true, entries, created: created() } : fail('unavailable');
        }
      },
      getLast: async (subject) => {
        if (!reachable()) return fail('unavailable');
        return { ok: true, entry: withoutExpiry(lastOf(subject)) ?? null };
      },
      getBounds: async () => {
        if (!reachable()) return fail('unavailable');
        const first = kept()[0]?.sequence ?? sequence + 1;
        return { ok: true, first, last: sequence, count: stored.length, created: created() };
      },
      putSnapshot: async (head, data) => {
        if (!reachable()) return fail('unavailable');
        snapshot = { head: head.slice(), data: data.slice(), at: clock.now() };
        return { ok: true };
      },
      getSnapshotHead: async () =>
        reachable() ? { ok: true, found: snapshot } : fail('unavailable'),
      getSnapshot: async () =>
        reachable() ? { ok: true, data: snapshot?.data ?? null } : fail('unavailable'),
      announce: (subject, data) => {
        if (reachable()) heard.forEach((each) => each(subject, data));
      },
      hear: (pattern, handler) => {
        const listener = (subject: string, data: Uint8Array): void => {
          if (reachable() && matches(pattern, subject)) handler(subject, data);
        };
        heard.add(listener);
        const stop = (): void => void heard.delete(listener);
        off.push(stop);
        return stop;
      },
      onState: (listener) => {
        states.add(listener);
        listener({ name: isUp ? 'up' : 'down' });
        const stop = (): void => void states.delete(listener);
        off.push(stop);
        return stop;
      },
      close: async () => {
        isClosed = true;
        off.forEach((stop) => stop());
        wake();
      },
    };
  };

  const setUp = (up: boolean): void => {
    isUp = up;
    states.forEach((each) => each({ name: up ? 'up' : 'down' }));
    wake();
  };
  return {
    connect,
    stop: () => setUp(false),
    start: () => setUp(true),
    /** Deletes the stream and creates an empty one, whose sequences start over. */
    recreate: () => {
      stored = [];
      sequence = 0;
      incarnation += 1;
      snapshot = null;
      wake();
    },
    /** Restores a backup that was made at a sequence. */
    restore: (upTo: number) => {
      stored = stored.filter((entry) => entry.sequence <= upTo);
      sequence = upTo;
    },
    /** Removes all entries up to a sequence. */
    purgeTo: (upTo: number) => {
      stored = stored.filter((entry) => entry.sequence > upTo);
    },
    /** True if there is no more room. */
    fill: (isFullNow: boolean) => {
      isFull = isFullNow;
    },
    /** The next `count` publishes are stored without an answer. */
    loseAnswers: (count: number) => {
      loseAnswers = count;
    },
  };
}
