import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../../../../../contract/errors.ts';
import { redactURL } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/view.ts';
import { putWebhook } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import { event, negotiation } from '../../../../support/records.ts';
import { accountID, noon } from '../../../../support/store.ts';
import { bench, own, w1 } from './bench.ts';

const elsewhere = {
  accountID,
  businessID: 'b1',
  url: 'https://partner.test/hear',
  eventTypes: ['NegotiationCreatedV4'],
  enabled: true,
};

describe('the address of a webhook', () => {
  it.each([
    ['https://user:pass@partner.test/hear', false, 'https://partner.test/hear'],
    ['https://partner.test/hear?token=abc&x=1#y', false, 'https://partner.test/hear?token=…&x=…'],
    [own.url, true, 'http://127.0.0.1:5000'],
    ['no address', false, ''],
    [undefined, false, ''],
  ])('is shown without secrets: %s', (url, ours, shown) => {
    expect(redactURL(url, ours)).toBe(shown);
  });
});

describe('the list', () => {
  it('has every business and the user, and marks our own webhooks', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    await made['webhooks.create']({
      ...elsewhere,
      businessID: null,
      eventTypes: ['MessageCreated'],
    });
    expect(await made.owners()).toMatchObject([
      {
        businessID: 'b1',
        name: 'Ace',
        state: 'active',
        webhooks: [
          { webhookID: 'w1', ours: true, url: 'http://127.0.0.1:5000', authType: 'Basic' },
          { ours: false, url: elsewhere.url, authType: 'None' },
        ],
      },
      { businessID: null, state: null, webhooks: [{ eventTypes: ['MessageCreated'] }] },
    ]);
  });

  it('gives the reason for each owner whose webhooks cannot be read', async () => {
    const made = bench();
    made.failWith({ code: 'scope_missing', message: 'No.', detail: 'supply::webhooks.read' });
    const owners = await made.owners();
    expect(owners.map(({ error, state }) => [error?.code, state])).toEqual([
      ['scope_missing', null],
      ['scope_missing', null],
    ]);
  });

  it('and other actions of a person have priority over background requests', async () => {
    const made = bench();
    await made.owners();
    await made['webhooks.enable']({ ...w1, enabled: false });
    made.onTest(() => made.clock.advance(20_000));
    await made['webhooks.test']({ accountID, businessID: 'b1' });
    expect([...made.urgencies]).toEqual(['person']);
  });

  it('fails as reconnect_needed without a grant', async () => {
    const answer = await bench({ connected: false })['webhooks.list']({ accountID });
    expect(answer).toMatchObject({ ok: false, error: { code: 'reconnect_needed' } });
  });
});

describe('a half-connected business', () => {
  it.each([
    ['missing', { webhookURL: 'https://partner.test/x', webhookID: 'w7' }],
    ['disabled', { enabled: false }],
    ['without_credentials', { authType: 'None' }],
    ['without_credentials', { authType: 'CustomHeader' }],
    ['without_credentials', { authType: null }],
    ['wrong_kinds', { eventTypes: ['MessageCreatedV4'] }],
    ['unknown_credentials', { webhookID: 'w7' }],
  ])('is recognized: %s', async (state, change) => {
    const made = bench();
    Object.assign(made.held[0] ?? {}, change);
    const [owner] = await made.owners();
    expect(owner?.state).toBe(state);
    expect(made.kept()?.state).toBe(state);
    expect(made.changes).toEqual([{ kinds: ['connection'], leadIDs: [] }]);
  });

  it('is not one whose webhook another desktop of the team has registered again', async () => {
    const made = bench();
    const row = made.kept();
    if (row !== undefined) putWebhook(made.store, { ...row, isShared: true });
    Object.assign(made.held[0] ?? {}, { webhookID: 'w7' });
    expect((await made.owners())[0]?.state).toBe('active');
    expect(made.kept()?.state).toBe('active');
  });

  it('is not recorded while the keeper has to move its webhook to another address', async () => {
    const made = bench();
    const row = made.kept();
    if (row !== undefined) putWebhook(made.store, { ...row, url: 'http://127.0.0.1:4000/hook/x' });
    made.held.length = 0;
    expect((await made.owners())[0]?.state).toBe('missing');
    expect(made.kept()?.state).toBe('active');
  });

  it('is not recorded if a check has repaired the webhook meanwhile', async () => {
    const made = bench();
    made.held.length = 0;
    const owners = made.owners();
    const row = made.kept();
    if (row !== undefined) putWebhook(made.store, { ...row, checkedAt: noon });
    expect((await owners)[0]?.state).toBe('missing');
    expect(made.kept()?.state).toBe('active');
  });

  it('that the service cannot reach is not called broken', async () => {
    const made = bench();
    made.hide();
    made.held.length = 0;
    expect((await made.owners())[0]?.state).toBe('not_possible');
  });

  it('is repaired by the keeper, with a result for each business', async () => {
    const made = bench();
    expect(await made['webhooks.repair']({ accountID })).toEqual({
      ok: true,
      value: { businesses: [{ name: 'Ace', repaired: true, reason: null }] },
    });
    made.reports('failed');
    expect(await made['webhooks.repair']({ accountID })).toMatchObject({
      value: { businesses: [{ repaired: false }] },
    });
  });
});

it('a staging profile without webhooks is shown as unused, and none are requested', async () => {
  const made = bench({ isUsed: false });
  expect(await made.owners()).toMatchObject([{ businessID: null, state: 'unused', error: null }]);
  expect([...made.urgencies]).toEqual([]);
});

describe('a new webhook', () => {
  it.each(['http://partner.test/', 'https://a:b@partner.test/', 'ftp://partner.test/', 'hello'])(
    'is not created at %s',
    async (url) => {
      const made = bench();
      expect(await made['webhooks.create']({ ...elsewhere, url })).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
      expect(made.held).toHaveLength(1);
    },
  );

  it('may use http on this computer only for a service on this computer', async () => {
    const local = { ...elsewhere, url: 'http://127.0.0.1:81/x' };
    expect((await bench()['webhooks.create'](local)).ok).toBe(true);
    const far = bench({ baseUrl: 'https://api.service.test' });
    expect((await far['webhooks.create'](local)).ok).toBe(false);
  });

  it('has its password at the service and nowhere else', async () => {
    const password = 'canary-password-4711';
    const made = bench();
    const credentials = { username: 'front', password };
    const answer = await made['webhooks.create']({ ...elsewhere, credentials });
    expect(made.held[1]?.auth).toEqual(credentials);
    made.failWith({
      code: 'rejected',
      message: `No ${password}.`,
      detail: `auth ${password} is weak`,
    });
    const refused = await made['webhooks.create']({ ...elsewhere, credentials });
    const unset = await made['webhooks.setCredentials']({ ...w1, credentials });
    made.store.db.pragma('wal_checkpoint(TRUNCATE)');
    const everything = JSON.stringify([answer, refused, unset, made.changes]);
    expect(everything).not.toContain(password);
    expect(readFileSync(made.store.db.name).includes(password)).toBe(false);
    expect(refused).toMatchObject({ ok: false, error: { detail: 'auth ••• is weak' } });
  });
});

describe('our own webhook, changed by hand', () => {
  it('is no longer trusted after its credentials were changed', async () => {
    const made = bench();
    const credentials = { username: 'x', password: 'y' };
    expect((await made['webhooks.setCredentials']({ ...w1, credentials })).ok).toBe(true);
    expect(made.kept()).toMatchObject({ webhookID: null, state: 'unknown_credentials' });
    expect((await made.owners())[0]?.state).toBe('unknown_credentials');
  });

  it('is shown as disabled after it was turned off, and stays ours', async () => {
    const made = bench();
    await made['webhooks.enable']({ ...w1, enabled: false });
    expect(made.kept()).toMatchObject({ webhookID: 'w1', state: 'disabled' });
    expect(made.changes.at(-1)?.kinds).toEqual(['webhooks', 'connection']);
  });

  it('is no longer trusted when a change of credentials has an unknown outcome', async () => {
    const made = bench();
    const before = made.kept()?.passwordDigest;
    made.failWith({ code: 'outcome_unknown', message: 'The line broke.' });
    const credentials = { username: 'pat', password: 'secret' };
    expect((await made['webhooks.setCredentials']({ ...w1, credentials })).ok).toBe(false);
    expect(made.kept()).toMatchObject({ webhookID: null, state: 'unknown_credentials' });
    expect(made.kept()?.passwordDigest).not.toBe(before);
  });

  it('that could not be registered is unaffected by changes to another program’s webhook', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    const missing = {
      webhookID: null,
      passwordDigest: '11',
      state: 'failed',
      reason: { code: 'forbidden', message: 'No.' },
    } as const;
    const own = made.kept();
    if (own === undefined) throw new Error('The bench has no webhook.');
    putWebhook(made.store, { ...own, ...missing });
    const others = { ...w1, webhookID: 'w2' };
    await made['webhooks.enable']({ ...others, enabled: false });
    await made['webhooks.enable']({ ...others, enabled: true });
    const credentials = { username: 'x', password: 'y' };
    await made['webhooks.setCredentials']({ ...others, credentials });
    await made['webhooks.removeCredentials'](others);
    await made['webhooks.delete'](others);
    expect(made.kept()).toMatchObject(missing);
  });

  it('is unchanged when the service rejects the change', async () => {
    const made = bench();
    made.failWith({ code: 'forbidden', message: 'No.' });
    expect((await made['webhooks.removeCredentials'](w1)).ok).toBe(false);
    expect(made.kept()).toMatchObject({ webhookID: 'w1', state: 'active' });
  });
});

describe('a deleted webhook', () => {
  it('without credentials can be restored', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    const named = { ...w1, webhookID: 'w2' };
    expect(await made['webhooks.delete'](named)).toEqual({ ok: true, value: { restorable: true } });
    expect(made.held).toHaveLength(1);
    expect((await made['webhooks.restore'](named)).ok).toBe(true);
    expect(made.held[1]).toMatchObject({ webhookURL: elsewhere.url, enabled: true });
    expect(await made['webhooks.restore'](named)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('is restored only once', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    const other = { accountID, businessID: 'b1', webhookID: made.held[1]?.webhookID ?? '' };
    await made['webhooks.delete'](other);
    const first = made['webhooks.restore'](other);
    const again = made['webhooks.restore'](other);
    expect([(await first).ok, (await again).ok]).toEqual([true, false]);
    expect(made.held).toHaveLength(2);
  });

  it('is not created twice if the answer to its restoration was lost', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    await made['webhooks.create']({ ...elsewhere, eventTypes: ['MessageCreatedV4'] });
    const named = { ...w1, webhookID: 'w2' };
    await made['webhooks.delete'](named);
    made.loseCreations(true);
    expect(await made['webhooks.restore'](named)).toMatchObject({
      error: { code: 'outcome_unknown' },
    });
    made.loseCreations(false);
    expect(await made['webhooks.restore'](named)).toMatchObject({
      value: { webhook: { webhookID: 'w4', url: elsewhere.url } },
    });
    expect(made.held).toHaveLength(3);
    expect((await made['webhooks.restore'](named)).ok).toBe(false);
  });

  it('is created by another attempt if the first one had no effect', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    const named = { ...w1, webhookID: 'w2' };
    await made['webhooks.delete'](named);
    made.failWith({ code: 'service_unavailable', message: 'No.' });
    expect((await made['webhooks.restore'](named)).ok).toBe(false);
    expect((await made['webhooks.restore'](named)).ok).toBe(false);
    made.failWith(null);
    expect((await made['webhooks.restore'](named)).ok).toBe(true);
    expect(made.held).toHaveLength(2);
  });

  it('with credentials cannot be restored', async () => {
    const made = bench();
    expect(await made['webhooks.delete'](w1)).toEqual({ ok: true, value: { restorable: false } });
    expect(await made['webhooks.restore'](w1)).toMatchObject({ error: { code: 'not_found' } });
    expect(made.kept()).toMatchObject({ webhookID: null, state: 'missing' });
  });

  it('can be restored even if the answer to its deletion was lost', async () => {
    const made = bench();
    await made['webhooks.create'](elsewhere);
    const named = { ...w1, webhookID: 'w2' };
    made.loseRemovals();
    expect(await made['webhooks.delete'](named)).toEqual({ ok: true, value: { restorable: true } });
    expect((await made['webhooks.restore'](named)).ok).toBe(true);
    expect(made.held[1]).toMatchObject({ webhookURL: elsewhere.url });
  });

  it('that somebody else deleted first counts as deleted', async () => {
    const made = bench();
    made.held.length = 0;
    expect((await made['webhooks.delete'](w1)).ok).toBe(true);
  });
});

describe('a test delivery', () => {
  const delivery = (data: unknown) => ({
    accountID,
    eventType: 'NegotiationCreatedV4',
    webhookID: 'w1',
    body: event('NegotiationCreatedV4', data),
    parsed: JSON.parse(event('NegotiationCreatedV4', data)) as unknown,
  });
  const testLead = negotiation('77', {
    customer: { customerID: 'c', firstName: 'Test', lastName: 'Customer', phone: '1234567890' },
    business: { businessID: 'b1', name: 'Test Business for Webhooks' },
  });

  it('that arrives is timed in milliseconds, and no other delivery counts', async () => {
    const made = bench();
    made.onTest(() => {
      made.clock.advance(100);
      made.arrivals.notify([delivery(negotiation('1'))]);
      made.clock.set(made.clock.now() + 24 * 60 * 60_000);
      made.clock.advance(140);
      made.arrivals.notify([delivery(testLead)]);
    });
    expect(await made['webhooks.test']({ accountID, businessID: 'b1' })).toEqual({
      ok: true,
      value: { afterMs: 240, deliveryID: null },
    });
  });

  it('to another business’s webhook does not count', async () => {
    const made = bench();
    const b1 = made.kept();
    if (b1 === undefined) throw new Error('The bench has no webhook.');
    putWebhook(made.store, { ...b1, businessID: 'b2', webhookID: null, path: 'other-path' });
    made.onTest(() => {
      made.arrivals.notify([delivery(testLead), { ...delivery(testLead), webhookID: null }]);
      made.clock.advance(20_000);
    });
    expect(await made['webhooks.test']({ accountID, businessID: 'b2' })).toMatchObject({
      value: { afterMs: null },
    });
  });

  it('that does not arrive is given up on after 20 seconds', async () => {
    const made = bench();
    made.onTest(() => queueMicrotask(() => made.clock.advance(19_999)));
    const waiting = made['webhooks.test']({ accountID, businessID: 'b1' });
    let isOver = false;
    void Promise.resolve(waiting).then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    made.clock.advance(1);
    expect(await waiting).toMatchObject({ value: { afterMs: null } });
  });

  it('that the service rejects is not waited for', async () => {
    const made = bench();
    const refusal = fail('rejected', 'No webhook.');
    made.failWith(refusal.ok ? null : refusal.error);
    expect(await made['webhooks.test']({ accountID, businessID: 'b1' })).toEqual(refusal);
  });
});
