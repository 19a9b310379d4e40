/** The client beside a marketplace that answers each new lead itself (live-facts, Seen since). */
import { expect, it } from 'vitest';
import { startEngine } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

const customers = ['Ada', 'Ben', 'Cleo', 'Dov'] as const;

it('a lead that the marketplace has answered itself needs a reply, has a clock, and is no first reply', async () => {
  const marketplace = await openMarketplace({ businesses: 1, quickReplies: true });
  const engine = await startEngine(marketplace);
  await engine.until('the webhook is active', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.webhooks[0]?.state === 'active';
  });
  // Half of them are answered before their own delivery.
  for (const name of customers) await marketplace.request(name);
  for (const name of customers) {
    const lead = await engine.until(`the reply to ${name} is called automatic`, async () => {
      const row = await engine.leadOf(name);
      const thread = row === null ? [] : await engine.thread(row);
      const said = thread.filter(({ side }) => side === 'business');
      return said.length === 1 && said[0]?.automatic === true && row;
    });
    expect(lead).toMatchObject({ needsReply: true, neverAnswered: true, unread: true });
    expect(lead.replyBy).not.toBeNull();
  }
  expect(await engine.leads('needs_reply')).toHaveLength(customers.length);
  expect(await engine.ask('insights.today', {})).toEqual({ firstReplies: 0, medianMs: null });
});
