/** The number of waiting leads is the same wherever it is shown. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AccountID } from '../../../../contract/records.ts';
import { viewNames, type ViewName } from '../../../../contract/views.ts';
import { collectFacts } from '../../../../main/engine/files/diagnose.ts';
import { listBusinesses, parseBusinessKey } from '../../../../main/engine/leads/businesses.ts';
import { readBadgeCount, readLeadCounts } from '../../../../main/engine/leads/counts.ts';
import { countView } from '../../../../main/engine/leads/selection.ts';
import { account, noon, putAccount, testStore } from '../support/store.ts';
import { listLeads } from '../support/list-leads.ts';

const columns = [
  'needs_reply',
  'never_answered',
  'older',
  'unread',
  'starred',
  'archived',
] as const;

const lead = fc.record({
  account: fc.constantFrom('a1', 'a2'),
  business: fc.constantFrom('b1', 'b2', 'b3'),
  waits: fc.constantFrom('new', 'conversation', 'older', 'no'),
  at: fc.integer({ min: 0, max: 20 }),
  unread: fc.boolean(),
  starred: fc.boolean(),
});
type Lead = typeof lead extends fc.Arbitrary<infer T> ? T : never;

const rowOf = ({ waits, unread, starred }: Lead): Record<(typeof columns)[number], boolean> => ({
  needs_reply: waits === 'new' || waits === 'conversation',
  never_answered: waits === 'new',
  older: waits === 'older',
  unread,
  starred,
  archived: waits === 'no' && starred,
});

const testInbox = () => {
  const store = testStore();
  for (const accountID of ['a1', 'a2'])
    putAccount(store, { ...account, accountID: accountID as AccountID }, noon);
  const business = store.db.prepare(
    'INSERT INTO businesses (account_id, business_id, name, covered) VALUES (?, ?, ?, 1)',
  );
  for (const accountID of ['a1', 'a2'])
    for (const id of ['b1', 'b2', 'b3']) business.run(accountID, id, id);
  const putLead = store.db.prepare(
    `INSERT INTO leads (lead, account_id, negotiation_id, business_id, created_at, complete, changed_at)
     VALUES (?, ?, ?, ?, ?, 1, 0)`,
  );
  const putRow = store.db.prepare(
    `INSERT INTO inbox (lead, account_id, business_id, activity_at, turn, ${columns.join(', ')})
     VALUES (?, ?, ?, ?, ?, ${columns.map(() => '?').join(', ')})`,
  );
  const change = store.db.prepare(
    `UPDATE inbox SET ${columns.map((name) => `${name} = ?`).join(', ')}, turn = ? WHERE lead = ?`,
  );
  const turnOf = ({ waits, at }: Lead): number => (waits === 'new' ? at : 1_000 - at);
  const flagsOf = (each: Lead): readonly number[] =>
    columns.map((name) => Number(rowOf(each)[name]));
  return {
    store,
    fill: (leads: readonly Lead[]): void =>
      store.write(() => {
        store.db.exec('DELETE FROM inbox; DELETE FROM leads;');
        for (const [index, each] of leads.entries()) {
          putLead.run(index + 1, each.account, `n${index}`, each.business, each.at);
          putRow.run(
            ...[index + 1, each.account, each.business, each.at, turnOf(each)],
            ...flagsOf(each),
          );
        }
      }),
    become: (number: number, each: Lead): void =>
      void store.write(() => change.run(...flagsOf(each), turnOf(each), number)),
  };
};

it('the sidebar, title, groups, badge, businesses, saved views, searches, and diagnostics show the same counts', () => {
  const { store, fill, become } = testInbox();
  const rows = (view: ViewName, key: string | null, query = '') =>
    listLeads(store, { view, business: key, query, start: null, limit: 500 });
  const changes = fc.array(fc.tuple(fc.nat(), lead), { maxLength: 10 });
  fc.assert(
    fc.property(fc.array(lead, { minLength: 1, maxLength: 30 }), changes, (leads, later) => {
      fill(leads);
      for (const [which, each] of later) become(1 + (which % leads.length), each);
      const businesses = listBusinesses(store);
      for (const key of [null, ...businesses.map((each) => each.key)]) {
        const place = parseBusinessKey(key);
        const counts = readLeadCounts(store, place);
        for (const view of viewNames) {
          const list = rows(view, key);
          expect([view, list?.total, list?.leads.length]).toEqual([
            view,
            counts[view],
            counts[view],
          ]);
          expect(countView(store, { view, business: place })).toBe(counts[view]);
        }
        expect(rows('needs_reply', key)?.parts.map(({ length }) => length)).toEqual([
          counts.new,
          counts.needs_reply - counts.new,
        ]);
        const found = (query: string) => rows('all', key, query)?.leads.length;
        expect(found('is:needs-reply')).toBe(counts.needs_reply);
        expect(found('is:new')).toBe(counts.new);
        const own = businesses.find((each) => each.key === key);
        if (own !== undefined) expect(own.needsReply).toBe(counts.needs_reply);
      }
      const { needs_reply: waiting } = readLeadCounts(store, null);
      expect(businesses.reduce((sum, { needsReply }) => sum + needsReply, 0)).toBe(waiting);
      expect(readBadgeCount(store)).toBe(waiting);
      expect(collectFacts(store)).toMatchObject({ needsReply: waiting });
    }),
    { numRuns: 40 },
  );
});
