import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { FromEngine } from '../../../contract/port.ts';
import { createEngine } from '../../../main/engine/engine.ts';
import { someEngineFacts } from '../../engine-facts.ts';
import { startEngine } from './support/engine.ts';
import { serveHere } from './support/serve.ts';
import { temporaryFolder, testClock, testLog } from './support/store.ts';

it('an engine that is stopped before its receiver listens exits without errors, and nothing listens', async () => {
  const dataFolder = temporaryFolder();
  const messages: FromEngine[] = [];
  const log = testLog();
  const clock = testClock();
  const engine = createEngine({
    dataFolder,
    accounts: null,
    runs: someEngineFacts,
    port: { send: (message) => void messages.push(message), onMessage: () => undefined },
    clock,
    random: { bytes: (count) => Buffer.alloc(count, 7), fraction: () => 0.5 },
    log,
    copyDatabase: () => Promise.resolve(null),
    openCheckpointer: () => ({
      checkpoint: () => Promise.resolve(true),
      end: () => Promise.resolve(),
    }),
    openServer: serveHere(clock),
  });
  clock.advance(1_000);
  await engine.stop();

  const db = new Database(join(dataFolder, 'leads.db'), { readonly: true });
  const port = db.prepare("SELECT value FROM settings WHERE name = 'receiver.port'").pluck().get();
  db.close();
  const [refusal] = (await once(connect(Number(port), '127.0.0.1'), 'error')) as [Error];
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
  expect(messages.at(-1)).toEqual({ type: 'stopped' });
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

it('an engine that is stopped in its first second starts nothing afterwards', async () => {
  const clock = testClock();
  const { stop, logged } = startEngine(temporaryFolder(), clock);
  await stop();
  clock.advance(10_000);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
