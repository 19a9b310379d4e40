/** Diagnostics describe the app's state without personal data. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fail, succeed } from '../../../../contract/errors.ts';
import { collectDiagnostics } from '../../../../main/shell/diagnostics.ts';
import { noon, temporaryFolder } from '../support/store.ts';
import { bench, fileOf, job } from './support.ts';

const facts_ = {
  version: '1.2.3',
  runtime: 'Electron 45',
  locale: 'en-US',
  now: noon,
  engine: { state: 'ready' },
  engineFacts: {
    expected: 'utilityProcess',
    isPackaged: true,
    runs: { runtime: 'node', node: '24.21.0', nodeAPI: 10, sqlite: '3.50.4' },
    isMemoryLimited: false,
    problem: 'otherRuntime',
  },
  keychain: 'ready',
  settings: null,
} as const;

it('diagnostics contain no value of the database', async () => {
  const { store } = bench();
  store.db.exec(`
    UPDATE leads SET customer_name = 'SECRET', status = 'SECRET', record = '{"a":"SECRET"}';
    UPDATE messages SET text = 'SECRET', author = 'SECRET';
    UPDATE notes SET text = 'SECRET';
    UPDATE drafts SET text = 'SECRET';
    UPDATE accounts SET user_name = 'SECRET', user_id = 'SECRET', last_failure = '{"code":"SECRET one"}';
    UPDATE businesses SET name = 'SECRET';
    UPDATE settings SET value = '{"a":"SECRET"}';
    INSERT INTO webhooks (account_id, business_id, path, username, password_digest, state)
      VALUES ('account-1', 'b1', 'SECRET', 'SECRET', 'SECRET', 'active');`);
  const facts = await job({ kind: 'diagnose', database: fileOf(store) });
  const database = facts.ok ? succeed(facts.value as Record<string, unknown>) : facts;
  const dataFolder = temporaryFolder();
  mkdirSync(join(dataFolder, 'logs'));
  const line = (fields: object): string => JSON.stringify({ level: 50, time: noon, ...fields });
  writeFileSync(
    join(dataFolder, 'logs', 'engine.1.log'),
    [
      line({
        msg: 'a command failed',
        command: 'leads.list',
        err: {
          name: 'TypeError',
          message: 'SECRET',
          stack: 'TypeError: SECRET\n    at SECRET (/home/SECRET/engine.js:1:2)',
          code: 'SQLITE_FULL',
        },
      }),
      line({ msg: 'hello "SECRET" +15125550100 a@b.c', customer: 'SECRET', code: 'SECRET one' }),
      'SECRET unknown line',
    ].join('\n'),
  );
  const text = await collectDiagnostics({ ...facts_, dataFolder, database });
  expect(facts.ok).toBe(true);
  expect(text).not.toMatch(/SECRET|5125550100|a@b\.c|Maria|Austin|127\.0\.0\.1/);
  expect(text).toContain('"leads": 3');
  expect(text).toContain('a command failed');
  expect(text).toContain('SQLITE_FULL');
  for (const fact of ['"problem": "otherRuntime"', '"expected": "utilityProcess"', '3.50.4'])
    expect(text).toContain(fact);
});

it('diagnostics report that the database cannot be read', async () => {
  const database = fail('database_damaged', 'The database is damaged.');
  const text = await collectDiagnostics({ ...facts_, dataFolder: temporaryFolder(), database });
  expect(text).toContain('database_damaged');
});
