import { describe, expect, test } from 'vitest';
import { openMarketplace, type TestLead } from './marketplace.ts';

interface PhoneNumber {
  readonly phoneNumberID: string;
  readonly phoneNumber: string;
  readonly name: string;
  readonly createdTime: string;
  readonly updatedTime: string;
  readonly isDeleted: boolean;
}

const office = { phoneNumber: '+15125557001', name: 'Front office' };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

async function openBook(prefix = '/api') {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const base = `${prefix}/v4/businesses/${market.business}/associate-phone-numbers`;
  const call = (method: string, path = '', json?: unknown) =>
    market.call(tokens, method, base + path, json);
  const list = async () =>
    ((await call('GET')).json as { phoneNumbers: PhoneNumber[] }).phoneNumbers;
  const create = async (body: object = office) =>
    (await call('POST', '', body)).json as PhoneNumber;
  return { market, tokens, base, call, list, create };
}

describe('The phone numbers of a business', () => {
  test.each(['/api', '', '/staging', '/staging/api'])(
    'are listed without pagination below “%s”, including deleted ones',
    async (prefix) => {
      const { call, list, market } = await openBook(prefix);
      expect(Object.keys((await call('GET')).json as object)).toEqual(['phoneNumbers']);
      const rows = await list();
      expect(rows.length).toBeGreaterThanOrEqual(3);
      for (const row of rows)
        expect(row).toEqual({
          phoneNumberID: expect.stringMatching(/^\d{18}$/) as string,
          businessID: market.business,
          phoneNumber: expect.stringMatching(/^\+1\d{10}$/) as string,
          name: expect.any(String) as string,
          createdTime: time,
          updatedTime: time,
          lastActivityTime: time,
          isDeleted: expect.any(Boolean) as boolean,
        });
      expect(rows.filter(({ isDeleted }) => isDeleted)).toHaveLength(1);
    },
  );

  test('differ between businesses', async () => {
    const { market, tokens } = await openBook();
    const seen = [];
    for (const { businessID } of market.ready.businesses) {
      const path = `/v4/businesses/${businessID}/associate-phone-numbers`;
      const { json } = await market.call(tokens, 'GET', path);
      seen.push(...(json as { phoneNumbers: PhoneNumber[] }).phoneNumbers);
    }
    expect(new Set(seen.map(({ phoneNumberID }) => phoneNumberID)).size).toBe(seen.length);
    expect(new Set(seen.map(({ phoneNumber }) => phoneNumber)).size).toBe(seen.length);
  });

  test('can be registered, which returns the record', async () => {
    const { call, list, market } = await openBook();
    const before = await list();
    const answer = await call('POST', '', office);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      phoneNumberID: expect.stringMatching(/^\d{18}$/) as string,
      businessID: market.business,
      ...office,
      createdTime: time,
      updatedTime: time,
      lastActivityTime: time,
      isDeleted: false,
    });
    expect(await list()).toEqual([...before, answer.json]);
  });

  test('can be changed, which returns the record', async () => {
    const { call, list, create, market } = await openBook();
    const created = await create();
    await market.advance(60);
    const changed = { phoneNumber: '+15125557002', name: 'Back office' };
    const answer = await call('PUT', `/${created.phoneNumberID}`, changed);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ ...created, ...changed, updatedTime: time });
    const { updatedTime } = answer.json as PhoneNumber;
    expect(Date.parse(updatedTime)).toBeGreaterThanOrEqual(
      Date.parse(created.updatedTime) + 60_000,
    );
    expect((await list()).at(-1)).toEqual(answer.json);
    const renamed = await call('PUT', `/${created.phoneNumberID}`, { ...changed, name: 'Desk' });
    expect(renamed.status).toBe(200);
  });

  test('can be deleted with a 204, stay in the list, and can be registered again', async () => {
    const { call, list, create } = await openBook();
    const { phoneNumberID } = await create();
    const answer = await call('DELETE', `/${phoneNumberID}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await list()).at(-1)).toMatchObject({ phoneNumberID, isDeleted: true });
    expect((await call('DELETE', `/${phoneNumberID}`)).status).toBe(404);
    expect((await call('PUT', `/${phoneNumberID}`, office)).status).toBe(404);
    const again = await create();
    expect(again.phoneNumberID).not.toBe(phoneNumberID);
    expect(again.isDeleted).toBe(false);
  });

  test.each([
    ['no plus sign', { ...office, phoneNumber: '15125557001' }],
    ['another country', { ...office, phoneNumber: '+445125557001' }],
    ['no digit after the country code', { ...office, phoneNumber: '+1' }],
    ['15 digits after the country code', { ...office, phoneNumber: `+1${'5'.repeat(15)}` }],
    ['spaces', { ...office, phoneNumber: '+1 512 555 7001' }],
    ['a number that is none', { ...office, phoneNumber: 15125557001 }],
    ['a blank name', { ...office, name: '  ' }],
    ['a name of 101 characters', { ...office, name: 'x'.repeat(101) }],
  ])('are rejected with %s, alone, changed and in bulk', async (_what, body) => {
    const { call, list, create } = await openBook();
    const { phoneNumberID } = await create({ phoneNumber: '+15125557009', name: 'Other' });
    const before = await list();
    for (const answer of [
      await call('POST', '', body),
      await call('PUT', `/${phoneNumberID}`, body),
      await call('POST', '-bulk-create', { phoneNumbers: [body] }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        errors: [{ field: expect.stringMatching(/(phoneNumber|name)$/) as string }],
      });
    }
    expect(await list()).toEqual(before);
  });

  test('do not need a name, alone or in bulk', async () => {
    const { call, list } = await openBook();
    const [alone, first, second] = ['+15125557001', '+15125557002', '+15125557003'];
    expect((await call('POST', '', { phoneNumber: alone })).json).toMatchObject({ name: '' });
    const phoneNumbers = [{ phoneNumber: first }, { phoneNumber: second, name: 'Desk' }];
    expect((await call('POST', '-bulk-create', { phoneNumbers })).status).toBe(200);
    expect((await list()).slice(-3)).toMatchObject([
      { phoneNumber: alone, name: '' },
      { phoneNumber: first, name: '' },
      { phoneNumber: second, name: 'Desk' },
    ]);
  });

  test('are rejected without a number, alone and in bulk', async () => {
    const { call } = await openBook();
    const body = { name: 'Office' };
    for (const answer of [
      await call('POST', '', body),
      await call('POST', '-bulk-create', { phoneNumbers: [body] }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        errors: [{ field: expect.stringMatching(/phoneNumber$/) as string }],
      });
    }
  });

  test('can change one field and keep the other', async () => {
    const { call, create } = await openBook();
    const { phoneNumberID } = await create();
    const put = async (body: object) => (await call('PUT', `/${phoneNumberID}`, body)).json;
    expect(await put({ name: 'Desk' })).toMatchObject({ ...office, name: 'Desk' });
    const phoneNumber = '+15125557004';
    expect(await put({ phoneNumber })).toMatchObject({ phoneNumber, name: 'Desk' });
    expect((await call('PUT', `/${phoneNumberID}`, {})).status).toBe(400);
  });

  test('have one to fourteen digits after the country code', async () => {
    const { call } = await openBook();
    for (const phoneNumber of ['+15', `+1${'5'.repeat(14)}`])
      expect((await call('POST', '', { ...office, phoneNumber })).status).toBe(200);
  });

  test('conflict with 409 when already registered', async () => {
    const { call, create } = await openBook();
    await create();
    const other = await create({ phoneNumber: '+15125557002', name: 'Other' });
    for (const answer of [
      await call('POST', '', { ...office, name: 'Another name' }),
      await call('PUT', `/${other.phoneNumberID}`, office),
      await call('POST', '-bulk-create', { phoneNumbers: [office] }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ status: 409, traceID: expect.any(String) as string });
    }
  });

  test('can be the same for two businesses', async () => {
    const { market, tokens, create } = await openBook();
    await create();
    const other = market.ready.businesses[1]?.businessID ?? '';
    const path = `/v4/businesses/${other}/associate-phone-numbers`;
    expect((await market.call(tokens, 'POST', path, office)).status).toBe(200);
  });

  test('are restored by a reset', async () => {
    const { market, base, list, create } = await openBook();
    const numbers = (rows: readonly PhoneNumber[]) => rows.map((row) => row.phoneNumber);
    const before = numbers(await list());
    await create();
    await market.control('POST', '/reset');
    const { json } = await market.call(await market.connect(), 'GET', base);
    expect(numbers((json as { phoneNumbers: PhoneNumber[] }).phoneNumbers)).toEqual(before);
  });
});

describe('A bulk create of phone numbers', () => {
  const many = Array.from({ length: 120 }, (_, i) => ({
    phoneNumber: `+1512555${7100 + i}`,
    name: `Crew ${i + 1}`,
  }));

  test('returns a record for each number, in order', async () => {
    const { call, list } = await openBook();
    const before = await list();
    const answer = await call('POST', '-bulk-create', { phoneNumbers: many });
    expect(answer.status).toBe(200);
    const { phoneNumbers } = answer.json as { phoneNumbers: PhoneNumber[] };
    expect(phoneNumbers).toMatchObject(many);
    expect(await list()).toEqual([...before, ...phoneNumbers]);
  });

  test('registers nothing when one number is already registered, and names it', async () => {
    const { call, list, create } = await openBook();
    await create({ phoneNumber: '+15125557103', name: 'First' });
    const before = await list();
    const answer = await call('POST', '-bulk-create', { phoneNumbers: many });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ errors: [{ field: 'phoneNumbers.3.phoneNumber' }] });
    expect(await list()).toEqual(before);
  });

  test('registers nothing when a number is in the list twice', async () => {
    const { call, list } = await openBook();
    const before = await list();
    const answer = await call('POST', '-bulk-create', { phoneNumbers: [office, office] });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ errors: [{ field: 'phoneNumbers.1.phoneNumber' }] });
    expect(await list()).toEqual(before);
  });

  test('registers nothing when one number is malformed, and names it', async () => {
    const { call, list } = await openBook();
    const before = await list();
    const bad = { phoneNumber: '5125557001', name: 'No country' };
    const answer = await call('POST', '-bulk-create', { phoneNumbers: [office, bad] });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errors: [{ field: 'phoneNumbers.1.phoneNumber' }] });
    expect(await list()).toEqual(before);
  });

  test.each([[{}], [{ phoneNumbers: [] }], [{ phoneNumbers: office }], [[office]]])(
    'refuses %j',
    async (body) => {
      const { call } = await openBook();
      expect((await call('POST', '-bulk-create', body)).status).toBe(400);
    },
  );
});

describe('Access to phone numbers', () => {
  const routes = [
    ['GET', ''],
    ['POST', ''],
    ['PUT', '/400000000000000000'],
    ['DELETE', '/400000000000000000'],
    ['POST', '-bulk-create'],
  ] as const;

  test.each(routes)(
    '%s …%s is 403 for another user’s business and 404 for an unknown one',
    async (method, path) => {
      const { market, tokens } = await openBook();
      const foreign = ((await market.createTestLead()).json as TestLead).business.businessID;
      const status = async (businessID: string) =>
        (
          await market.call(
            tokens,
            method,
            `/v4/businesses/${businessID}/associate-phone-numbers${path}`,
            method === 'GET' || method === 'DELETE' ? undefined : office,
          )
        ).status;
      expect(await status(foreign)).toBe(403);
      expect(await status('400000000000000000')).toBe(404);
    },
  );

  test.each(routes)('%s …%s requires its scope, which the 401 names', async (method, path) => {
    const { market, base } = await openBook();
    const tokens = await market.connect({ scope: 'supply::webhooks.read' });
    const answer = await market.call(tokens, method, base + path);
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      detail: expect.stringContaining(
        `supply::businesses/associate-phone-numbers.${method === 'GET' ? 'read' : 'write'}`,
      ) as string,
    });
  });

  test.each(['PUT', 'DELETE'])('%s of a number that does not exist is 404', async (method) => {
    const { call } = await openBook();
    const body = method === 'PUT' ? office : undefined;
    expect((await call(method, '/400000000000000000', body)).status).toBe(404);
  });
});
