/**
 * Follows a team's log: applies its entries and moves the cursor in one transaction, so that a crash repeats and loses
 * nothing. An entry that cannot be read is stored and blocks no other. In a recreated or restored stream the follower
 * starts over and offers the facts that only this desktop still has.
 */
import { createHash } from 'node:crypto';
import { parseSubject } from '../../../contract/team/subjects.ts';
import { createBackoff } from '../../clock/backoff.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import type { TeamContext } from './context.ts';
import { createEntryApplier, type EntryDependencies } from './entries.ts';
import {
  dropOffer,
  keepUnread,
  listOffers,
  putCursor,
  readCursor,
  settleUnread,
  startOver,
  formatStream,
  listUnread,
  type Cursor,
  type Offer,
} from './followed.ts';
import type { Bounds, Entry, LogCode } from './log/team-log.ts';
import { sealForMembers } from '../../sealing/seal.ts';
import { replyTTLMs } from './replies.ts';

type Dependencies = Pick<TeamContext, 'random' | 'slices' | 'teamLog'> &
  EntryDependencies & {
    readonly ingest: Pick<Ingest, 'applyRecorded'>;
    /** Called when an entry waits for a key that this desktop does not have. */
    readonly onMissingKey: () => void;
    readonly onRosterChange: () => void;
    /** Called in a transaction when deliveries may be missing: the accounts are fetched from the service again. */
    readonly onMissedDeliveries: () => void;
  };

const maxEntries = 500;
const waitMs = 30_000;
/** A read without an answer this long after its wait is abandoned. */
const stalledMs = 15_000;
/** The log keeps deliveries for 7 days. */
const maxAbsenceMs = 6.5 * 24 * 60 * 60_000;
/** Interval at which an idle follower stores the time of the cursor. */
const stampMs = 60 * 60_000;
const maxOffers = 100;
const failureBackoff = createBackoff({ first: 500, max: 30_000, jitter: 0.5 });

/** Starts to follow; the desktop belongs to a team (`team_cursor`). */
export const createFollower = (dependencies: Dependencies) => {
  const { store, clock, log, random, slices, teamLog, keyring, ingest } = dependencies;
  const applyEntry = createEntryApplier(dependencies);
  let isStopped = false;
  /** True if the cursor must be compared with the stream before it is used. */
  let isDoubtful = true;
  /** Ends the wait of a read or of a pause. */
  let interrupt = (): void => undefined;
  const wait = (ms: number): Promise<null> =>
    new Promise((resolve) => {
      const cancel = clock.after(ms, () => resolve(null));
      interrupt = () => {
        cancel();
        resolve(null);
      };
    });

  const applyEntries = async (cursor: Cursor, entries: readonly Entry[]): Promise<void> => {
    let next = 0;
    let { sequence } = cursor;
    const isWhole = await slices.run((isOver) => {
      if (next >= entries.length || isStopped) return false;
      store.writeRepeatable(() => {
        do {
          const entry = entries[next];
          next += 1;
          if (entry === undefined || entry.sequence <= sequence) continue;
          ({ sequence } = entry);
          const reason = applyEntry(cursor, entry);
          if (reason === null) continue;
          keepUnread(store, entry, reason);
          if (reason === 'unknown_key') dependencies.onMissingKey();
          log.warn({ sequence, reason }, 'an entry of the team is kept unread');
        } while (next < entries.length && !isOver());
        putCursor(store, { ...cursor, sequence });
      });
      return next < entries.length;
    });
    // The engine stops.
    if (!isWhole) isStopped = true;
    await ingest.applyRecorded();
  };

  /** Tries kept entries again: after a new key or a new account. */
  const retry = async (): Promise<void> => {
    let after = 0;
    await slices.run(() => {
      const cursor = readCursor(store);
      const [entry] = isStopped || cursor === null ? [] : listUnread(store, after, 1);
      if (cursor === null || entry === undefined) return false;
      store.writeRepeatable(() => settleUnread(store, entry.unread, applyEntry(cursor, entry)));
      after = entry.unread;
      return true;
    });
    await ingest.applyRecorded();
  };

  /** Compares the cursor with the stream, and starts over in another one. */
  const reconcileCursor = (bounds: Bounds, epoch: string, epochSequence: number): void => {
    const { created: stream, first, last } = bounds;
    const before = readCursor(store);
    const at = clock.now();
    const isOther =
      before !== null &&
      (before.stream !== stream || (before.epoch !== '' && before.epoch !== epoch));
    const earlier = isOther && before.stream === stream ? formatStream(before) : '';
    const cursor =
      before === null || isOther
        ? { stream, epoch, earlier, epochSequence, sequence: 0, at }
        : { ...before, epoch };
    const isAbsent = at - cursor.at > maxAbsenceMs && last > cursor.sequence;
    // Without a cursor the desktop is new, and reads its accounts from the service anyway.
    const mayMiss = before !== null && (isOther || isAbsent || first > cursor.sequence + 1);
    store.writeRepeatable(() => {
      if (isOther) startOver(store, cursor);
      if (mayMiss) dependencies.onMissedDeliveries();
      const sequence = Math.max(cursor.sequence, first - 1);
      putCursor(store, mayMiss ? { ...cursor, sequence, at } : cursor);
    });
    if (isOther) log.warn({ last }, 'the log of the team was recreated or restored');
    else if (mayMiss) log.warn({ first, last }, 'deliveries of the team may be missing');
  };

  const connect = async (): Promise<LogCode | null> => {
    const epoch = await teamLog.getLast('team.epoch');
    const bounds = await teamLog.getBounds();
    if (!epoch.ok) return epoch.code;
    if (!bounds.ok) return bounds.code;
    const data = epoch.entry?.data;
    const digest = data === undefined ? '' : createHash('sha256').update(data).digest('base64url');
    reconcileCursor(bounds, digest, epoch.entry?.sequence ?? 0);
    return null;
  };

  /** Null when the read was abandoned: it stalled, the connection changed or the follower stops. */
  const read = async (after: number, forMs: number) => {
    const abandoned = new AbortController();
    const { signal } = abandoned;
    const answer = teamLog.read(after, { most: maxEntries, waitMs: forMs, signal });
    const first = await Promise.race([answer, wait(forMs + stalledMs)]);
    interrupt();
    abandoned.abort();
    return first;
  };

  /** Publishes facts that the log lacks; they return as ordinary entries. */
  const publishOffers = async (offers: readonly Offer[]): Promise<LogCode | null> => {
    for (const { subject, text, expectedLast } of offers) {
      if (isStopped) return null;
      const data = sealForMembers(keyring(), subject, text);
      const ttl = parseSubject(subject).of === 'reply' ? { ttlMs: replyTTLMs } : {};
      const published = await teamLog.publish(subject, data, { expectedLast, ...ttl });
      if (published.ok || published.code === 'conflict') continue;
      if (published.code !== 'forbidden' && published.code !== 'too_large') return published.code;
      store.writeRepeatable(() => dropOffer(store, subject));
    }
    return null;
  };

  /** Subject up to which facts were offered since the last entry. */
  let offered = '';
  /** Returns why it failed, or null. */
  const step = async (): Promise<LogCode | 'stalled' | null> => {
    if (isDoubtful) {
      isDoubtful = false;
      offered = '';
      const failure = await connect();
      if (failure !== null) return failure;
      await retry();
    }
    const cursor = readCursor(store);
    if (cursor === null) return 'unavailable';
    if (isStopped) return null;
    const offers = listOffers(store, offered, maxOffers);
    const answer = await read(cursor.sequence, offers.length > 0 ? 0 : waitMs);
    if (isStopped || isDoubtful) return null;
    if (answer === null) return 'stalled';
    if (!answer.ok) return answer.code;
    const { entries, created } = answer;
    if (created !== cursor.stream) isDoubtful = true;
    else if (entries.length > 0) {
      offered = '';
      await applyEntries({ ...cursor, at: clock.now() }, entries);
      if (entries.some(({ subject }) => subject === 'team.epoch')) isDoubtful = true;
      if (entries.some(({ subject }) => subject === 'team.roster')) dependencies.onRosterChange();
    } else {
      if (clock.now() > cursor.at + stampMs)
        store.writeRepeatable(() => putCursor(store, { ...cursor, at: clock.now() }));
      offered = offers.at(-1)?.subject ?? offered;
      return publishOffers(offers);
    }
    return null;
  };

  const follow = async (): Promise<void> => {
    const stopListening = teamLog.onState(() => {
      isDoubtful = true;
      interrupt();
    });
    for (let failures = 0; !isStopped;) {
      let code: string | null;
      try {
        code = await step();
      } catch (thrown) {
        log.error({ err: thrown }, 'the entries of the team could not be stored');
        code = 'store';
      }
      failures = code === null ? 0 : failures + 1;
      if (code === null || isStopped) continue;
      isDoubtful = true;
      log.warn({ code, failures }, 'the log of the team cannot be followed');
      await wait(failureBackoff(failures, random.fraction));
    }
    stopListening();
  };
  const followed = follow();

  return {
    retry,
    stop: (): Promise<void> => {
      isStopped = true;
      interrupt();
      return followed;
    },
  };
};
