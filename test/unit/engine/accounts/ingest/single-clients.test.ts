/**
 * Shapes that only one client has seen: whole records are read, and others are stored as not
 * understood.
 */
import { describe, expect, it } from 'vitest';
import {
  listDeliveriesBefore,
  countNotUnderstood,
} from '../../../../../main/engine/accounts/deliveries.ts';
import { webhookEndpoint } from '../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/endpoint.ts';
import { putWebhook } from '../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import { json, testService } from '../../support/http.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { event, message, negotiation } from '../../support/records.ts';
import { accountID, noon } from '../../support/store.ts';

/** Delivers a body to the webhook's address. */
const deliver = (bench: Bench, body: unknown): void => {
  const call = { accountID, path: 'path-1', body, at: noon };
  const incoming = webhookEndpoint.parseCall(bench.store, call);
  bench.ingest.record([{ ...incoming, body: JSON.stringify(body) }]);
  void bench.ingest.applyRecorded();
};

const withWebhook = (): Bench => {
  const bench = testIngest();
  putWebhook(bench.store, {
    accountID,
    businessID: 'b1',
    webhookID: 'w1',
    url: 'https://x.example/hook/path-1',
    path: 'path-1',
    username: 'u',
    passwordDigest: '',
    isShared: false,
    state: 'active',
    reason: null,
    checkedAt: noon,
  });
  return bench;
};

const lead = negotiation('1');
const hello = message('m1', '1', 'Customer', 'Hello', noon, { from: 'customer' });
const eventType = 'NegotiationCreatedV4';

describe('an envelope that a single client has seen', () => {
  it.each([
    ['the bare lead', lead],
    ['the bare lead in a list', [lead]],
    ['attributes.data with a kind', { eventType, attributes: { data: lead } }],
    ['attributes.data without a kind', { id: '9', type: 'event', attributes: { data: lead } }],
    ['a negotiation beside a kind', { eventType, negotiation: lead }],
    ['a negotiation beside an event', { event: { eventType }, negotiation: lead }],
    ['a negotiation beside the event as a string', { event: eventType, negotiation: lead }],
  ])('with %s creates the lead, and repeating it changes nothing', (_what, body) => {
    const bench = withWebhook();
    deliver(bench, body);
    expect(bench.lead()).toMatchObject({ customerName: 'Maria Gomez', needsReply: true });
    expect(countNotUnderstood(bench.store, accountID)).toBe(0);
    const { length } = bench.news;
    deliver(bench, body);
    expect(bench.news).toHaveLength(length);
    expect(listDeliveriesBefore(bench.store, accountID, 'all', null, 5)).toMatchObject([
      { eventType, negotiationID: '1', customerName: 'Maria Gomez', times: 2 },
    ]);
  });

  it.each([
    ['the bare message', hello],
    ['attributes.data', { attributes: { data: hello } }],
    ['a message beside a kind', { type: 'MessageCreatedV4', message: hello }],
  ])('with %s creates the message', (_what, body) => {
    const bench = withWebhook();
    deliver(bench, JSON.parse(event(eventType, lead)));
    deliver(bench, body);
    expect(bench.thread(bench.lead())).toMatchObject([{ side: 'customer', text: 'Hello' }]);
    expect(countNotUnderstood(bench.store, accountID)).toBe(0);
  });

  it.each([
    ['a lead without a customer', { ...lead, customer: undefined }],
    ['a lead with nothing but its ID', { eventType, negotiation: { negotiationID: '1' } }],
    ['a message without a time', { attributes: { data: { ...hello, sentAt: undefined } } }],
    ['an unknown kind', { eventType: 'NegotiationSoldV4', negotiation: lead }],
    ['nothing', {}],
  ])('with %s is stored as not understood', (_what, body) => {
    const bench = withWebhook();
    deliver(bench, body);
    expect(bench.view('all')).toEqual([]);
    expect(countNotUnderstood(bench.store, accountID)).toBe(1);
  });
});

const legacyMessage = {
  leadID: '1',
  customerID: 'c1',
  businessID: 'b1',
  message: { messageID: 'm1', createTimestamp: String(noon / 1_000), text: 'Hello' },
};

describe('a legacy message in a v4 answer', () => {
  it.each([
    ['a bare list of one', [legacyMessage]],
    ['a list of one', { data: [legacyMessage], pagination: { limit: 10 } }],
    ['a list in a list', { data: [[legacyMessage]] }],
    ['one in the place of a list', { data: legacyMessage }],
    ['itself', legacyMessage],
    ['a list under another name', { messages: [legacyMessage] }],
    ['a list of bare messages', [legacyMessage.message]],
  ])('that comes as %s is shown, or counted as not understood', async (_what, body) => {
    const bench = testIngest();
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    const { client } = await testService((_asked, response) => json(response, 200, body));
    const page = await client.fetchMessagePage('1', { limit: 20 }, 'person');
    if (page.ok) bench.ingest.applyMessages(accountID, '1', page.value.records, 'poll');
    const shown = bench.thread(bench.lead()).length;
    expect({ ok: page.ok, shown, kept: countNotUnderstood(bench.store, accountID) }).toSatisfy(
      (found: { shown: number; kept: number }) => found.shown + found.kept === 1,
    );
  });
});
