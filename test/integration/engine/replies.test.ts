import { describe, expect, it } from 'vitest';
import type { LeadRow } from '../../../contract/records.ts';
import { startEngine, type EngineHere } from './support/engine.ts';
import { openMarketplace, type Marketplace } from './support/marketplace.ts';

type Scene = {
  readonly marketplace: Marketplace;
  readonly engine: EngineHere;
  readonly lead: LeadRow;
  readonly negotiationID: string;
  /** Texts of the conversation in the app, and the state of our last reply. */
  readonly here: () => Promise<{
    readonly texts: readonly string[];
    readonly state: string | null;
  }>;
};

/** Starts an engine with one lead that has a question, by default without time to undo. */
const openScene = async (undoSeconds = 0): Promise<Scene> => {
  const marketplace = await openMarketplace();
  const engine = await startEngine(marketplace);
  await engine.ask('settings.change', { undoSeconds });
  await engine.webhooksActive(marketplace.businesses.length);
  const negotiationID = await marketplace.request('Wilma');
  await marketplace.write(negotiationID, 'Can you come?');
  const lead = await engine.until('the question is there', async () => {
    const found = await engine.leadOf('Wilma');
    return found?.lastMessage?.text === 'Can you come?' && !found.isIncomplete ? found : null;
  });
  return {
    marketplace,
    engine,
    lead,
    negotiationID,
    here: async () => {
      const thread = await engine.thread(lead);
      const own = thread.findLast(({ side }) => side === 'business');
      return { texts: thread.map(({ text }) => text), state: own?.sending?.state ?? null };
    },
  };
};

const sent = async ({ engine, here }: Scene): Promise<void> => {
  await engine.until('the reply is sent', async () => (await here()).state === 'sent');
};

describe('a reply', () => {
  it('reaches the customer, and its echo adds no second message', async () => {
    const scene = await openScene();
    const { engine, lead, marketplace, negotiationID } = scene;
    await engine.reply(lead.leadID, 'On Tuesday & not before');
    await sent(scene);
    const theirs = await marketplace.thread(negotiationID);
    await expect
      .poll(async () => {
        const { data } = await marketplace.control('GET', '/deliveries');
        return (data as readonly { status: number | null }[]).map(({ status }) => status);
      })
      .toEqual(Array.from({ length: theirs.length + 1 }, () => expect.any(Number) as number));
    // Applied after the echo.
    await marketplace.request('Fred');
    await engine.until('what came last is there', () => engine.leadOf('Fred'));
    expect((await scene.here()).texts).toEqual(theirs);
    expect(theirs.at(-1)).toBe('On Tuesday & not before');
    expect((await engine.leadOf('Wilma'))?.needsReply).toBe(false);
  });

  it('that is undone in time becomes the draft again and is not sent', async () => {
    const { engine, lead, marketplace, negotiationID, here } = await openScene(30);
    const { leadID } = lead;
    const message = await engine.reply(leadID, '  Hm,\nno  ');
    expect((await engine.leadOf('Wilma'))?.needsReply).toBe(false);
    const back = await engine.ask('messages.undo', { messageID: message.messageID });
    const { lead: details } = await engine.ask('leads.get', { leadID });
    expect([back.text, details.draft]).toEqual([message.text, message.text]);
    expect((await here()).texts).toEqual(await marketplace.thread(negotiationID));
    expect((await engine.leadOf('Wilma'))?.needsReply).toBe(true);
  });

  it('waits while offline and is sent when the network is back', async () => {
    const scene = await openScene();
    const { engine, lead, marketplace, negotiationID, here } = scene;
    await marketplace.cut();
    await engine.reply(lead.leadID, 'On my way');
    await engine.until('it waits for the network', async () =>
      (await engine.thread(lead)).some(
        ({ sending }) => sending?.state === 'queued' && sending.waitsFor === 'network',
      ),
    );
    expect(await marketplace.thread(negotiationID)).not.toContain('On my way');
    await marketplace.restore();
    engine.send({ type: 'wake' });
    await sent(scene);
    expect((await here()).texts).toEqual(await marketplace.thread(negotiationID));
  });

  it('with a lost response is looked up and not sent twice', async () => {
    const scene = await openScene();
    const { engine, lead, marketplace, negotiationID, here } = scene;
    await marketplace.control('POST', '/deliveries/policy', { delayMs: 60_000 });
    const path = `/api/v4/negotiations/${negotiationID}/messages`;
    await marketplace.control('POST', '/faults', {
      match: { method: 'POST', path },
      drop: 'after',
    });
    await engine.reply(lead.leadID, 'Only once');
    await sent(scene);
    const theirs = await marketplace.thread(negotiationID);
    expect(theirs.filter((text) => text === 'Only once')).toHaveLength(1);
    expect((await here()).texts).toEqual(theirs);
  });

  it('that the service refuses shows the reason, and is sent by a retry', async () => {
    const scene = await openScene();
    const { engine, lead, marketplace, negotiationID } = scene;
    await marketplace.control('POST', '/faults', {
      match: { method: 'POST', path: `/api/v4/negotiations/${negotiationID}/messages` },
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: { title: 'No', status: 400, detail: 'Not like this.', traceID: 'trace-1' },
    });
    await engine.reply(lead.leadID, 'Call me');
    const failed = await engine.until(
      'it has failed',
      async () =>
        (await engine.thread(lead)).find(({ sending }) => sending?.state === 'failed') ?? null,
    );
    expect(failed.sending).toMatchObject({
      reason: {
        code: 'rejected',
        traceID: 'trace-1',
        detail: expect.stringContaining('Not like this') as string,
      },
    });
    expect(await engine.leads('outgoing')).toHaveLength(1);
    await engine.ask('messages.retry', { messageID: failed.messageID });
    await sent(scene);
    expect(await marketplace.thread(negotiationID)).toContain('Call me');
  });
});

describe('the grant', () => {
  it('is renewed when the access token has expired', async () => {
    const scene = await openScene();
    const { engine, lead, marketplace, negotiationID } = scene;
    await marketplace.control('POST', '/clock', { advanceSeconds: 3_700 });
    await engine.reply(lead.leadID, 'Still here');
    await sent(scene);
    expect(await marketplace.thread(negotiationID)).toContain('Still here');
    expect(
      engine.emitted.some((message) => message.type === 'token' && message.rejected !== null),
    ).toBe(true);
  });

  it('makes a reply wait, when revoked, until the professional reconnects', async () => {
    const scene = await openScene();
    const { engine, lead, marketplace } = scene;
    await marketplace.control('POST', '/tokens/revoke', {});
    await engine.reply(lead.leadID, 'Later then');
    await engine.until('it waits for the grant', async () =>
      (await engine.thread(lead)).some(
        ({ sending }) => sending?.state === 'queued' && sending.waitsFor === 'reconnect',
      ),
    );
    const { reports } = await engine.ask('connection.report', {});
    expect(reports[0]?.outbox).toEqual({ waiting: 1, failed: 0 });
    expect(await engine.leadOf('Wilma')).not.toBeNull();

    await marketplace.reconnect();
    engine.send({ type: 'account', account: { ...marketplace.account, connected: true } });
    await sent(scene);
  });
});
