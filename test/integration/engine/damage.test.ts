/** A database that was damaged while closed is detected and repaired, and no reply is sent without confirmation. */
import { once } from 'node:events';
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isOwnerOnly } from '../../owner-only.ts';
import { fastTime, forkEngine, temporaryFolder, type EngineElsewhere } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

const stop = async (engine: EngineElsewhere): Promise<void> => {
  const ended = once(engine.process, 'exit');
  engine.send({ type: 'stop' });
  await ended;
};

/** Overwrites the pages that hold a table's rows. */
const damage = (file: string, table: string): void => {
  const db = new Database(file, { readonly: true });
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .all(table);
  db.close();
  const handle = openSync(file, 'r+');
  for (const page of pages) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
};

describe('an engine whose database is damaged', () => {
  it('reports it and exits; the next engine has all data and sends the waiting reply only on request', async () => {
    const marketplace = await openMarketplace();
    const folder = temporaryFolder();
    const time = fastTime();
    const file = join(folder, 'leads.db');
    const first = await forkEngine(marketplace, folder, { time });
    await first.ask('settings.change', { undoSeconds: 30 });
    await first.webhooksActive(marketplace.businesses.length);
    const negotiationID = await marketplace.request('Wilma');
    const lead = await first.until('the lead is there', async () => {
      const found = await first.leadOf('Wilma');
      return found?.isIncomplete === false ? found : null;
    });
    await first.reply(lead.leadID, 'On my way');
    await stop(first);
    mkdirSync(join(folder, 'backups'), { mode: 0o700 });
    copyFileSync(file, join(folder, 'backups/2026-01-01T00-00-00-000Z-version-1-leads.db'));
    damage(file, 'messages');

    const second = await forkEngine(marketplace, folder, { time });
    const ended = once(second.process, 'exit');
    expect(
      await second.call('thread.page', { leadID: lead.leadID, limit: 50 }).catch(() => null),
    ).toMatchObject({ ok: false, error: { code: 'database_damaged' } });
    await ended;
    expect(second.emitted.map(({ type }) => type)).toContain('damaged');

    const third = await forkEngine(marketplace, folder, { time });
    const [held] = await third.until('the thread can be read', async () => {
      const messages = await third.thread(lead);
      return messages.some(({ sending }) => sending !== null)
        ? messages.filter((m) => m.sending)
        : null;
    });
    expect(held?.sending).toMatchObject({ state: 'failed', reason: { code: 'restored' } });
    // A reply that did not wait would be sent before.
    await third.webhooksActive(marketplace.businesses.length);
    await marketplace.request('Fred');
    await third.until('a later lead is there', () => third.leadOf('Fred'));
    expect(await marketplace.thread(negotiationID)).not.toContain('On my way');

    // Retrying looks for the reply at the service first, then sends it.
    await third.ask('messages.retry', { messageID: held?.messageID ?? '' });
    await third.until(
      'it was sent',
      async () => (await marketplace.thread(negotiationID)).includes('On my way'),
      60_000,
    );
    expect(readdirSync(folder).filter((name) => /\.damaged-.*Z$/.test(name))).toHaveLength(1);
    const open = [
      folder,
      ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
    ].filter((path) => !isOwnerOnly(path));
    expect(open).toEqual([]);
    await stop(third);
  }, 120_000);
});
