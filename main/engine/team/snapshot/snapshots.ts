/**
 * Maintains the team's snapshot: merges the leads that this desktop lacks, and writes the next one when it is due. It
 * moves no cursor, so a missing, damaged, old or hostile snapshot loses nothing that the log has.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { hashedKey, formatSubject } from '../../../../contract/team/subjects.ts';
import { createBackoff, spread } from '../../../clock/backoff.ts';
import { createSchedule } from '../../../clock/schedule.ts';
import { serializeJSON } from '../../../http/json.ts';
import { toChange, createChanges } from '../../accounts/ingest/changes.ts';
import { refreshLeads } from '../../leads/inbox.ts';
import { readSetting, storeSetting } from '../../platform/settings.ts';
import { toStoreFailure } from '../../platform/store/failure.ts';
import type { Store } from '../../platform/store/store.ts';
import type { TeamContext } from '../context.ts';
import { wantDuty, type Duty } from '../duties.ts';
import type { TeamAccount } from '../lead-keys.ts';
import { sealJSON } from '../sealed-json.ts';
import { countLeads, readLeads } from './collect.ts';
import { countIn, hasFewer, isDue, type Counted, type Found } from './due.ts';
import { createSnapshot, readParts, readHead, type SnapshotHead } from './format.ts';
import { mergeLead } from './merge.ts';

type Dependencies = TeamContext & {
  /** Applies the facts that waited for a lead. */
  readonly applyFacts: (lead: number) => void;
  /** Size limit of the snapshot. */
  readonly maxBytes?: number;
};

const everyMs = 60 * 60_000;
/** After a start, the app first shows leads and reads the log. */
const soonMs = 8_000;
const failureBackoff = createBackoff({ first: 10_000, max: 15 * 60_000, jitter: 0.5 });
/** If the duty is not free by then, another desktop is writing the snapshot. */
const dutyMs = 20_000;
/** Characters of a part, and of a lead, before they are compressed. */
const partLength = 256 * 1024;
const maxLeadLength = 8 * 1024 * 1024;

const name = 'team.snapshot';
const takenSchema = z.array(hashedKey);

/** Keys of the accounts whose leads came from a snapshot, or went into one. */
const readTakenAccounts = (store: Store): readonly string[] =>
  readSetting(store, name, takenSchema) ?? [];

export const createSnapshots = (dependencies: Dependencies) => {
  const { store, clock, random, log, slices, teamLog, keyring, keys } = dependencies;
  const { self, applyFacts, publish, maxBytes } = dependencies;
  let isStopped = false;
  /** Id and accounts of the snapshot that was merged last in this run, or why the last one could not be read. */
  let tried = '';
  let failures = 0;
  let duty: Duty | null = null;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'the snapshot of the team failed');
    scheduleLook(everyMs);
  });
  const retryLook = (): void => {
    failures += 1;
    scheduleLook(failureBackoff(failures, random.fraction));
  };
  const scheduleLook = (ms: number): void => {
    const at = clock.steady() + spread(ms, 0.2, random.fraction);
    const due = schedule.getDueTime('look');
    if (due === null || due > at) schedule.at('look', at, look);
  };

  const countAccounts = (): readonly Counted[] =>
    keys.listAccounts().map((each) => ({
      ...each,
      leads: countLeads(store, each.accountID),
    }));

  const recordTaken = (accounts: readonly TeamAccount[]): void =>
    store.writeRepeatable(() =>
      storeSetting(store, name, [
        ...new Set([...readTakenAccounts(store), ...accounts.map(({ key }) => key)]),
      ]),
    );

  /** Undefined if the hub does not answer. */
  const find = async (): Promise<Found | null | undefined> => {
    const answer = await teamLog.getSnapshotHead();
    if (!answer.ok) return undefined;
    return answer.found && { read: readHead(keyring(), answer.found.head), at: answer.found.at };
  };

  /** Merges leads until the slice is over; returns the number of those that failed and are left out. */
  const mergeSome = (
    left: unknown[],
    accounts: ReadonlyMap<string, string>,
    isOver: () => boolean,
  ): number => {
    let bad = 0;
    const changes = createChanges();
    const about = { store, keys, applyFacts, now: clock.now(), steady: clock.steady() };
    store.changeAs('news', () =>
      store.writeRepeatable(() => {
        do {
          const lead = left.shift();
          const own = createChanges();
          try {
            if (!store.writeRepeatable(() => mergeLead(about, accounts, lead, own))) bad += 1;
            for (const each of own.leads) changes.leads.add(each);
            for (const kind of own.kinds) changes.kinds.add(kind);
          } catch (thrown) {
            if (toStoreFailure(thrown) !== null) throw thrown;
            bad += 1;
            log.error({ err: thrown }, 'a lead of the snapshot could not be added');
          }
        } while (left.length > 0 && !isOver());
        refreshLeads(store, changes.leads);
      }),
    );
    const change = toChange(changes);
    if (change !== null) publish(change);
    return bad;
  };

  /** Returns false if it must be retried soon. */
  const take = async (head: SnapshotHead, wanted: readonly TeamAccount[]): Promise<boolean> => {
    const answer = await teamLog.getSnapshot();
    if (!answer.ok || answer.data === null || isStopped) return false;
    const accounts = new Map(wanted.map(({ key, accountID }) => [key, accountID]));
    let [badParts, badLeads] = [0, 0];
    for await (const part of readParts(keyring(), head, answer.data)) {
      if (part === null) badParts += 1;
      const left = [...(part ?? [])];
      const isWhole = await slices.run((isOver) => {
        if (isStopped || left.length === 0) return false;
        badLeads += mergeSome(left, accounts, isOver);
        return left.length > 0;
      });
      if (!isWhole || isStopped) return true;
    }
    const { isWhole } = head;
    if (badParts === 0) recordTaken(wanted);
    if (badParts + badLeads > 0)
      log.warn({ badParts, badLeads }, 'parts of the snapshot of the team could not be read');
    failures = 0;
    log.info({ isWhole, accounts: wanted.length }, 'leads of the snapshot of the team were added');
    return true;
  };

  const write = async (): Promise<void> => {
    const accounts = keys.listAccounts();
    const next = readLeads(store, accounts);
    const snapshot = createSnapshot(keyring(), maxBytes);
    const leads = new Map(accounts.map(({ key }) => [key, 0]));
    let [hasRoom, isWhole] = [true, true];
    for (let isLast = false; !isLast && hasRoom;) {
      const part: { readonly account: string; readonly text: string }[] = [];
      let length = 0;
      const hasRun = await slices.run((isOver) => {
        do {
          const more = isStopped ? [] : next();
          isLast = more.length === 0;
          for (const lead of more) {
            const text = serializeJSON(lead);
            if (text === undefined || text.length > maxLeadLength) {
              isWhole = false;
              continue;
            }
            part.push({ account: lead.account, text });
            length += text.length;
          }
        } while (!isLast && length < partLength && !isOver());
        return !isLast && length < partLength;
      });
      if (!hasRun || isStopped) return;
      if (part.length > 0) hasRoom = await snapshot.add(part.map(({ text }) => text));
      if (hasRoom)
        for (const { account } of part) leads.set(account, (leads.get(account) ?? 0) + 1);
    }
    isWhole &&= hasRoom;
    const { head, data } = snapshot.end({ isWhole, leads: Object.fromEntries(leads) });
    const answer = await teamLog.putSnapshot(head, data);
    const about = { bytes: data.length, leads: [...leads.values()], isWhole };
    if (!answer.ok) {
      log.warn({ ...about, why: answer.code }, 'the snapshot of the team could not be stored');
      return retryLook();
    }
    failures = 0;
    recordTaken(accounts);
    log.info(about, 'the snapshot of the team was stored');
  };

  /** Writes the snapshot, unless another desktop holds the duty. */
  const writeOnDuty = async (): Promise<void> => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const attempt = async (): Promise<void> => {
      const found = await find();
      if (!isStopped && found !== undefined && isDue(found, countAccounts(), clock.now()))
        await write();
    };
    const account = keys.deriveItemKey('snapshot');
    const subject = formatSubject({ of: 'duty', name: 'snapshot', account });
    let isWriting = false;
    const held = wantDuty({
      ...{ teamLog, clock, subject, chance: random.fraction },
      createProof: () =>
        sealJSON(keyring(), subject, { desktop: self.desktop, attempt: randomUUID() }),
      onChange: (isHeld) => {
        if (!isHeld || isWriting) return;
        isWriting = true;
        void attempt()
          .catch((thrown: unknown) =>
            log.error({ err: thrown }, 'the snapshot of the team could not be written'),
          )
          .finally(end);
      },
    });
    duty = held;
    const cancel = clock.after(dutyMs, () => {
      if (!isWriting) end();
    });
    await over;
    cancel();
    await held.stop();
  };

  const look = async (): Promise<void> => {
    scheduleLook(everyMs);
    if (keys.listAccounts().length === 0) return;
    const found = await find();
    if (isStopped) return;
    if (found === undefined) return retryLook();
    if (found !== null && !found.read.ok && tried !== found.read.code) {
      tried = found.read.code;
      log.warn({ why: tried }, 'the snapshot of the team cannot be read');
    }
    let accounts = countAccounts();
    if (found?.read.ok) {
      const { head } = found.read;
      const taken = readTakenAccounts(store);
      const wanted = accounts.filter(
        (each) =>
          countIn(head, each) > 0 && (!taken.includes(each.key) || hasFewer(head, accounts, each)),
      );
      const attempt = `${head.id} ${wanted.map(({ key }) => key).join()}`;
      if (wanted.length > 0 && tried !== attempt) {
        if (!(await take(head, wanted))) return retryLook();
        tried = attempt;
        accounts = countAccounts();
      }
    }
    if (!isStopped && isDue(found, accounts, clock.now())) await writeOnDuty();
  };

  const endWatch = teamLog.onState(({ name: state }) => {
    if (state === 'up') scheduleLook(soonMs);
  });
  return {
    /** Call when the team's accounts have changed. */
    lookSoon: (): void => scheduleLook(soonMs),
    /** Call in a transaction when deliveries may be missing: a snapshot is merged again. */
    mergeAgain: (): void => {
      storeSetting(store, name, []);
      tried = '';
      scheduleLook(soonMs);
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      endWatch();
      schedule.stop();
      await duty?.stop();
    },
  };
};
