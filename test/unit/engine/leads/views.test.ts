import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewNames, type ViewName } from '../../../../contract/views.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { readLeadCounts } from '../../../../main/engine/leads/counts.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { views } from '../../../../main/engine/leads/views.ts';
import { openStore } from '../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import {
  account,
  accountID,
  noon,
  putAccount,
  temporaryFolder,
  testClock,
  testLog,
} from '../support/store.ts';
import { listLeads } from '../support/list-leads.ts';

const open = (file: string): Store => {
  const opened = openStore({ file, clock: testClock(), log: testLog(), derived: derivedFromLeads });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

/** Leads with every combination of marks. */
const fill = (store: Store): void =>
  store.write(() => {
    putAccount(store, account, noon);
    const lead = store.db.prepare(
      `INSERT INTO leads (lead, account_id, negotiation_id, business_id, created_at, complete, changed_at)
       VALUES (?, ?, ?, ?, ?, 1, 0)`,
    );
    for (let row = 1; row <= 16; row++) {
      lead.run(row, accountID, `n${row}`, row % 3 === 0 ? 'b2' : 'b1', noon + (row % 5));
      setMarks(store, [row], {
        read: (row & 1) === 1,
        starred: (row & 2) === 2,
        archived: (row & 4) === 4,
      });
      refreshInbox(store, row);
    }
  });

const rowsOf = (store: Store, view: ViewName) =>
  listLeads(store, { view, business: null, query: '', start: null, limit: 100 })?.leads ?? [];

const listed = (store: Store) => ({
  ...Object.fromEntries(viewNames.map((view) => [view, rowsOf(store, view).length])),
  new: rowsOf(store, 'needs_reply').filter(({ needsFirstReply }) => needsFirstReply).length,
});

const schema = (store: Store): unknown[] =>
  store.db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').raw().all();

describe('indexes and counts of the views', () => {
  it('replace those of another app version in the file', () => {
    const file = join(temporaryFolder(), 'leads.db');
    const first = open(file);
    fill(first);
    const wanted = schema(first);
    const counted = readLeadCounts(first, null);
    expect(counted).toEqual(listed(first));
    first.db.exec(`
      DROP INDEX view_starred;
      CREATE INDEX view_forgotten ON inbox (activity_at) WHERE starred = 0;
      DROP TRIGGER count_changed;
      DROP TABLE counts;
      CREATE TABLE counts (account_id TEXT, business_id TEXT, forgotten INTEGER);
      CREATE TRIGGER count_forgotten AFTER DELETE ON inbox BEGIN
        UPDATE counts SET forgotten = forgotten - 1; END;`);
    first.close();

    const store = open(file);
    expect(schema(store)).toEqual(wanted);
    expect(readLeadCounts(store, null)).toEqual(counted);
    setMarks(store, [1, 2, 3, 4, 5, 6, 7, 8], { starred: true, archived: false });
    for (let row = 1; row <= 8; row++) refreshInbox(store, row);
    expect(readLeadCounts(store, null)).toEqual(listed(store));
    expect(readLeadCounts(store, null)).not.toEqual(counted);
    store.close();
  });

  it('include one index per view that lists it in order', () => {
    const store = open(join(temporaryFolder(), 'leads.db'));
    for (const view of viewNames) {
      const { buildCondition, order } = views[view];
      const plan = store.db
        .prepare<[], { detail: string }>(
          `EXPLAIN QUERY PLAN SELECT i.lead FROM inbox i WHERE ${buildCondition('i.')}
           ORDER BY i.${order.by} ${order.direction}, i.lead ${order.direction} LIMIT 50`,
        )
        .all()
        .map(({ detail }) => detail);
      expect(plan).toEqual([expect.stringContaining(`INDEX view_${view}`)]);
    }
    store.close();
  });
});
