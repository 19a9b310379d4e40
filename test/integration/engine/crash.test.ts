import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { LeadRow } from '../../../contract/records.ts';
import {
  fastTime,
  forkAndLeave,
  forkEngine,
  temporaryFolder,
  type EngineElsewhere,
  newReplyID,
} from './support/engine.ts';
import { accountID, openMarketplace, type Marketplace } from './support/marketplace.ts';

/** Compares the conversation in the app with the marketplace's. */
const agree = async (
  engine: EngineElsewhere,
  marketplace: Marketplace,
  negotiationID: string,
  lead: LeadRow,
): Promise<boolean> => {
  const ours = (await engine.thread(lead)).map(({ text }) => text).sort();
  const theirs = [...(await marketplace.thread(negotiationID))].sort();
  return JSON.stringify(ours) === JSON.stringify(theirs);
};

describe('an engine in a separate process', () => {
  it('exits when main is gone', async () => {
    const marketplace = await openMarketplace();
    const engine = await forkEngine(marketplace, temporaryFolder());
    const ended = new Promise<number | null>((resolve) => {
      engine.process.once('exit', resolve);
    });
    engine.process.disconnect();
    expect(await ended).toBe(0);
  });

  it('exits when main is gone before the start', async () => {
    const marketplace = await openMarketplace();
    expect(await forkAndLeave(marketplace, temporaryFolder())).toBe(0);
  });

  // Windows cannot freeze a process.
  it.skipIf(process.platform === 'win32')(
    'exits after a freeze during which main was killed',
    async () => {
      const marketplace = await openMarketplace();
      const engine = await forkEngine(marketplace, temporaryFolder());
      const ended = once(engine.process, 'exit');
      engine.process.kill('SIGSTOP');
      engine.process.disconnect();
      engine.process.kill('SIGCONT');
      expect((await ended)[0]).toBe(0);
    },
  );

  it('stops when main asks it to', async () => {
    const marketplace = await openMarketplace();
    const engine = await forkEngine(marketplace, temporaryFolder());
    const ended = new Promise<number | null>((resolve) => {
      engine.process.once('exit', resolve);
    });
    engine.send({ type: 'stop' });
    expect(await ended).toBe(0);
    expect(engine.emitted.at(-1)).toEqual({ type: 'stopped' });
  });

  it('keeps a draft that was saved right before it was killed', async () => {
    const marketplace = await openMarketplace();
    const folder = temporaryFolder();
    const first = await forkEngine(marketplace, folder);
    await first.webhooksActive(marketplace.businesses.length);
    await marketplace.request('Wilma');
    const { leadID } = await first.until('the lead is there', () => first.leadOf('Wilma'));
    await first.ask('drafts.save', { replyID: newReplyID(), leadID, text: 'Dear Wilma,' });
    await first.kill();
    const second = await forkEngine(marketplace, folder);
    expect((await second.ask('leads.get', { leadID })).lead.draft).toBe('Dear Wilma,');
  });

  it('keeps a lead that it accepted while the database was locked, right before it was killed', async () => {
    const marketplace = await openMarketplace();
    const folder = temporaryFolder();
    const first = await forkEngine(marketplace, folder);
    await first.webhooksActive(marketplace.businesses.length);
    const other = new Database(join(folder, 'leads.db'));
    other.exec('BEGIN EXCLUSIVE');
    await marketplace.request('Wilma');
    const isAccepted = async (): Promise<boolean> => {
      const { data } = await marketplace.control<{
        readonly data: readonly { readonly status: number | null }[];
      }>('GET', '/deliveries');
      return data.at(-1)?.status === 204;
    };
    await vi.waitUntil(isAccepted);
    await first.kill();
    other.exec('ROLLBACK');
    other.close();
    // The service does not deliver it again.
    const second = await forkEngine(marketplace, folder);
    await second.until('the lead is there', () => second.leadOf('Wilma'));
  });

  it('sends a reply once that was repeated after the engine was killed', async () => {
    const marketplace = await openMarketplace();
    const folder = temporaryFolder();
    const time = fastTime();
    const first = await forkEngine(marketplace, folder, { time });
    await first.ask('settings.change', { undoSeconds: 0 });
    await first.webhooksActive(marketplace.businesses.length);
    const negotiationID = await marketplace.request('Wilma');
    const lead = await first.until('the lead is there', () => first.leadOf('Wilma'));
    const reply = { leadID: lead.leadID, replyID: newReplyID(), text: 'I can come at nine' };
    await first.ask('messages.send', reply);
    await first.kill();
    const second = await forkEngine(marketplace, folder, { time });
    await second.ask('messages.send', reply);
    await second.ask('drafts.save', reply);
    await second.until(
      'it is sent',
      async () => (await second.thread(lead)).at(-1)?.sending?.state === 'sent',
      60_000,
    );
    const theirs = await marketplace.thread(negotiationID);
    expect(theirs.filter((text) => text === reply.text)).toHaveLength(1);
    expect((await second.ask('leads.get', { leadID: lead.leadID })).lead.draft).toBe('');
  }, 120_000);

  it('loses nothing and sends nothing twice when it is killed again and again while it receives and sends', async () => {
    const marketplace = await openMarketplace();
    await marketplace.control('POST', '/deliveries/policy', { retry: true, duplicate: 0.3 });
    const folder = temporaryFolder();
    const time = fastTime();
    let engine = await forkEngine(marketplace, folder, { time });
    await engine.ask('settings.change', { undoSeconds: 0 });
    await engine.webhooksActive(marketplace.businesses.length);
    const negotiationID = await marketplace.request('Wilma');
    const lead = await engine.until('the lead is there', async () => {
      const found = await engine.leadOf('Wilma');
      return found?.isIncomplete === false ? found : null;
    });

    const replies: string[] = [];
    for (let round = 1; round <= 4; round++) {
      const before = engine.emitted.length;
      const customer = Array.from({ length: 5 }, (_, index) =>
        marketplace.write(negotiationID, `question ${round}.${index}`),
      );
      const professional = Array.from({ length: 3 }, async (_, index) => {
        const text = `answer ${round}.${index}`;
        await engine.reply(lead.leadID, text);
        replies.push(text);
      });
      await Promise.all(professional);
      // Each round kills it later, after more of the requests were sent.
      await engine.until(
        'it is in the middle of things',
        async () => engine.emitted.length >= before + round,
      );
      await engine.kill();
      await Promise.all(customer);
      engine = await forkEngine(marketplace, folder, { time });
    }

    await engine.webhooksActive(marketplace.businesses.length);
    await engine.ask('connection.check', { accountID });
    // The engine looks for a possibly sent reply for half a minute before it sends it again.
    await engine.until(
      'both sides agree',
      () => agree(engine, marketplace, negotiationID, lead),
      60_000,
    );
    const theirs = await marketplace.thread(negotiationID);
    const sent = theirs.filter((text) => text.startsWith('answer'));
    expect(sent).toEqual(replies);
    expect(await engine.leads()).toHaveLength(1);
  }, 120_000);

  it('finishes a removal of an account that was interrupted by a kill', async () => {
    const marketplace = await openMarketplace({ leads: 60, listNegotiations: true });
    const folder = temporaryFolder();
    const first = await forkEngine(marketplace, folder);
    const left = async (engine: EngineElsewhere): Promise<number> =>
      (await engine.ask('connection.left', { accountID })).leads;
    await first.until('the leads are here', async () => (await left(first)) === 60, 60_000);
    await first.detach(accountID);
    void first.forget(accountID);
    for (let leads = 60; leads === 60;) leads = await left(first);
    await first.kill();

    const second = await forkEngine(marketplace, folder);
    await second.detach(accountID);
    expect(await second.forget(accountID)).toMatchObject({ ok: true });
    expect(await left(second)).toBe(0);
    expect(await second.ask('connection.kept', {})).toEqual({ accounts: [] });
  }, 120_000);
});
