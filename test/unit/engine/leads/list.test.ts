/** A view as a list: every page of it is the same part of the whole list, for every business and account. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountID, LeadID } from '../../../../contract/records.ts';
import { viewNames, type ViewName } from '../../../../contract/views.ts';
import { createLeadCommands } from '../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../main/engine/leads/marking.ts';
import { views } from '../../../../main/engine/leads/views.ts';
import { encodePlace, decodePlace } from '../../../../main/engine/leads/list.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { recordPlans } from '../support/plans.ts';
import { account, noon, putAccount, testClock, testSlices, testStore } from '../support/store.ts';

const service = 'sandbox 127.0.0.1:1';
const elsewhere = 'sandbox elsewhere.example';
/** Two accounts of one service, and one of another service that has a business with the same ID. */
const accounts = ['a1', 'a2', 'a3'] as const;

type Lead = {
  readonly account: (typeof accounts)[number];
  readonly business: 'b1' | 'b2';
  readonly at: number;
  readonly flags: readonly boolean[];
};

const lead = fc.record<Lead>({
  account: fc.constantFrom(...accounts),
  business: fc.constantFrom('b1', 'b2'),
  at: fc.integer({ min: -5, max: 20 }),
  flags: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
});

const scopes = [undefined, `b1@${service}`, `b2@${service}`, `b1@${elsewhere}`, `b9@${service}`];

const testLists = () => {
  const store = testStore();
  for (const accountID of accounts) {
    const baseUrl = accountID === 'a3' ? 'http://elsewhere.example' : account.profile.baseUrl;
    const profile = { ...account.profile, baseUrl };
    putAccount(store, { ...account, accountID: accountID as AccountID, profile }, noon);
  }
  const putLead = store.db.prepare(
    `INSERT INTO leads (lead, account_id, negotiation_id, business_id, created_at, complete, changed_at)
     VALUES (?, ?, ?, ?, ?, 1, 0)`,
  );
  const putRow = store.db.prepare(
    `INSERT INTO inbox (lead, account_id, business_id, activity_at, needs_reply, unread, starred,
       archived, outgoing, never_answered, turn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    store,
    /** Replaces all leads by these, numbered from 1. */
    fill: (leads: readonly Lead[]): void =>
      store.write(() => {
        store.db.exec('DELETE FROM inbox; DELETE FROM leads;');
        for (const [index, { account: accountID, business, at, flags }] of leads.entries()) {
          putLead.run(index + 1, accountID, `n${index}`, business, at);
          const isNew = Number(flags[0] === true && flags[1] === true);
          const turn = isNew === 1 ? at : 1_000 - at;
          putRow.run(index + 1, accountID, business, at, ...flags.map(Number), isNew, turn);
        }
      }),
  };
};

const commandsOf = (store: Store) =>
  createLeadCommands({
    clock: testClock(),
    store,
    slices: testSlices(testClock()),
    mark: createMarking({
      store,
      slices: testSlices(testClock()),
      clock: testClock(),
      publish: () => undefined,
    }),
    readDetails: () => null,
    onReopened: () => undefined,
    onJobStatusChanged: () => undefined,
  });

type Commands = ReturnType<typeof commandsOf>;
type Question = Parameters<Commands['leads.list']>[0];

const ask = async (commands: Commands, question: Question) => {
  const answer = await commands['leads.list'](question);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};

const scopeOf = (view: ViewName, business: string | undefined) => ({
  view,
  ...(business !== undefined && { business }),
});

const isOf = (lead: Lead, business: string | undefined): boolean =>
  business === undefined ||
  business === `${lead.business}@${lead.account === 'a3' ? elsewhere : service}`;

/** The expected list, computed without the indexes. */
const whole = (
  store: Store,
  leads: readonly Lead[],
  view: ViewName,
  business: string | undefined,
): string[] => {
  const { buildCondition, order } = views[view];
  const row = store.db.prepare<[number], { readonly isIn: number; readonly by: number }>(
    `SELECT ${buildCondition('')} AS isIn, ${order.by} AS "by" FROM inbox WHERE lead = ?`,
  );
  const sign = order.direction === 'DESC' ? -1 : 1;
  return leads
    .map((each, index) => ({ ...each, number: index + 1, ...row.get(index + 1) }))
    .filter((each) => each.isIn === 1 && isOf(each, business))
    .sort((one, other) => sign * ((one.by ?? 0) - (other.by ?? 0) || one.number - other.number))
    .map(({ number }) => `${number}`);
};

describe('a list', () => {
  it('is the same by cursor, by position, and backward, for each view, business, and account', async () => {
    const several = fc.array(lead, { maxLength: 24 });
    const { store, fill } = testLists();
    const commands = commandsOf(store);
    await fc.assert(
      fc.asyncProperty(several, fc.integer({ min: 1, max: 7 }), async (leads, limit) => {
        fill(leads);
        for (const view of viewNames)
          for (const business of scopes) {
            const wanted = whole(store, leads, view, business);
            const scope = scopeOf(view, business);
            const { leads: all, total, parts } = await ask(commands, { ...scope, limit: 500 });
            expect(all.map(({ leadID }) => leadID)).toEqual(wanted);
            expect(total).toBe(wanted.length);
            const [first, rest] = parts;
            if (first !== undefined && rest !== undefined) {
              expect(first.length + rest.length).toBe(wanted.length);
              expect(all.map(({ needsFirstReply }) => needsFirstReply)).toEqual(
                wanted.map((_, index) => index < first.length),
              );
            }
            expect(all.map(({ place }) => place)).toEqual(all.map(({ place }) => place).toSorted());
            const onward: string[] = [];
            let cursor: string | null | undefined;
            while (cursor !== null) {
              const page = await ask(commands, { ...scope, limit, ...(cursor && { cursor }) });
              onward.push(...page.leads.map(({ leadID }) => leadID));
              cursor = page.next;
            }
            expect(onward).toEqual(wanted);
            for (const [index, { place }] of all.entries()) {
              const from = await ask(commands, { ...scope, position: index, limit });
              expect(from.leads).toEqual(all.slice(index, index + limit));
              const above = await ask(commands, { ...scope, before: place, limit });
              expect(above.leads).toEqual(all.slice(Math.max(0, index - limit), index));
            }
          }
      }),
      { numRuns: 12 },
    );
  });

  it('reports which of some leads lie in a range, and the position of its start', async () => {
    const several = fc.array(lead, { minLength: 1, maxLength: 24 });
    const near = fc.integer({ min: 0, max: 30 });
    const { store, fill } = testLists();
    const commands = commandsOf(store);
    await fc.assert(
      fc.asyncProperty(several, near, fc.nat(), fc.nat(), async (leads, position, one, two) => {
        fill(leads);
        for (const business of scopes) {
          const scope = scopeOf('all', business);
          const { leads: all } = await ask(commands, { ...scope, limit: 500 });
          const start = one % (all.length + 1);
          const end = start + (two % (all.length + 1));
          const leadIDs = leads.map((_, index) => `${index + 1}` as LeadID);
          const answer = await commands['leads.within']({
            ...scope,
            leadIDs: [...leadIDs, 'nobody' as LeadID, '999' as LeadID],
            from: all[start]?.place ?? null,
            to: all[end]?.place ?? null,
            position,
          });
          const from = all[start] === undefined ? 0 : start;
          expect(answer.ok && answer.value.leads.map(({ leadID }) => leadID).toSorted()).toEqual(
            all
              .slice(from, all[end] === undefined ? undefined : end + 1)
              .map(({ leadID }) => leadID)
              .toSorted(),
          );
          expect(answer).toMatchObject({ value: { position: from, total: all.length } });
        }
      }),
      { numRuns: 30 },
    );
  });

  it('finds the position of a place whose lead does not exist', async () => {
    const { store, fill } = testLists();
    const flags = Array.from({ length: 5 }, () => false);
    fill([30, 20, 20, 10].map((at) => ({ account: 'a1', business: 'b1', at, flags })));
    const commands = commandsOf(store);
    const placed = [
      [40, 9],
      [30, 1],
      [20, 99],
      [20, 3],
      [20, 2],
      [15, 1],
      [5, 1],
    ] as const;
    const positions = [];
    for (const [time, number] of placed)
      for (const position of [0, 2, 90]) {
        const from = encodePlace('all', { at: time, lead: number });
        const answer = await commands['leads.within']({
          view: 'all',
          leadIDs: [],
          from,
          to: null,
          position,
        });
        if (answer.ok) positions.push(answer.value.position);
      }
    const wanted = [0, 0, 1, 1, 2, 3, 4];
    expect(positions).toEqual(wanted.flatMap((each) => [each, each, each]));
    expect(decodePlace('all', encodePlace('all', { at: -7, lead: 3 }))).toEqual({
      at: -7,
      lead: 3,
    });
  });

  it.each([
    { position: 1, cursor: encodePlace('all', { at: 1, lead: 1 }) },
    { before: 'nowhere' },
    { cursor: '1.2' },
    { query: 'oven', position: 3 },
  ])('rejects an invalid or ambiguous start: %o', async (start) => {
    const commands = commandsOf(testStore());
    const answer = await commands['leads.list']({ view: 'all', limit: 5, ...start });
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('is read from an index for each view and business, without a scan or a sort', async () => {
    const { store } = testLists();
    store.db.exec(
      `INSERT INTO counts (account_id, business_id) VALUES ('a1', 'b1'), ('a2', 'b1'), ('a1', 'b2'), ('a3', 'b1')`,
    );
    for (const view of viewNames)
      for (const business of scopes) {
        const noted = recordPlans(store);
        const commands = commandsOf(noted.store);
        const scope = scopeOf(view, business);
        const place = encodePlace(view, { at: noon, lead: 5 });
        await ask(commands, { ...scope, position: 70, limit: 50 });
        await ask(commands, { ...scope, cursor: place, limit: 50 });
        await ask(commands, { ...scope, before: place, limit: 50 });
        const leadIDs = ['1' as LeadID];
        await commands['leads.within']({ ...scope, leadIDs, from: place, to: null, position: 9 });
        const ofInbox = noted.plans().filter((step) => /TEMP B-TREE|SCAN (i|inbox)\b/.test(step));
        const index = business === undefined ? `view_${view}` : `view_${view}_of_business`;
        expect(ofInbox.filter((step) => !step.endsWith(`COVERING INDEX ${index}`))).toEqual([]);
        if (business !== `b9@${service}`) expect(noted.plans().join('\n')).toContain(index);
      }
  });
});
