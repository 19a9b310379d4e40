import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEngine, temporaryFolder } from './support/engine.ts';
import { accountID, openMarketplace } from './support/marketplace.ts';

const nonsense = [
  [
    'HTML',
    { status: 200, body: '<html><p>Sign in</p></html>', headers: { 'content-type': 'text/html' } },
  ],
  ['an empty 202', { status: 202 }],
  [
    'JSON that is cut off',
    {
      status: 200,
      body: '{"data": [{"negoti',
      headers: { 'content-type': 'application/json', 'content-length': '5000' },
    },
  ],
  ['JSON of another shape', { status: 200, body: { surprise: true } }],
  ['a gateway’s 502', { status: 502, body: { error: 'proxy_oauth_failed' } }],
  ['too many requests', { status: 429, headers: { 'retry-after': '1' } }],
] as const;

describe('a service that responds with', () => {
  it.each(nonsense)('%s is asked again later, and every lead arrives', async (_, fault) => {
    const marketplace = await openMarketplace({ leads: 6, messages: 3, listNegotiations: true });
    await marketplace.control('POST', '/faults', {
      match: { path: '/api/v4' },
      times: 3,
      ...fault,
    });
    const folder = temporaryFolder();
    const engine = await startEngine(marketplace, folder);
    await engine.until('somebody asked', async () =>
      engine.emitted.some(({ type }) => type === 'token'),
    );
    await engine.until('every lead is there', async () => {
      await engine.ask('connection.check', { accountID });
      const leads = await engine.leads();
      return leads.length === 6 && leads.every(({ isIncomplete }) => !isIncomplete);
    });
    const logs = readdirSync(join(folder, 'logs'))
      .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
      .join('');
    const token = await marketplace.accessToken(null);
    expect(token.ok && logs.includes(token.value)).toBe(false);
    expect(logs).not.toMatch(/Sign in|Bearer [\w-]/);
  });
});

describe('a message of five megabytes', () => {
  it('is stored and shown whole', async () => {
    const marketplace = await openMarketplace({ listNegotiations: true });
    const negotiationID = await marketplace.request('Wilma');
    await marketplace.control('POST', '/faults', {
      match: { method: 'GET', path: `/api/v4/negotiations/${negotiationID}/messages` },
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: {
        data: [
          {
            messageID: 'big',
            negotiationID,
            from: 'Customer',
            customer: { displayName: 'Wilma' },
            text: 'leak '.repeat(1_000_000),
            attachments: [],
            sentAt: new Date().toISOString(),
            surprise: { any: 'thing' },
          },
        ],
        pagination: { limit: 10 },
      },
    });
    const engine = await startEngine(marketplace);
    const thread = await engine.until('the message is there', async () => {
      const lead = await engine.leadOf('Wilma');
      const messages = lead === null ? [] : await engine.thread(lead);
      return messages.some(({ text }) => text.length === 5_000_000);
    });
    expect(thread).toBe(true);
  });
});
