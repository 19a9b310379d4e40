import { describe, expect, it } from 'vitest';
import type { LeadRow } from '../../../contract/records.ts';
import { forkEngine, startEngine, temporaryFolder, type EngineHere } from './support/engine.ts';
import { accountID, openLegacyMarketplace, type LegacyMarketplace } from './support/legacy.ts';

type Scene = { readonly marketplace: LegacyMarketplace; readonly engine: EngineHere };

const isAttached = async (engine: EngineHere | Awaited<ReturnType<typeof forkEngine>>) => {
  await engine.until('the account has its endpoints', async () => {
    const answer = await engine.call('legacy.endpoints', { accountID });
    return answer.ok && answer.value.address !== null;
  });
};

/** Starts an engine with a legacy account that the marketplace calls. */
const openScene = async (): Promise<Scene> => {
  const marketplace = await openLegacyMarketplace();
  const engine = await startEngine(marketplace);
  await engine.ask('settings.change', { undoSeconds: 0 });
  await isAttached(engine);
  await marketplace.callTo(engine);
  return { marketplace, engine };
};

/** Creates a customer's request and waits until it arrives. */
const arrived = async ({ marketplace, engine }: Scene): Promise<[LeadRow, leadID: string]> => {
  const leadID = await marketplace.request('Wilma');
  const lead = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
  return [lead, leadID];
};

const ownState = async (engine: Pick<EngineHere, 'thread'>, lead: LeadRow) =>
  (await engine.thread(lead)).findLast(({ side }) => side === 'business')?.sending ?? null;

describe('a legacy account', () => {
  it('receives a lead, a message and a price for its one business, each once', async () => {
    const scene = await openScene();
    const { marketplace, engine } = scene;
    const [lead, leadID] = await arrived(scene);
    await marketplace.write(leadID, 'Can you come?');
    await marketplace.control('POST', `/leads/${leadID}/price`, { leadPrice: '$31.50' });
    const row = await engine.until('message and price are there', async () => {
      const found = await engine.leadOf('Wilma');
      return found?.lastMessage !== null && found?.price?.cents === 3_150 ? found : null;
    });
    expect(row).toMatchObject({
      needsReply: true,
      isIncomplete: false,
      lastMessage: { text: 'Can you come?' },
    });
    const { lead: details } = await engine.ask('leads.get', { leadID: lead.leadID });
    expect(details).toMatchObject({ negotiationID: leadID, chargeState: 'Charged' });
    expect(details.leadType).toMatch(/^[A-Z_]+$/);
    expect(details.request.schedule).not.toBe('');
    const { businesses } = await engine.ask('views.counts', {});
    expect(businesses).toMatchObject([
      { accountID, name: marketplace.account.userName, needsReply: 1 },
    ]);
    await expect
      .poll(marketplace.calls)
      .toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
  });

  it('answers 202 to a message of an older lead, shows it, and sends a reply', async () => {
    const marketplace = await openLegacyMarketplace();
    const leadID = await marketplace.request('Wilma');
    const engine = await startEngine(marketplace);
    await isAttached(engine);
    await marketplace.callTo(engine);
    await marketplace.write(leadID, 'Are you still coming?');
    const lead = await engine.until(
      'the message is there',
      async () => (await engine.leads())[0] ?? null,
    );
    expect(lead).toMatchObject({
      isIncomplete: true,
      needsReply: true,
      lastMessage: { text: 'Are you still coming?' },
    });
    await expect.poll(marketplace.calls).toMatchObject([{ status: 202 }]);
    await engine.ask('settings.change', { undoSeconds: 0 });
    await engine.reply(lead.leadID, 'Yes, at four');
    await engine.until(
      'the reply is sent',
      async () => (await ownState(engine, lead))?.state === 'sent',
    );
    expect(await marketplace.thread(leadID)).toContain('Yes, at four');
  });

  it('reports that it has no polling, no webhooks and no history', async () => {
    const scene = await openScene();
    const { engine } = scene;
    await arrived(scene);
    const report = await engine.until('the service was reached', async () => {
      const { reports } = await engine.ask('connection.report', {});
      return reports[0]?.lastContactAt == null ? null : reports[0];
    });
    expect(report).toMatchObject({
      online: true,
      polling: { lastAt: null, nextAt: null, listsLeads: false },
      backfill: { state: 'impossible' },
      webhooks: [],
      receiver: { reachable: true, lastDeliveryAt: expect.any(Number) as number },
    });
  });

  it('rejects calls with the old password after a new one was made', async () => {
    const scene = await openScene();
    const { marketplace, engine } = scene;
    await engine.ask('legacy.renew', { accountID });
    await marketplace.request('Fred');
    await expect.poll(marketplace.calls).toMatchObject([{ status: 401 }]);
    expect(await engine.leads()).toEqual([]);
    await marketplace.callTo(engine);
    await arrived(scene);
  });
});

describe('a legacy reply', () => {
  it('reaches the customer', async () => {
    const scene = await openScene();
    const [lead, leadID] = await arrived(scene);
    const { engine, marketplace } = scene;
    await engine.reply(lead.leadID, 'On Tuesday & not before');
    await engine.until(
      'the reply is sent',
      async () => (await ownState(engine, lead))?.state === 'sent',
    );
    expect(await marketplace.thread(leadID)).toEqual(['On Tuesday & not before']);
    expect(await engine.leadOf('Wilma')).toMatchObject({ needsReply: false });
  });

  it('is sent with a new token when the old one has expired', async () => {
    const scene = await openScene();
    const [lead, leadID] = await arrived(scene);
    const { engine, marketplace } = scene;
    await marketplace.control('POST', '/clock', { advanceSeconds: 3_700 });
    await engine.reply(lead.leadID, 'Hello');
    await engine.until(
      'the reply is sent',
      async () => (await ownState(engine, lead))?.state === 'sent',
    );
    expect(await marketplace.thread(leadID)).toEqual(['Hello']);
  });

  it('with a lost response is resent only by the person', async () => {
    const scene = await openScene();
    const [lead, leadID] = await arrived(scene);
    const { engine, marketplace } = scene;
    await marketplace.control('POST', '/faults', {
      match: { method: 'POST', path: '/v2/business' },
      drop: 'after',
    });
    const message = await engine.reply(lead.leadID, 'Hello');
    const state = await engine.until('the outcome is unknown', async () => {
      const own = await ownState(engine, lead);
      return own?.state === 'failed' ? own : null;
    });
    expect(state.reason.code).toBe('outcome_unknown');
    engine.send({ type: 'wake' });
    await engine.ask('connection.check', { accountID });
    expect(await marketplace.thread(leadID)).toEqual(['Hello']);
    await engine.ask('messages.retry', { messageID: message.messageID });
    await engine.until(
      'the reply is sent',
      async () => (await ownState(engine, lead))?.state === 'sent',
    );
    expect(await marketplace.thread(leadID)).toEqual(['Hello', 'Hello']);
  });

  it('that was being sent when the engine was killed is not resent automatically', async () => {
    const marketplace = await openLegacyMarketplace();
    const folder = temporaryFolder();
    const engine = await forkEngine(marketplace, folder);
    await engine.ask('settings.change', { undoSeconds: 0 });
    await isAttached(engine);
    await engine.until('the receiver listens', async () => {
      const { address } = await engine.ask('legacy.endpoints', { accountID });
      return address !== null;
    });
    await marketplace.callTo(engine);
    const leadID = await marketplace.request('Wilma');
    const lead = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    await marketplace.control('POST', '/faults', {
      match: { method: 'POST', path: '/v2/business' },
      delayMs: 20_000,
    });
    await engine.reply(lead.leadID, 'Hello');
    await engine.until(
      'the reply is leaving',
      async () => (await ownState(engine, lead))?.state === 'sending',
    );
    await engine.kill();

    const next = await startEngine(marketplace, folder);
    const state = await next.until('the outcome is unknown', async () => {
      const own = await ownState(next, lead);
      return own?.state === 'failed' ? own : null;
    });
    expect(state.reason.code).toBe('outcome_unknown');
    await next.until('the account is there', async () => {
      const { reports } = await next.ask('connection.report', {});
      return reports[0]?.lastContactAt != null;
    });
    expect((await marketplace.thread(leadID)).length).toBeLessThanOrEqual(1);
    expect((await ownState(next, lead))?.state).toBe('failed');
  });
});
