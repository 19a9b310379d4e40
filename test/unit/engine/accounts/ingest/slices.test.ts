import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIngest } from '../../../../../main/engine/accounts/ingest/ingest.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { budgetMs, createSlices } from '../../../../../main/engine/platform/slices.ts';
import { readMessagesBefore } from '../../../../../main/engine/conversation/message-pages.ts';
import type { Change } from '../../../../../contract/events.ts';
import { event, message, negotiation } from '../../support/records.ts';
import { intakesOf } from '../../support/readers.ts';
import { accountID, noon, testClock, testLog, testStore } from '../../support/store.ts';
import { listLeads } from '../../support/list-leads.ts';

type Delivery = { readonly lead: number; readonly message: number | null };

const deliveryOf = ({ lead, message: number }: Delivery) => {
  const id = `n${lead}`;
  const at = noon - 60_000 + (number ?? 0) * 1_000;
  const side = (number ?? 0) % 3 === 0 ? 'Business' : 'Customer';
  const eventType = number === null ? 'NegotiationCreatedV4' : 'MessageCreatedV4';
  const data =
    number === null
      ? negotiation(id, { customer: { customerID: `c${lead}`, firstName: `Customer ${lead}` } })
      : message(`m${lead}.${number}`, id, side, `text ${number}`, at);
  return { accountID, eventType, webhookID: null, body: event(eventType, data) };
};

/** An ingest in which every look at the clock takes `msEachLook`, and other work waits for its turn. */
const bench = (msEachLook: number) => {
  const clock = testClock();
  const store = testStore(clock);
  let steady = 0;
  const others: (() => void)[] = [];
  const changes: Change[] = [];
  const notified: number[] = [];
  const slices = createSlices({
    steady: () => (steady += msEachLook),
    letOthers: (then) => others.push(then),
  });
  const ingest = createIngest({
    store,
    clock,
    log: testLog(),
    publish: (change) => void changes.push(change),
    onReviews: () => undefined,
    notify: (news) => void notified.push(...news.map(({ lead }) => lead)),
    adoptEcho: () => false,
    findIntake: intakesOf(store),
    slices,
  });
  const list = () =>
    listLeads(store, { view: 'all', business: null, query: '', start: null, limit: 50 })?.leads ??
    [];
  return {
    store,
    ingest,
    changes,
    notified,
    stop: slices.stop,
    breathe: (): boolean => {
      const then = others.shift();
      then?.();
      return then !== undefined;
    },
    list,
    /** Everything people see, without local IDs. */
    shown: () =>
      list()
        .map((lead) => ({
          ...lead,
          leadID: '',
          place: '',
          messages: readMessagesBefore(store, toRow(lead.leadID) ?? 0, null, 99, 0).messages.map(
            ({ text, side, at }) => ({ text, side, at }),
          ),
        }))
        .sort((a, b) => a.customerName.localeCompare(b.customerName)),
    left: (): unknown =>
      store.db.prepare("SELECT count(*) FROM deliveries WHERE state = 'recorded'").pluck().get(),
  };
};

const deliveries = fc.array(
  fc.record({
    lead: fc.integer({ min: 1, max: 4 }),
    message: fc.option(fc.integer({ min: 1, max: 8 })),
  }),
  { maxLength: 60 },
);

describe('a backlog', () => {
  it('has reported each applied lead for a notice when the engine stops in the middle', async () => {
    const made = bench(3);
    const all = Array.from({ length: 30 }, (_, lead) => ({ lead: lead + 1, message: null }));
    made.ingest.record(all.map(deliveryOf));
    const done = made.ingest.applyRecorded();
    for (let turn = 0; turn < 4; turn += 1) made.breathe();
    made.stop();
    expect(await done).toBe(false);
    expect(made.list().length).toBeGreaterThan(4);
    expect(made.notified).toHaveLength(made.list().length);
  });

  it('has the same result in slices as at once, whatever is delivered or queried in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        deliveries,
        deliveries,
        fc.integer({ min: 1, max: 9 }),
        async (first, later, ms) => {
          const whole = bench(0);
          whole.ingest.record([...first, ...later].map(deliveryOf));
          await whole.ingest.applyRecorded();

          const sliced = bench(ms);
          sliced.ingest.record(first.map(deliveryOf));
          const done = sliced.ingest.applyRecorded();
          for (const delivery of later) {
            sliced.breathe();
            sliced.list();
            sliced.ingest.record([deliveryOf(delivery)]);
            void sliced.ingest.applyRecorded();
          }
          while (sliced.breathe());
          expect(await done).toBe(true);
          expect(sliced.left()).toBe(0);
          expect(sliced.shown()).toEqual(whole.shown());
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it('interrupted between two slices is finished at the next start', async () => {
    const backlog = Array.from({ length: 40 }, (_, n) => ({ lead: 1 + (n % 4), message: n }));
    const made = bench(3);
    made.ingest.record(backlog.map(deliveryOf));
    void made.ingest.applyRecorded();
    made.breathe();
    expect(made.left()).toBeGreaterThan(0);
    // The process is gone; the next one finds the rest in the database.
    const next = createIngest({
      store: made.store,
      clock: testClock(),
      log: testLog(),
      publish: () => undefined,
      onReviews: () => undefined,
      notify: () => undefined,
      adoptEcho: () => false,
      findIntake: intakesOf(made.store),
      slices: createSlices({ steady: () => 0, letOthers: setImmediate }),
    });
    await next.applyRecorded();
    expect(made.left()).toBe(0);
    expect(made.shown().flatMap((lead) => lead.messages)).toHaveLength(40);
  });

  it('lets queries run after each slice and publishes changes in between', async () => {
    const backlog = Array.from({ length: 30 }, (_, n) => ({ lead: n, message: null }));
    const made = bench(4);
    made.ingest.record(backlog.map(deliveryOf));
    const done = made.ingest.applyRecorded();
    const seen = [made.list().length];
    while (made.breathe()) seen.push(made.list().length);
    await done;
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(made.changes.length).toBeGreaterThan(0);
    expect(made.list()).toHaveLength(30);
  });
});

describe('a page of listed leads', () => {
  const records = Array.from({ length: 6 }, (_, n) => negotiation(`n${n}`));

  it('yields to other work between its leads, and publishes each slice', async () => {
    const { ingest, breathe, list, changes } = bench(budgetMs);
    const taken = ingest.applyListed(accountID, records);
    const seen: number[] = [];
    do seen.push(list().length);
    while (breathe());
    expect(seen.slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(changes).toHaveLength(6);
    expect(await taken).toBe(true);
  });

  it('answers false when the engine stops before all of it is stored', async () => {
    const { ingest, stop, list } = bench(budgetMs);
    const taken = ingest.applyListed(accountID, records);
    stop();
    expect(await taken).toBe(false);
    expect(list().length).toBeLessThan(6);
  });
});
