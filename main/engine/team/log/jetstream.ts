/**
 * The team's log in NATS JetStream. Reads use an ephemeral consumer that is discarded at any doubt, and every
 * connection is new: after node failures the library's endless iterators stall and durable consumers reorder.
 * Import this file dynamically, so that a desktop without a team loads none of it.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import {
  connect,
  errors,
  nanos,
  nuid,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { backoff, type Backoff } from '../../../clock/backoff.ts';
import { systemClock, type Clock } from '../../../clock/clock.ts';
import { certificateProblem } from '../../../http/certificate.ts';
import { authenticateAs, readUserNkey } from '../../../sealing/nkey.ts';
import { consumersOf } from '../../../../contract/team/desk.ts';
import type { LogState } from '../../../../contract/team/log-state.ts';
import { fetchSnapshot, fetchSnapshotHead, purgeSnapshots, storeSnapshot } from './snapshots.ts';
import type { Bounds, Entry, LogCode, LogFailure, TeamLog } from './team-log.ts';

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
  /** How long reads stay empty before the consumer is compared with the stream. */
  readonly doubtMs?: number;
};

const stream = 'TEAM';
const oldestServer = '2.14';
const snapshotMs = 5 * 60_000;
const fetchMs = 30_000;
const fetchMost = 128;
/** A consumer that misses two heartbeats is gone with its server. */
const heartbeatMs = 3_000;
const retryMs = 250;
const nameInUse = 10_148;

/** By JetStream's error code; all others mean that the server stored nothing. */
const codes = new Map<number, LogCode>([
  ...[10_071, 10_164].map((each) => [each, 'conflict'] as const),
  [10_054, 'too_large'],
  ...[10_002, 10_023, 10_028, 10_047, 10_077].map((each) => [each, 'full'] as const),
]);

type Session = {
  readonly connection: NatsConnection;
  readonly streams: JetStreamManager['streams'];
  readonly consumers: JetStreamManager['consumers'];
  readonly direct: JetStreamManager['direct'];
  readonly client: JetStreamClient;
};

/** One consumer, and the position up to which its entries were returned. */
type Reader = {
  readonly session: Session;
  readonly consumer: Consumer;
  readonly created: string;
  position: number;
  deliveries: number;
  /** Steady time of the last sign that nothing is missing. */
  checkedAt: number;
  batch: AsyncIterator<JsMsg> | null;
  next: Promise<IteratorResult<JsMsg>> | null;
  askedAt: number;
};

const fail = (code: LogCode): LogFailure => ({ ok: false, code });

/** Connects in the background, and reconnects until it is closed. One read at a time. */
export const createJetStreamLog = ({
  servers,
  credentials,
  inboxPrefix,
  apiPrefix,
  consumers: names = consumersOf(nuid.next()),
  ca,
  clock = systemClock,
  chance = Math.random,
  reconnect = backoff({ first: 1000, most: 30_000, jitter: 1 }),
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
  let reader: Reader | null = null;
  /** Creation time of the latest read stream. */
  let created: string | null = null;
  /** The stream's last sequence for which a second consumer found nothing more either. */
  let confirmedLast = 0;
  let consumersAdded = 0;

  const setState = (next: LogState): void => {
    if (isDeepStrictEqual(next, state)) return;
    state = next;
    for (const listener of listeners) listener(state);
  };

  /** The work's outcome, or null after `ms`, at a change of state, when the signal aborts, and on `close`. */
  const outcomeOrNull = async <T>(
    ms: number,
    work: Promise<T> | null,
    signal?: AbortSignal,
  ): Promise<T | null> => {
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
    reader = null;
    setState(stateAfter(error, wasUp));
    return true;
  };

  const stayConnected = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted;) {
      const wasOpen = await openSession().catch((error: unknown) => {
        setState(stateAfter(error, wasUp));
        return false;
      });
      failures = wasOpen ? 1 : failures + 1;
      await outcomeOrNull(reconnect(failures, chance), null);
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
      const code = codeOf(error) ?? unsure;
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

  const boundsOf = async ({ streams }: Session): Promise<Bounds> => {
    const info = await streams.info(stream);
    const { first_seq: first, last_seq: last, messages: count } = info.state;
    return { first: Math.max(1, first), last, count, created: info.created };
  };

  /** Uses the next free name. The others belong to discarded readers or an earlier run, and become free. */
  const addConsumer = async (
    { consumers }: Session,
    config: Partial<ConsumerConfig>,
  ): Promise<ConsumerInfo> => {
    for (let tries = 1; ; tries += 1) {
      const name = names[consumersAdded++ % names.length] ?? '';
      try {
        return await consumers.add(stream, { ...config, name });
      } catch (error) {
        if (!(error instanceof JetStreamApiError) || error.code !== nameInUse) throw error;
        consumers.delete(stream, name).catch(() => {}); // else it expires
        if (tries >= names.length) throw error;
      }
    }
  };

  const createReader = async (current: Session, after: number): Promise<Reader> => {
    const config = {
      // Differs from that of an old consumer with the same name, which would be continued.
      description: randomUUID(),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(2 * fetchMs),
    };
    const info = await addConsumer(current, config);
    const consumer = current.client.consumers.getConsumerFromInfo(info);
    // After the consumer: had the stream been replaced meanwhile, the consumer would be gone with the old one.
    const bounds = await boundsOf(current);
    const now = clock.steady();
    return {
      session: current,
      consumer,
      created: bounds.created,
      position: after,
      deliveries: 0,
      checkedAt: now,
      batch: null,
      next: null,
      askedAt: now,
    };
  };

  const discard = (old: Reader): void => {
    if (reader === old) reader = null;
    void old.batch?.return?.();
    old.consumer.delete().catch(() => {}); // else it expires
  };

  /** The next message; null when none came in time. Throws when the consumer failed. */
  const nextMessage = async (
    from: Reader,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<JsMsg | null> => {
    const deadline = clock.steady() + waitMs;
    for (;;) {
      if (!from.batch) {
        const batch = await from.consumer.fetch({
          max_messages: fetchMost,
          expires: fetchMs,
          idle_heartbeat: heartbeatMs,
        });
        from.batch = batch[Symbol.asyncIterator]();
        from.askedAt = clock.steady();
      }
      from.next ??= from.batch.next();
      const left = Math.max(0, deadline - clock.steady());
      const outcome = await outcomeOrNull(left, from.next, signal);
      if (outcome === null) return null;
      from.next = null;
      if (outcome.done !== true) return outcome.value;
      from.batch = null;
    }
  };

  /** Whether this consumer may have missed entries, or is of a replaced stream. */
  const isDoubtful = async (from: Reader): Promise<boolean> => {
    const now = clock.steady();
    if (now - from.askedAt > fetchMs + answerMs) return true;
    if (now - from.checkedAt < doubtMs) return false;
    from.checkedAt = now;
    const { last, ...stored } = await boundsOf(from.session);
    if (stored.created !== from.created) return true;
    if (last <= from.position || last === confirmedLast) return false;
    confirmedLast = last;
    return true;
  };

  const readEntries = async (
    from: Reader,
    { most, waitMs, signal }: Parameters<TeamLog['read']>[1],
  ): Promise<readonly Entry[]> => {
    const entries: Entry[] = [];
    try {
      while (entries.length < most) {
        const first = entries.length === 0;
        const message = await nextMessage(from, first ? waitMs : answerMs, signal);
        if (!message) {
          if (!first || (await isDoubtful(from))) discard(from);
          break;
        }
        const { streamSequence, deliverySequence, pending: left } = message.info;
        if (deliverySequence !== from.deliveries + 1 || streamSequence <= from.position) {
          discard(from);
          break;
        }
        from.deliveries = deliverySequence;
        from.position = streamSequence;
        const { subject, data } = message;
        entries.push({ sequence: streamSequence, subject, data });
        if (left === 0) break;
      }
    } catch (error) {
      discard(from);
      if (entries.length === 0) throw error;
    }
    return entries;
  };

  /** Throws after `snapshotMs`: reading an object never ends if its server dies. */
  const withTimeout = async <T>(work: Promise<T>): Promise<T> => {
    const outcome = await outcomeOrNull(
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
      const left = (): number => Math.max(0, deadline - clock.steady());
      for (;;) {
        const isOver = (): boolean =>
          left() === 0 || closing.signal.aborted || options.signal?.aborted === true;
        while (!session && !isOver()) await outcomeOrNull(left(), null, options.signal);
        const answer = await ask('unavailable', async (current) => {
          if (reader && reader.position !== after) discard(reader);
          reader ??= await createReader(current, after);
          const from = reader;
          // The caller must learn of a new stream before its entries: its cursor means nothing there.
          const before = created;
          created = from.created;
          if (before !== null && before !== created) return { entries: [], from };
          return { entries: await readEntries(from, { ...options, waitMs: left() }), from };
        });
        if (answer.ok && (answer.entries.length > 0 || reader === answer.from || isOver()))
          return { ok: true, entries: answer.entries, created: answer.from.created };
        if (!answer.ok && (isOver() || answer.code === 'forbidden')) return answer;
        if (!answer.ok) await outcomeOrNull(Math.min(left(), retryMs), null, options.signal);
      }
    },

    last: (subject) =>
      ask('unavailable', async ({ streams }) => {
        const found = await streams.getMessage(stream, { last_by_subj: subject });
        return {
          entry: found && { sequence: found.seq, subject: found.subject, data: found.data },
        };
      }),

    bounds: () => ask('unavailable', boundsOf),

    putSnapshot: (head, data) =>
      ask('unknown', async ({ client, streams }) => {
        await withTimeout(
          storeSnapshot(client, head, data).catch(async (error: unknown) => {
            if (codeOf(error) !== 'full') throw error;
            await purgeSnapshots(streams);
            await storeSnapshot(client, head, data);
          }),
        );
        return {};
      }),

    snapshotHead: () =>
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

/** An error and the errors that caused it, outermost first. */
const chainOf = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...chainOf(error.cause)] : [];

/** The code that an error proves; null when no answer came. */
const codeOf = (error: unknown): LogCode | null => {
  for (const each of chainOf(error)) {
    if (each instanceof JetStreamApiError) return codes.get(each.code) ?? 'unavailable';
    if (each instanceof errors.PermissionViolationError) return 'forbidden';
    if (each instanceof errors.InvalidArgumentError) return 'too_large';
    if (each instanceof errors.NoRespondersError) return 'unavailable';
  }
  return null;
};

const stateAfter = (error: unknown, wasUp: boolean): LogState => {
  for (const each of chainOf(error)) {
    if (
      each instanceof errors.AuthorizationError ||
      each instanceof errors.UserAuthenticationExpiredError ||
      each.message.toLowerCase().includes('authentication revoked')
    )
      return { name: wasUp ? 'revoked' : 'refused' };
  }
  const why = certificateProblem(error);
  if (why !== null) return { name: 'wrong_certificate', why };
  return { name: 'down' };
};
