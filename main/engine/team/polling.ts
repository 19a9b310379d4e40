/**
 * One desktop of a team polls an account for all, by a lease, publishes what it finds, and repairs the account's
 * webhooks. While the hub is silent each desktop polls.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { delivery } from '../../../contract/team/delivery.ts';
import { formatSubject } from '../../../contract/team/subjects.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { serializeJSON } from '../../http/json.ts';
import { listAccounts } from '../accounts/rows.ts';
import type { PolledKind } from '../accounts/runtime.ts';
import type { TeamContext } from './context.ts';
import { wantDuty, type Duty } from './duties.ts';
import { sealJSON } from './sealed-json.ts';

type Dependencies = Omit<TeamContext, 'slices' | 'publish'> & {
  /** Called when this desktop may begin to poll, because the hub is silent. */
  readonly pollDue: () => void;
  /** Called when the log is back after more than a minute: deliveries to the hub may be missing. */
  readonly onReturn: () => void;
  /** Called when this desktop has taken on an account's work for the team. */
  readonly onDutyGained: () => void;
};

/** After this time without the log each desktop polls. */
const silentMs = 60_000;
const findTTLMs = 7 * 24 * 60 * 60_000;
const retryMs = 30_000;
/** Later finds are dropped: after a long outage each desktop polls for itself. */
const maxFinds = 500;

type Find = {
  readonly find: number;
  readonly subject: string;
  readonly target: string;
  readonly body: string;
  readonly at: number;
};

/** Wants the duty of each connected account of the team. */
export const createPolling = (dependencies: Dependencies) => {
  const { store, clock, random, log, teamLog, keyring, keys, self, pollDue } = dependencies;
  const duties = new Map<string, Duty>();
  let isStopped = false;
  /**
   * Steady time at which the log last showed who does an account's work. A connection proves nothing: the servers
   * may have no majority, or no room.
   */
  let heardAt = clock.steady();
  const schedule = createSchedule(clock, (thrown, name) => {
    log.error({ err: thrown, name }, 'work for the polls of the team failed');
    if (name === 'publish') schedule.in('publish', retryMs, publishFinds);
  });

  const isSilent = (): boolean => clock.steady() - heardAt > silentMs;
  const waitForSilence = (): void => {
    heardAt = clock.steady();
    schedule.in('silent', silentMs + 1, pollDue);
  };
  const onHeard = (): void => {
    const wasSilent = isSilent();
    waitForSilence();
    if (wasSilent) dependencies.onReturn();
  };

  /** Call when an account was added, connected or ended. */
  const updateDuties = (): void => {
    const connected = new Set<string>();
    for (const { accountID, connected: isConnected } of listAccounts(store)) {
      const account = keys.findAccountKey(accountID);
      if (!isConnected || account === null) continue;
      connected.add(accountID);
      if (duties.has(accountID)) continue;
      if (duties.size === 0) waitForSilence();
      const subject = formatSubject({ of: 'duty', name: 'poll', account });
      const duty = wantDuty({
        ...{ teamLog, clock, subject, onHeard },
        chance: random.fraction,
        createProof: () =>
          sealJSON(keyring(), subject, { desktop: self.desktop, attempt: randomUUID() }),
        onChange: (isHeld) => {
          if (isHeld) dependencies.onDutyGained();
        },
      });
      duties.set(accountID, duty);
    }
    for (const [accountID, duty] of duties) {
      if (connected.has(accountID)) continue;
      duties.delete(accountID);
      void duty.stop();
    }
  };

  // Finds are stored, because this desktop does not find them again after a crash.
  const addFind = (find: Omit<Find, 'find'>): void => {
    const sql = `INSERT INTO team_finds (subject, target, body, at)
      SELECT @subject, @target, @body, @at WHERE (SELECT count(*) FROM team_finds) < ${maxFinds}`;
    store.prepare<[typeof find]>(sql).run(find);
  };
  const readFirstFind = (): Find | undefined =>
    store
      .prepare<[], Find>(
        'SELECT find, subject, target, body, at FROM team_finds ORDER BY find LIMIT 1',
      )
      .get();
  const removeFind = ({ find }: Find): void =>
    void store.prepare<[number]>('DELETE FROM team_finds WHERE find = ?').run(find);

  const publishFinds = async (): Promise<void> => {
    for (let find = readFirstFind(); find !== undefined && !isStopped; find = readFirstFind()) {
      const { subject, target, body, at } = find;
      const content: z.infer<typeof delivery> = { version: 1, method: 'POST', target, body, at };
      const options = { expectedLast: 0, ttlMs: findTTLMs };
      const answer = await teamLog.publish(subject, sealJSON(keyring(), subject, content), options);
      if (!answer.ok && ['unavailable', 'unknown', 'full'].includes(answer.code))
        return schedule.in('publish', retryMs, publishFinds);
      removeFind(find);
    }
  };

  /** True if this desktop polls the account for the team, and repairs its webhooks. */
  const isOnDuty = (accountID: string): boolean =>
    (duties.get(accountID)?.getFence() ?? null) !== null;

  waitForSilence();
  updateDuties();
  schedule.now('publish', publishFinds);
  return {
    isOnDuty,
    // Nobody else polls the person's own accounts and practice.
    mayPoll: (accountID: string): boolean =>
      isSilent() || keys.findAccountKey(accountID) === null || isOnDuty(accountID),
    publishFound: (accountID: string, kind: PolledKind, records: readonly unknown[]): void => {
      const account = keys.findAccountKey(accountID);
      if (account === null) return;
      for (const record of records) {
        const body = serializeJSON({ data: record });
        if (body === undefined) continue;
        // A lead can change and change back, so each find of it is a separate entry.
        const part = kind === 'answer:message' ? body : randomUUID();
        const key = keys.deriveItemKey(`${kind}\n${part}`);
        const subject = formatSubject({ of: 'in', account, key });
        addFind({ subject, target: kind, body, at: clock.now() });
      }
      schedule.now('publish', publishFinds);
    },
    updateDuties,
    stop: async (): Promise<void> => {
      isStopped = true;
      schedule.stop();
      const ended = [...duties.values()].map((duty) => duty.stop());
      duties.clear();
      await Promise.all(ended);
    },
  };
};
