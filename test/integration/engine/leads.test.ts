import { describe, expect, it } from 'vitest';
import { startEngine } from './support/engine.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';

describe('the first sync', () => {
  it('imports every lead and every message of a service that lists leads, without notifications', async () => {
    const marketplace = await openMarketplace({ leads: 30, messages: 8, listNegotiations: true });
    const engine = await startEngine(marketplace);
    await engine.until('the first sync is done', async () => {
      const { reports } = await engine.ask('connection.report', {});
      return reports[0]?.backfill.state === 'done';
    });
    const leads = await engine.leads();
    const held = await Promise.all(
      leads.map(async (lead) => {
        const { lead: details } = await engine.ask('leads.get', { leadID: lead.leadID });
        const ours = (await engine.thread(lead)).map(({ text }) => text);
        const lines = (text: string | null) => (text ?? '').replaceAll('\r\n', '\n');
        const theirs = (await marketplace.thread(details.negotiationID)).map(lines);
        // A message that repeats the request's description is hidden.
        const isAgain = theirs[0] !== '' && theirs[0] === lines(details.request.description);
        return [ours, isAgain ? theirs.slice(1) : theirs] as const;
      }),
    );
    expect(leads).toHaveLength(30);
    for (const [ours, theirs] of held) expect(ours).toEqual(theirs);
    expect(engine.notices()).toEqual([]);
  });

  it('reports when the service does not list leads, which then arrive by webhook', async () => {
    const marketplace = await openMarketplace({ leads: 5 });
    const engine = await startEngine(marketplace);
    await engine.until('the list was asked for', async () => {
      const { reports } = await engine.ask('connection.report', {});
      return reports[0]?.polling.listsLeads === false && reports[0].backfill.state === 'impossible';
    });
    await engine.webhooksActive(marketplace.businesses.length);
    await marketplace.request('Wilma');
    await engine.until('the lead is there', () => engine.leadOf('Wilma'));
  });
});

describe('a customer’s request', () => {
  it('arrives in the inbox by webhook with one notification', async () => {
    const marketplace = await openMarketplace();
    const engine = await startEngine(marketplace);
    await engine.webhooksActive(marketplace.businesses.length);
    const negotiationID = await marketplace.request('Wilma');
    const lead = await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    expect(lead).toMatchObject({ needsReply: true, isUnread: true, isIncomplete: false });
    expect(engine.notices()).toMatchObject([{ kind: 'lead', leadID: lead.leadID }]);
    expect(engine.emitted).toContainEqual({ type: 'badge', needsReply: 1 });
    const { lead: details } = await engine.ask('leads.get', { leadID: lead.leadID });
    expect(details.negotiationID).toBe(negotiationID);
  });

  it('is complete even if its first message arrives before it', async () => {
    const marketplace = await openMarketplace();
    const engine = await startEngine(marketplace);
    await engine.webhooksActive(marketplace.businesses.length);
    await marketplace.control('POST', '/deliveries/policy', { messageFirst: true });
    const negotiationID = await marketplace.request('Wilma');
    await marketplace.write(negotiationID, 'Are you there?');
    await engine.until('the lead is whole', async () => {
      const lead = await engine.leadOf('Wilma');
      return lead !== null && !lead.isIncomplete && lead.lastMessage?.text === 'Are you there?';
    });
    expect(await engine.leads()).toHaveLength(1);
    expect(engine.notices().filter(({ kind }) => kind === 'several')).toEqual([]);
  });

  it('and its messages are stored once and in order, although deliveries are doubled and out of order', async () => {
    const marketplace = await openMarketplace();
    const engine = await startEngine(marketplace);
    await engine.webhooksActive(marketplace.businesses.length);
    await marketplace.control('POST', '/deliveries/policy', { duplicate: 1, reorderMs: 300 });
    const negotiationID = await marketplace.request('Wilma');
    for (let number = 1; number <= 10; number++) {
      await marketplace.write(negotiationID, `message ${number}`);
    }
    const theirs = await marketplace.thread(negotiationID);
    const deliveries = async (): Promise<number> => {
      const { data } = await marketplace.control('GET', '/deliveries');
      return (data as readonly { status: number | null }[]).filter(({ status }) => status !== null)
        .length;
    };
    const lead = await engine.until('all is there', async () => {
      const found = await engine.leadOf('Wilma');
      const ours = found === null ? [] : await engine.thread(found);
      return ours.length === theirs.length && found?.isIncomplete === false ? found : null;
    });
    await expect.poll(deliveries).toBeGreaterThanOrEqual(2 * (theirs.length + 1));
    // Applied after all doubles.
    await marketplace.request('Fred');
    await engine.until('what came last is there', () => engine.leadOf('Fred'));
    expect((await engine.thread(lead)).map(({ text }) => text)).toEqual(theirs);
    expect(await engine.leads()).toHaveLength(2);
  });
});

describe('a delivery with wrong credentials', () => {
  it('is refused and counted', async () => {
    const marketplace = await openMarketplace();
    const engine = await startEngine(marketplace);
    await engine.webhooksActive(marketplace.businesses.length);
    const { reports } = await engine.ask('connection.report', {});
    const port = reports[0]?.receiver.port ?? 0;
    const response = await fetch(`http://127.0.0.1:${port}/guess`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Basic Z3Vlc3M6Z3Vlc3M=' },
      body: '{}',
    });
    expect([401, 403, 404]).toContain(response.status);
    const after = await engine.ask('connection.report', {});
    expect(after.reports[0]).toMatchObject({ notUnderstood: 0, receiver: { refused: 1 } });
  });
});

describe('a later status change at the service', () => {
  it('is found by a check: a canceled lead no longer needs a reply', async () => {
    const marketplace = await openMarketplace();
    const engine = await startEngine(marketplace);
    await engine.webhooksActive(marketplace.businesses.length);
    const negotiationID = await marketplace.request('Wilma');
    await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    await marketplace.control('POST', `/leads/${negotiationID}/status`, { status: 'Canceled' });
    // A check waits for the running poll, which may be older than the change.
    const statusAfterCheck = async (): Promise<string | undefined> => {
      await engine.ask('connection.check', { accountID });
      return (await engine.leadOf('Wilma'))?.status;
    };
    await expect.poll(statusAfterCheck).toBe('Canceled');
    expect((await engine.leadOf('Wilma'))?.needsReply).toBe(false);
  });
});

describe('disconnecting', () => {
  it('removes the webhooks and keeps the leads', async () => {
    const marketplace = await openMarketplace();
    const engine = await startEngine(marketplace);
    await engine.webhooksActive(marketplace.businesses.length);
    await marketplace.request('Wilma');
    await engine.until('the lead is there', () => engine.leadOf('Wilma'));
    expect(await engine.detach(accountID)).toMatchObject({ ok: true });
    const token = await marketplace.accessToken(null);
    const left = await Promise.all(
      marketplace.businesses.map(async ({ businessID }) => {
        const response = await fetch(
          `${marketplace.account.profile.baseUrl}/api/v4/businesses/${businessID}/webhooks`,
          { headers: { authorization: `Bearer ${token.ok ? token.value : ''}` } },
        );
        return ((await response.json()) as { data: unknown[] }).data.length;
      }),
    );
    expect(left).toEqual(left.map(() => 0));
    expect(await engine.leadOf('Wilma')).not.toBeNull();
  });
});
