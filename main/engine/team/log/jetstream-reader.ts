/**
 * Reads a stream in order by an ephemeral consumer, which is discarded at any doubt. After node failures the library's
 * endless iterators stall and durable consumers reorder.
 */
import { randomUUID } from 'node:crypto';
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiError,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../clock/clock.ts';
import type { Bounds, Entry, TeamLog } from './team-log.ts';

export const stream = 'TEAM';
const fetchMs = 30_000;
const fetchMost = 128;
/** A consumer that misses two heartbeats is gone with its server. */
const heartbeatMs = 3_000;
const nameInUse = 10_148;

export type Session = {
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

/** The work's outcome, or null after `ms`, at a change of state, when the signal aborts, and when the log is closed. */
export type AwaitWithin = <T>(
  ms: number,
  work: Promise<T> | null,
  signal?: AbortSignal,
) => Promise<T | null>;

export const readBounds = async ({ streams }: Session): Promise<Bounds> => {
  const info = await streams.info(stream);
  const { first_seq: first, last_seq: last, messages: count } = info.state;
  return { first: Math.max(1, first), last, count, created: info.created };
};

/** @param names the only consumers that the server lets this desktop create */
export const createStreamReader = ({
  names,
  clock,
  awaitWithin,
  answerMs,
  doubtMs,
}: {
  readonly names: readonly string[];
  readonly clock: Clock;
  readonly awaitWithin: AwaitWithin;
  readonly answerMs: number;
  readonly doubtMs: number;
}) => {
  let reader: Reader | null = null;
  /** Creation time of the latest read stream. */
  let created: string | null = null;
  /** The stream's last sequence for which a second consumer found nothing more either. */
  let confirmedLast = 0;
  let consumersAdded = 0;

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
    const bounds = await readBounds(current);
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
  const readMessage = async (
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
      const outcome = await awaitWithin(left, from.next, signal);
      if (outcome === null) return null;
      from.next = null;
      if (outcome.done !== true) return outcome.value;
      from.batch = null;
    }
  };

  /** True if this consumer may have missed entries, or is of a replaced stream. */
  const isDoubtful = async (from: Reader): Promise<boolean> => {
    const now = clock.steady();
    if (now - from.askedAt > fetchMs + answerMs) return true;
    if (now - from.checkedAt < doubtMs) return false;
    from.checkedAt = now;
    const { last, ...stored } = await readBounds(from.session);
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
        const message = await readMessage(from, first ? waitMs : answerMs, signal);
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

  return {
    /** Entries after a sequence; `isDiscarded`: something is doubtful, so no entries prove nothing. */
    read: async (
      session: Session,
      after: number,
      options: Parameters<TeamLog['read']>[1],
    ): Promise<{
      readonly entries: readonly Entry[];
      readonly created: string;
      readonly isDiscarded: boolean;
    }> => {
      if (reader && reader.position !== after) discard(reader);
      reader ??= await createReader(session, after);
      const from = reader;
      // The caller must learn of a new stream before its entries: its cursor means nothing there.
      const before = created;
      ({ created } = from);
      const isOther = before !== null && before !== from.created;
      const entries = isOther ? [] : await readEntries(from, options);
      return { entries, created: from.created, isDiscarded: reader !== from };
    },
    /** Call when the connection has ended, and the consumer with it. */
    reset: (): void => void (reader = null),
  };
};
