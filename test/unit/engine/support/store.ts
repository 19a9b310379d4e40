/** A real store in a temporary folder, a clock that only the test advances, and a log in memory. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AttachedAccount } from '../../../../contract/port.ts';
import type { AccountID, ReplyID } from '../../../../contract/records.ts';
import type { Clock } from '../../../../main/clock/clock.ts';
import type { Log } from '../../../../main/log/log.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import { putAccount as putAccountOf } from '../../../../main/engine/accounts/rows.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { openStore } from '../../../../main/engine/platform/store/open.ts';
import { createSlices, type Slices } from '../../../../main/engine/platform/slices.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';

export const accountID = 'account-1' as AccountID;

export const account: AttachedAccount = {
  accountID,
  profile: {
    name: 'Test service',
    environment: 'sandbox',
    interface: 'v4',
    baseUrl: 'http://127.0.0.1:1',
    scopes: [],
  },
  userID: 'user-1',
  userName: 'Pat Pro',
  connected: true,
  practice: false,
};

/** A new reply id. */
export const newReplyID = (): ReplyID => randomUUID() as ReplyID;

export type TestClock = Clock & {
  readonly advance: (ms: number) => void;
  /** Advances like the clock of a computer that slept: each due timer runs once, at the end. */
  readonly sleep: (ms: number) => void;
  /** Changes the system clock: no time passes and no timer runs. */
  readonly set: (now: number) => void;
};

/** Slices of long work, which finish at once while the clock stands still. */
export const testSlices = ({ steady }: Clock): Slices => {
  const slices = createSlices({ steady, letOthers: setImmediate });
  onTestFinished(slices.stop);
  return slices;
};

/** Starts at noon of 2 March 2026, UTC. */
export const noon = Date.UTC(2026, 2, 2, 12);

/**
 * @param jitter called for each reading and each timer: 1 advances the clock by a millisecond between readings
 * and fires a timer a millisecond early, as real clocks do
 */
export const testClock = (start = noon, jitter: () => 0 | 1 = () => 0): TestClock => {
  /** The steady clock; the system clock shows `ahead` more. */
  let now = start;
  let ahead = 0;
  let due: { readonly at: number; readonly work: () => void }[] = [];
  const advance = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const [next] = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      due = due.filter((other) => other !== next);
      now = Math.max(now, next.at);
      next.work();
    }
    now = Math.max(now, end);
  };
  return {
    now: () => (now += jitter()) + ahead,
    steady: () => (now += jitter()),
    after: (ms, work) => {
      const timer = { at: now + (ms > 1 ? ms - jitter() : ms), work };
      due.push(timer);
      return () => {
        due = due.filter((other) => other !== timer);
      };
    },
    advance,
    sleep: (ms) => {
      now += ms;
      advance(0);
    },
    set: (shown) => void (ahead = shown - now),
  };
};

/** A `testClock` that advances between readings and whose timers fire a millisecond early. */
export const restlessClock = (start = noon): TestClock => {
  const clock = testClock(start);
  let looks = 0;
  const drift = (): number => Math.floor((looks += 1) / 3);
  return {
    ...clock,
    now: () => clock.now() + drift(),
    steady: () => clock.steady() + drift(),
    after: (ms, work) => clock.after(Math.max(0, ms - 1), work),
  };
};

export type LogLine = { readonly level: string; readonly fields: object; readonly text: string };

export const testLog = (): Log & { readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: object, text: string) =>
    void lines.push({ level, fields, text });
  const log = { lines, info: at('info'), warn: at('warn'), error: at('error'), child: () => log };
  return log;
};

/** A disk on which every commit is already durable. */
export const onDisk = (): Promise<void> => Promise.resolve();

/** A disk that makes commits durable, or fails, when the test says so. */
export const slowDisk = () => {
  const { promise: taken, resolve: take, reject } = Promise.withResolvers<void>();
  taken.catch(() => undefined);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  return {
    flush: (): Promise<void> => {
      ask();
      return taken;
    },
    /** Resolves when a caller waits. */
    asked,
    take: (): void => take(),
    refuse: (): void => reject(Object.assign(new Error('no'), { code: 'EIO' })),
  };
};

/** A folder that is deleted when the test ends. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

const open = (file: string, clock: Clock): Store => {
  const opened = openStore({ file, clock, log: testLog(), derived: derivedFromLeads });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

/** An empty database of the newest version, created once because migrations are slower than most tests. */
let empty: Buffer | undefined;

const emptyDatabase = (): Buffer => {
  if (empty !== undefined) return empty;
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-test-'));
  const file = join(folder, 'leads.db');
  open(file, testClock()).close();
  empty = readFileSync(file);
  rmSync(folder, { recursive: true, force: true });
  return empty;
};

/** Adds or updates an account of the generation in its profile. */
export const putAccount = (store: Store, account: AttachedAccount, now: number): void =>
  putAccountOf(store, account, findGeneration(account.profile.interface).number, now);

/** A store with one connected account of this generation, closed when the test ends. */
export const testStore = (
  clock: Clock = testClock(),
  generation: AttachedAccount['profile']['interface'] = 'v4',
): Store => {
  const file = join(temporaryFolder(), 'leads.db');
  writeFileSync(file, emptyDatabase());
  const store = open(file, clock);
  onTestFinished(() => store.close());
  const profile = { ...account.profile, interface: generation };
  putAccount(store, { ...account, profile }, clock.now() - 7 * 24 * 60 * 60_000);
  return store;
};
