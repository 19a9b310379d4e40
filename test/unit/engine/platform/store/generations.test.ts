import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coveredBusinesses } from '../../../../../main/engine/leads/businesses.ts';
import { newerTwin, olderTwins } from '../../../../../main/engine/leads/holders.ts';
import { migrate, migrations } from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import { temporaryFolder, testClock, testLog } from '../../support/store.ts';

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === 'generations'),
);

it('accounts of the version before know which of them is newer, until main tells of them again', () => {
  const file = join(temporaryFolder(), 'leads.db');
  const db = new Database(file);
  migrate(db, before);
  const account = db.prepare(
    `INSERT INTO accounts (account_id, profile, service, user_id, user_name, connected, connected_at)
     VALUES (?, ?, 'sandbox host', 'u', 'Pat', 1, ?)`,
  );
  const business = db.prepare(
    "INSERT INTO businesses (account_id, business_id, name, covered) VALUES (?, 'b1', 'Ace', 1)",
  );
  const lead = db.prepare(
    `INSERT INTO leads (lead, account_id, negotiation_id, created_at, complete, changed_at)
     VALUES (?, ?, 'n1', 0, 1, 0)`,
  );
  const profile = (generation: string): string =>
    JSON.stringify({
      name: 'P',
      environment: 'sandbox',
      interface: generation,
      baseUrl: '',
      scopes: [],
    });
  account.run('older', profile('legacy'), 1);
  account.run('newer', profile('v4'), 2);
  for (const [index, accountID] of ['older', 'newer'].entries()) {
    business.run(accountID);
    lead.run(index + 1, accountID);
  }
  db.close();

  const opened = openStore({ file, clock: testClock(), log: testLog() });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  expect(coveredBusinesses(store, 'older')).toEqual([]);
  expect(coveredBusinesses(store, 'newer')).toHaveLength(1);
  expect(olderTwins(store, 'newer', 'n1').map((twin) => twin.lead)).toEqual([1]);
  expect(newerTwin(store, 'older', 'n1')?.lead).toBe(2);
  expect([olderTwins(store, 'older', 'n1'), newerTwin(store, 'newer', 'n1')]).toEqual([[], null]);
  store.close();
});
