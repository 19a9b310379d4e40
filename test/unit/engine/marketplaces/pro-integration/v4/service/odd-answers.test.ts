/**
 * Every answer of the service with one field at a time in every odd shape: the call returns what could be
 * read or a known error, and never throws.
 */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../../../../contract/errors.ts';
import type { ServiceClient } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import { oddRecords } from '../../../../support/odd-fields.ts';
import { message, negotiation } from '../../../../support/records.ts';
import { noon } from '../../../../support/store.ts';
import { json, testService } from '../../../../support/http.ts';

const webhook = {
  webhookID: 'w1',
  webhookURL: 'https://x.example/hook',
  enabled: true,
  authType: 'Basic',
  businessID: 'b1',
  eventTypes: ['MessageCreatedV4'],
};
const number = {
  phoneNumberID: 'p1',
  businessID: 'b1',
  phoneNumber: '+15125550100',
  name: 'Office',
  createdTime: '2026-03-01T10:00:00Z',
  isDeleted: false,
};
const review = {
  reviewID: 'r1',
  reviewText: 'Great',
  rating: 5,
  createTime: '2026-03-01T10:00:00Z',
  reviewerName: 'Ann',
  images: ['https://x.example/1'],
};
const pageOf = (...data: unknown[]) => ({ data, pagination: { limit: 50, next: null } });
const reply = message('m1', 'n1', 'Business', 'Hi', noon);
const hook = { webhookURL: webhook.webhookURL, eventTypes: webhook.eventTypes, enabled: true };
const phone = { phoneNumber: number.phoneNumber, name: 'Office' };

type Case = readonly [
  string,
  unknown,
  (client: ServiceClient) => Promise<{ readonly ok: boolean }>,
];

const cases: readonly Case[] = [
  ['businesses', pageOf({ businessID: 'b1', name: 'Ace' }), (c) => c.listBusinesses()],
  ['a negotiation', negotiation('n1'), (c) => c.fetchNegotiation('n1', 'person')],
  ['negotiations', pageOf(negotiation('n1')), (c) => c.fetchNegotiations('b1', {})],
  ['messages', pageOf(reply), (c) => c.fetchMessagePage('n1', { limit: 20 }, 'person')],
  ['a message sent', reply, (c) => c.sendMessage('n1', 'Hi')],
  ['webhooks', pageOf(webhook), (c) => c.getWebhookCalls('b1', 'person').list()],
  ['a webhook', webhook, (c) => c.getWebhookCalls('b1', 'person').get('w1')],
  ['a webhook made', webhook, (c) => c.getWebhookCalls('b1', 'person').create(hook)],
  ['phone numbers', { phoneNumbers: [number] }, (c) => c.getPhoneNumberCalls('b1').list()],
  ['a phone number', number, (c) => c.getPhoneNumberCalls('b1').create(phone)],
  [
    'numbers made',
    { phoneNumbers: [number] },
    (c) => c.getPhoneNumberCalls('b1').createMany([phone]),
  ],
  ['reviews', pageOf(review), (c) => c.reviews.fetchPage('b1', {})],
];

const anAnswer = (answer: { readonly ok: boolean; readonly error?: unknown }): boolean =>
  answer.ok || failure.safeParse(answer.error).success;

describe('an answer with one odd field', () => {
  it.each(cases)('gives a result or a known error: %s', async (_what, body, ask) => {
    let answered: unknown = body;
    const { client } = await testService((_asked, response) => json(response, 200, answered));
    expect((await ask(client)).ok).toBe(true);
    for (const odd of [null, 7, '', 'x', true, [], {}]) {
      answered = odd;
      expect(anAnswer(await ask(client)), JSON.stringify(odd)).toBe(true);
    }
    for (const { what, record } of oddRecords(body)) {
      answered = record;
      expect(anAnswer(await ask(client)), what).toBe(true);
    }
  });
});

describe('a list that contains null, objects, or broken records', () => {
  it('gives the records that can be read', async () => {
    let answered: unknown = null;
    const { client } = await testService((_asked, response) => json(response, 200, answered));
    const webhooks = async () => client.getWebhookCalls('b1', 'person').list();
    answered = { data: null, pagination: null };
    expect(await webhooks()).toEqual({ ok: true, value: [] });
    for (const empty of [{ pagination: { limit: 50 } }, { data: '', pagination: {} }]) {
      answered = empty;
      expect(await webhooks()).toEqual({ ok: true, value: [] });
    }
    const unknownList = { items: [{ name: 'w1' }], pagination: { limit: 50 } };
    const twoLists = { webhooks: [webhook], others: [webhook], pagination: { limit: 50 } };
    const inObject = { result: { webhooks: [webhook] }, pagination: { limit: 50 } };
    for (const foreign of [
      ...[{ status: 'ok' }, { pagination: 7 }, {}],
      ...[unknownList, twoLists, inObject],
    ]) {
      answered = foreign;
      expect(await webhooks()).toMatchObject({ error: { code: 'unexpected_answer' } });
    }
    answered = { data: webhook };
    expect(await webhooks()).toMatchObject({ ok: true, value: [{ webhookID: 'w1' }] });
    answered = { data: [null, 7, {}, webhook, { ...webhook, webhookID: 8, enabled: 'true' }] };
    expect(await webhooks()).toMatchObject({
      ok: true,
      value: [{ webhookID: 'w1' }, { webhookID: '8', enabled: true }],
    });
    answered = { phoneNumbers: null };
    expect(await client.getPhoneNumberCalls('b1').list()).toEqual({
      ok: true,
      value: { records: [], isWhole: true },
    });
  });
});

describe('a problem document with one odd field', () => {
  const problem = {
    type: 'about:blank',
    title: 'Not possible',
    status: 400,
    detail: 'The name is taken',
    traceID: 'trace-1',
    errors: [{ field: 'name', message: 'taken' }],
  };

  it('is a known error with as much detail as possible', async () => {
    let answered: unknown = problem;
    const { client } = await testService((_asked, response) => json(response, 400, answered));
    for (const { what, record } of oddRecords(problem)) {
      answered = record;
      const answer = await client.sendMessage('n1', 'Hi');
      expect(answer, what).toMatchObject({ ok: false, error: { code: 'rejected', status: 400 } });
      expect(anAnswer(answer), what).toBe(true);
    }
    answered = { detail: ['Too long', 'Not unique'], traceID: 4711 };
    expect(await client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { detail: 'Too long, Not unique', traceID: '4711' },
    });
    answered = [problem];
    expect(await client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { detail: 'The name is taken', traceID: 'trace-1' },
    });
  });
});

it('a reply that was sent counts as sent, whatever else its answer contains', async () => {
  const { client } = await testService((_asked, response) =>
    json(response, 201, { messageID: 4711, text: null, sentAt: [], from: {} }),
  );
  expect(await client.sendMessage('n1', 'Hi')).toMatchObject({
    ok: true,
    value: { messageID: '4711' },
  });
});
