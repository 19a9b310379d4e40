/** A slow search yields to other work and returns early with what it has found. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LeadID } from '../../../../contract/records.ts';
import { createLeadCommands } from '../../../../main/engine/leads/commands.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { findPage, type ListPage } from '../../../../main/engine/leads/pages.ts';
import { resolveQuestion } from '../../../../main/engine/leads/selection.ts';
import { createSearchCommands } from '../../../../main/engine/leads/search-commands.ts';
import { applyAllChanges } from '../../../../main/engine/leads/search.ts';
import { runAllSteps, createSlices, runSteps } from '../../../../main/engine/platform/slices.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { accountID, noon, testClock } from '../support/store.ts';

const names = Array.from({ length: 30 }, (_, n) => `Customer${n}`);

/** Thirty leads, one of which has a long conversation. */
const bench = (): Bench => {
  const made = testIngest();
  for (const [n, firstName] of names.entries())
    made.deliver(
      'NegotiationCreatedV4',
      negotiation(`${n}`, { customer: { customerID: `c${n}`, firstName, lastName: '' } }),
    );
  for (let n = 0; n < 60; n += 1)
    made.deliver(
      'MessageCreatedV4',
      message(`m${n}`, '3', 'Customer', `${'It drips and drips. '.repeat(200)} ${n}`, noon + n),
    );
  return made;
};

const resolve = (store: Store, query: string) =>
  resolveQuestion(store, noon, { view: 'all', everywhere: true, query });

const seventy = Array.from({ length: 70 }, (_, n) => `-"w${n} x${n}"`).join(' ');

describe('a slow search', () => {
  it('yields to other work along the way', async () => {
    const { store } = bench();
    let [now, breaths] = [0, 0];
    const slices = createSlices({
      steady: () => (now += 1),
      letOthers: (then) => {
        breaths += 1;
        setImmediate(then);
      },
    });
    const found = await runSteps(
      slices.runAsked,
      findPage(store, resolve(store, '-"drips never"'), { start: null, limit: 50 }),
    );
    expect(found?.leads).toHaveLength(30);
    expect(breaths).toBeGreaterThan(30);
  });

  it('ends a page early when its time is up, and later pages cover each remaining lead once', () => {
    const { store } = bench();
    const found: string[] = [];
    let pages = 0;
    for (let start: { after: { at: number; lead: number } } | null = null; ;) {
      pages += 1;
      let looks = 0;
      const startTimer = () => () => (looks += 1) > 4;
      const page: ListPage | null = runAllSteps(
        findPage(store, resolve(store, seventy), { start, limit: 50 }, startTimer),
      );
      found.push(...(page?.leads.map(({ customerName }) => customerName) ?? []));
      if (page?.next == null) break;
      expect(page.leads.length).toBeLessThan(10);
      const [at = '', lead = ''] = page.next.split('.') as readonly string[];
      const middle = 5_000_000_000_000_000;
      start = { after: { at: middle - Number(at), lead: middle - Number(lead) } };
    }
    expect(pages).toBeGreaterThan(3);
    expect(found.toSorted()).toEqual(names.toSorted());
  });
});

/** CPU time of this thread in milliseconds, which other programs do not affect. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const megabyte = 'proof of hot water in the old house '.repeat(29_000);

/** Adds that many messages to a lead. */
const addMessages = ({ store }: Bench, lead: number, count: number, text: string): void =>
  store.write(() => {
    store.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @count)
         INSERT INTO messages (lead, account_id, message_id, side, text, sent_at)
         SELECT @lead, @accountID, @lead || '-' || i, 'customer', @text || i, @noon + i FROM n`,
      )
      .run({ lead, count, text, accountID, noon });
    refreshInbox(store, lead);
  });

/** The commands of searches over this bench, by the clock `steady`. */
const commandsOf = ({ store }: Bench, steady: () => number) => {
  const clock = { ...testClock(), steady };
  const slices = createSlices({ steady, letOthers: setImmediate });
  onTestFinished(slices.stop);
  const unused = (): never => {
    throw new Error('not used here');
  };
  return {
    ...createSearchCommands(store, clock, slices),
    ...createLeadCommands({
      store,
      clock,
      slices,
      mark: unused,
      readDetails: unused,
      onReopened: unused,
      onJobStatusChanged: unused,
    }),
  };
};

/** Runs `work`; returns its result, its CPU time, and the longest one between two other events. */
const measureOnce = async <T>(work: () => Promise<T>) => {
  const start = cpu();
  let [longest, last, isOver] = [0, start, false];
  const look = (): void => {
    longest = Math.max(longest, cpu() - last);
    last = cpu();
  };
  const beat = (): void => {
    look();
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  const result = await work();
  isOver = true;
  look();
  return { result, took: cpu() - start, longest };
};

const maxStepMs = 150;

/** Measures again after a long step, because a garbage collection of all tests in this process can take as long. */
const measure = async <T>(work: () => Promise<T>) => {
  const first = await measureOnce(work);
  return first.longest < maxStepMs ? first : measureOnce(work);
};

const everything = { view: 'all', everywhere: true, limit: 50 } as const;

describe('a search of texts of a megabyte and a conversation of 50,000 messages', () => {
  it('ends in its time and lets other commands through', async () => {
    const made = testIngest();
    for (const id of ['1', '2', '3']) made.deliver('NegotiationCreatedV4', negotiation(id));
    addMessages(made, 1, 50_000, 'The gutter and the roof ');
    addMessages(made, 2, 4, `${megabyte} roof `);
    addMessages(made, 3, 4, `${megabyte} roof `);
    applyAllChanges(made.store);
    const commands = commandsOf(made, cpu);
    for (const query of ['roof', seventy]) {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const from = cursor === undefined ? {} : { cursor };
        const page = await measure(async () =>
          commands['leads.list']({ ...everything, query, ...from }),
        );
        expect(page.took).toBeLessThan(2_000);
        expect(page.longest).toBeLessThan(maxStepMs);
        if (!page.result.ok) throw new Error(page.result.error.message);
        found.push(...page.result.value.leads.map(({ leadID }) => leadID));
        if (page.result.value.next === null) break;
        cursor = page.result.value.next;
      }
      expect(found.toSorted()).toEqual(['1', '2', '3']);
      for (const leadID of found as LeadID[]) {
        const places = await measure(async () => commands['search.places']({ leadID, query }));
        expect(places.took).toBeLessThan(3_000);
        expect(places.longest).toBeLessThan(maxStepMs);
        const isWhole = leadID !== '1' || query !== 'roof';
        expect(places.result).toMatchObject({ ok: true, value: { isWhole } });
      }
    }
  });
});

describe('a search whose time is up', () => {
  /** Ten leads with one message each, and a clock that leaps at each look. */
  const leaping = (leapMs: number) => {
    const made = testIngest();
    for (let n = 1; n <= 10; n += 1) {
      made.deliver('NegotiationCreatedV4', negotiation(`${n}`));
      addMessages(made, n, 10, `It drips ${n} `);
    }
    let now = 0;
    return commandsOf(made, () => (now += leapMs));
  };

  it('of one conversation returns the newest matches and says that there may be more', async () => {
    const asked = { leadID: '1' as LeadID, query: 'drips' };
    const whole = await leaping(1)['search.places'](asked);
    expect(whole).toMatchObject({ ok: true, value: { isWhole: true } });
    const cut = await leaping(300)['search.places'](asked);
    if (!cut.ok || !whole.ok) throw new Error('no answer');
    expect(cut.value.isWhole).toBe(false);
    expect(cut.value.places.length).toBeLessThan(whole.value.places.length);
    expect(cut.value.places).toEqual(whole.value.places.slice(-cut.value.places.length));
  });

  it('for a selection returns what was found and says that it is not all', async () => {
    const asked = { ...everything, query: '"it drips"', from: null, to: null };
    const whole = await leaping(1)['selection.range'](asked);
    const cut = await leaping(600)['selection.range'](asked);
    if (!cut.ok || !whole.ok) throw new Error('no answer');
    expect([whole.value.leadIDs.length, whole.value.isWhole]).toEqual([10, true]);
    expect(cut.value.isWhole).toBe(false);
    expect(cut.value.leadIDs.length).toBeLessThan(10);
  });

  it('keeps the changed and the selected leads whose texts it did not read', async () => {
    const leadIDs = Array.from({ length: 10 }, (_, n) => `${n + 1}` as LeadID);
    const asked = { ...everything, query: '-"it drips"', leadIDs };
    const range = { from: null, to: null, position: 0 };
    const counts = async (leapMs: number) => {
      const within = await leaping(leapMs)['leads.within']({ ...asked, ...range });
      const report = await leaping(leapMs)['selection.report'](asked);
      if (!within.ok || !report.ok) throw new Error('no answer');
      return [within.value.leads.length, report.value.leads];
    };
    expect(await counts(0)).toEqual([0, 0]);
    for (const count of await counts(600)) expect(count).toBeGreaterThan(0);
  });
});
