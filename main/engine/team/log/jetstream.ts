/**
 * The team's log in NATS JetStream. It opens another connection whenever one ends. Import this file dynamically, so
 * that a desktop without a team loads none of it.
 */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, errors, nuid, type Subscription } from '@nats-io/transport-node';
import { createBackoff, type Backoff } from '../../../clock/backoff.ts';
import { systemClock, type Clock } from '../../../clock/clock.ts';
import { authenticateAs, readUserNkey } from '../../../sealing/nkey.ts';
import { listConsumers } from '../../../../contract/team/desk.ts';
import type { LogState } from '../../../../contract/team/log-state.ts';
import { toLogCode, toLogState } from './jetstream-errors.ts';
import {
  readBounds,
  createStreamReader,
  stream,
  type AwaitWithin,
  type Session,
} from './jetstream-reader.ts';
import { fetchSnapshot, fetchSnapshotHead, purgeSnapshots, storeSnapshot } from './snapshots.ts';
import type { LogCode, LogFailure, TeamLog } from './team-log.ts';

export type JetStreamLogOptions = {
  /** `tls://host:port`; `nats://` only on this computer. */
  readonly servers: readonly string[];
  readonly credentials: { readonly jwt: string; readonly seed: string };
  /** The only subjects on which the server lets this desktop receive answers. */
  readonly inboxPrefix: string;
  /** Prefix of JetStream requests, where a hub imports them under another one. */
  readonly apiPrefix?: string;
  /** Names of the only consumers that the server lets this desktop create. */
  readonly consumers?: readonly string[];
  /** PEM of an office's own certificate authority. */
  readonly ca?: string;
  readonly clock?: Clock;
  /** At least 0 and below 1, for the spread of reconnects. */
  readonly chance?: () => number;
  readonly reconnect?: Backoff;
  /** Longest wait for an answer of the server. */
  readonly answerMs?: number;
  /** Time of empty reads after which the consumer is compared with the stream. */
  readonly doubtMs?: number;
};

const oldestServer = '2.14';
const snapshotMs = 5 * 60_000;
const retryMs = 250;

const fail = (code: LogCode): LogFailure => ({ ok: false, code });

/** Connects in the background, and reconnects until it is closed. One read at a time. */
export const createJetStreamLog = ({
  servers,
  credentials,
  inboxPrefix,
  apiPrefix,
  consumers: names = listConsumers(nuid.next()),
  ca,
  clock = systemClock,
  chance = Math.random,
  reconnect = createBackoff({ first: 1000, max: 30_000, jitter: 1 }),
  answerMs = 5000,
  doubtMs = 15_000,
}: JetStreamLogOptions): TeamLog => {
  const closing = new AbortController();
  const listeners = new Set<(state: LogState) => void>();
  const subscribers = new Set<{ readonly subscribe: (session: Session) => Subscription }>();
  const subscriptions = new Map<object, Subscription>();
  let state: LogState = { name: 'connecting' };
  let session: Session | null = null;
  let wasUp = false;
  let failingSince: number | null = null;

  const setState = (next: LogState): void => {
    if (isDeepStrictEqual(next, state)) return;
    state = next;
    for (const listener of listeners) listener(state);
  };

  const awaitWithin: AwaitWithin = async (ms, work, signal) => {
    let stop = (): void => {};
    const over = new Promise<null>((resolve) => {
      const done = (): void => resolve(null);
      const cancel = clock.after(ms, done);
      const signals = [closing.signal, ...(signal ? [signal] : [])];
      if (signals.some(({ aborted }) => aborted)) done();
      for (const each of signals) each.addEventListener('abort', done);
      listeners.add(done);
      stop = () => {
        cancel();
        listeners.delete(done);
        for (const each of signals) each.removeEventListener('abort', done);
      };
    });
    return Promise.race([...(work ? [work] : []), over]).finally(stop);
  };

  const reader = createStreamReader({ names, clock, awaitWithin, answerMs, doubtMs });

  /** Returns when the connection has ended; false if it never served. */
  const openSession = async (): Promise<boolean> => {
    const connection = await connect({
      servers: [...servers],
      authenticator: authenticateAs(credentials.jwt, readUserNkey(credentials.seed)),
      // Members can have the server answer to any subject, and the client's ids are easy to guess from one another.
      inboxPrefix: `${inboxPrefix}.${randomBytes(16).toString('base64url')}`,
      reconnect: false,
      ignoreClusterUpdates: true,
      timeout: answerMs,
      pingInterval: 15_000,
      // The first bytes are TLS, so nobody on the way can force a connection without it.
      ...(servers.some((server) => server.startsWith('tls://')) && {
        tls: { handshakeFirst: true, ...(ca !== undefined && { ca }) },
      }),
    });
    const ended = connection.closed();
    const found = connection.info?.version ?? '';
    if (!isSupported(found)) setState({ name: 'refused_version', found, needed: oldestServer });
    if (closing.signal.aborted || !isSupported(found)) {
      await connection.close();
      return false;
    }
    const manager = await jetstreamManager(connection, {
      checkAPI: false,
      timeout: answerMs,
      ...(apiPrefix !== undefined && { apiPrefix }),
    });
    const { streams, consumers, direct } = manager;
    session = { connection, streams, consumers, direct, client: manager.jetstream() };
    for (const each of subscribers) subscriptions.set(each, each.subscribe(session));
    wasUp = true;
    setState({ name: 'up' });
    const error = await ended;
    session = null;
    reader.reset();
    setState(toLogState(error, wasUp));
    return true;
  };

  const stayConnected = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted;) {
      const wasOpen = await openSession().catch((error: unknown) => {
        setState(toLogState(error, wasUp));
        return false;
      });
      failures = wasOpen ? 1 : failures + 1;
      await awaitWithin(reconnect(failures, chance), null);
    }
  };

  /** @param unsure the code where no answer came */
  const ask = async <T extends object>(
    unsure: LogCode,
    work: (session: Session) => Promise<T>,
  ): Promise<({ readonly ok: true } & T) | LogFailure> => {
    const current = session;
    if (!current) return fail('unavailable');
    try {
      const value = await work(current);
      failingSince = null;
      return { ok: true, ...value };
    } catch (error) {
      const code = toLogCode(error) ?? unsure;
      const now = clock.steady();
      failingSince = code === 'unknown' || code === 'unavailable' ? (failingSince ?? now) : null;
      // This server may be cut off from the others, which a new connection may reach.
      if (failingSince !== null && now - failingSince > 2 * answerMs) {
        failingSince = null;
        await current.connection.close();
      }
      return fail(code);
    }
  };

  /** Throws after `snapshotMs`: reading an object never ends if its server dies. */
  const withTimeout = async <T>(work: Promise<T>): Promise<T> => {
    const outcome = await awaitWithin(
      snapshotMs,
      work.then((value) => ({ value })),
    );
    if (!outcome) throw new errors.TimeoutError();
    return outcome.value;
  };

  void stayConnected();
  return {
    publish: (subject, data, { expectedLast, ttlMs } = {}) =>
      ask('unknown', async ({ client }) => {
        const { seq } = await client.publish(subject, data, {
          ...(expectedLast !== undefined && { expect: { lastSubjectSequence: expectedLast } }),
          ...(ttlMs !== undefined && { ttl: `${ttlMs}ms` }),
        });
        return { sequence: seq };
      }),

    read: async (after, options) => {
      const deadline = clock.steady() + options.waitMs;
      const getTimeLeft = (): number => Math.max(0, deadline - clock.steady());
      for (;;) {
        const isOver = (): boolean =>
          getTimeLeft() === 0 || closing.signal.aborted || options.signal?.aborted === true;
        while (!session && !isOver()) await awaitWithin(getTimeLeft(), null, options.signal);
        const answer = await ask('unavailable', (current) =>
          reader.read(current, after, { ...options, waitMs: getTimeLeft() }),
        );
        if (answer.ok && (answer.entries.length > 0 || !answer.isDiscarded || isOver()))
          return { ok: true, entries: answer.entries, created: answer.created };
        if (!answer.ok && (isOver() || answer.code === 'forbidden')) return answer;
        if (!answer.ok) await awaitWithin(Math.min(getTimeLeft(), retryMs), null, options.signal);
      }
    },

    getLast: (subject) =>
      ask('unavailable', async ({ streams }) => {
        const found = await streams.getMessage(stream, { last_by_subj: subject });
        return {
          entry: found && { sequence: found.seq, subject: found.subject, data: found.data },
        };
      }),

    getBounds: () => ask('unavailable', readBounds),

    putSnapshot: (head, data) =>
      ask('unknown', async ({ client, streams }) => {
        await withTimeout(
          storeSnapshot(client, head, data).catch(async (error: unknown) => {
            if (toLogCode(error) !== 'full') throw error;
            await purgeSnapshots(streams);
            await storeSnapshot(client, head, data);
          }),
        );
        return {};
      }),

    getSnapshotHead: () =>
      ask('unavailable', async ({ client }) => ({ found: await fetchSnapshotHead(client) })),

    getSnapshot: () =>
      ask('unavailable', async ({ client, direct }) => ({
        data: await withTimeout(fetchSnapshot(client, direct)),
      })),

    announce: (subject, data) => session?.connection.publish(subject, data),

    hear: (subject, handler) => {
      const each = {
        subscribe: ({ connection }: Session): Subscription =>
          connection.subscribe(subject, {
            callback: (error, message) => {
              if (!error) handler(message.subject, message.data);
            },
          }),
      };
      subscribers.add(each);
      if (session) subscriptions.set(each, each.subscribe(session));
      return () => {
        subscribers.delete(each);
        subscriptions.get(each)?.unsubscribe();
        subscriptions.delete(each);
      };
    },

    onState: (listener) => {
      const each = (next: LogState): void => listener(next);
      listeners.add(each);
      each(state);
      return () => void listeners.delete(each);
    },

    close: async () => {
      closing.abort();
      await session?.connection.close();
    },
  };
};

const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestServer.split('.').map(Number);
  return (major - oldestMajor || minor - oldestMinor) >= 0;
};
