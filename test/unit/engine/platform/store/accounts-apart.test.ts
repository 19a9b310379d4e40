import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliveriesBefore } from '../../../../../main/engine/accounts/deliveries.ts';
import { migrate, migrations } from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import { temporaryFolder, testClock, testLog } from '../../support/store.ts';

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === 'accounts-apart'),
);

const profile = (name: string, environment: string, baseUrl: string): string =>
  JSON.stringify({ name, environment, interface: 'v4', baseUrl, scopes: [] });

const bodies = [
  '{"data":{"negotiationID":"7","customer":{"firstName":"Maria","lastName":"Gomez"},"business":{"name":"Ace"}}}',
  '{"leadID":8,"customer":{"name":"Tom"}}',
  'not JSON',
  '[1]',
  '{"data":"é"}',
];

it('a database of the version before is taken over: services, practice, and what deliveries say', () => {
  const file = join(temporaryFolder(), 'leads.db');
  const db = new Database(file);
  migrate(db, before);
  const account = db.prepare(
    `INSERT INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
     VALUES (?, ?, 'u', 'Pat', 1, 0)`,
  );
  account.run('real', profile('Harbor', 'production', 'https://API.example.com:8443/pro/api'));
  account.run('bare', profile('Harbor', 'staging', 'https://api.example.com'));
  account.run('worn', JSON.stringify({ name: 'Worn' }));
  account.run('try', profile('Practice', 'sandbox', 'http://127.0.0.1:4010'));
  const delivery = db.prepare(
    `INSERT INTO deliveries (account_id, unique_key, event_type, body, received_at, state)
     VALUES ('real', ?, 'Odd', ?, 0, 'applied')`,
  );
  bodies.forEach((body, index) => delivery.run(String(index), body));
  db.close();

  const opened = openStore({ file, clock: testClock(), log: testLog() });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = opened.value;
  const services = store.db
    .prepare('SELECT account_id, service, practice FROM accounts ORDER BY account_id')
    .raw();
  expect(services.all()).toEqual([
    ['bare', 'staging api.example.com', 0],
    ['real', 'production api.example.com:8443', 0],
    ['try', 'practice', 1],
    ['worn', ' ', 0],
  ]);
  const told = deliveriesBefore(store, 'real', 'all', null, 9).map(
    ({ negotiationID, customerName, businessName, size }) => [
      negotiationID,
      customerName,
      businessName,
      size,
    ],
  );
  expect(told).toEqual([
    [null, '', '', 13],
    [null, '', '', 3],
    [null, '', '', 8],
    ['8', 'Tom', '', 38],
    ['7', 'Maria Gomez', 'Ace', Buffer.byteLength(bodies[0] ?? '')],
  ]);
  store.close();
});
