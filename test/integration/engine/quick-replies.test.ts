/** A marketplace that sends an automatic reply to each new lead. */
import { expect, it } from 'vitest';
import { startEngine } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

const customers = ['Ada', 'Ben', 'Cleo', 'Dov'] as const;

it('a lead with only an automatic reply needs a reply and is not counted as answered', async () => {
  const marketplace = await openMarketplace({ businesses: 1, quickReplies: true });
  const engine = await startEngine(marketplace);
  await engine.until('the webhook is active', async () => {
    const { reports } = await engine.ask('connection.report', {});
    return reports[0]?.webhooks[0]?.state === 'active';
  });
  // For half of them the reply is delivered before the lead.
  for (const name of customers) await marketplace.request(name);
  for (const name of customers) {
    const lead = await engine.until(`the reply to ${name} is called automatic`, async () => {
      const row = await engine.leadOf(name);
      const thread = row === null ? [] : await engine.thread(row);
      const replies = thread.filter(({ side }) => side === 'business');
      // The row that was read first may be from before the lead, when the reply was not recognized yet.
      return replies.length === 1 && replies[0]?.isAutomatic === true && engine.leadOf(name);
    });
    expect(lead).toMatchObject({ needsReply: true, needsFirstReply: true, isUnread: true });
    expect(lead.replyBy).not.toBeNull();
  }
  expect(await engine.leads('needs_reply')).toHaveLength(customers.length);
  expect(await engine.ask('insights.today', {})).toEqual({ firstReplies: 0, medianMs: null });
});
