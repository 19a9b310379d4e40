import { describe, expect, it } from 'vitest';
import type { StagingCall } from '../../../contract/commands/staging.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createConnect } from '../../../main/connect/connect.ts';
import { toPublicProfile } from '../../../main/connect/profiles.ts';
import { createTestLead, describeStaging } from '../../../main/connect/staging.ts';
import { startHTTPService, json, type Respond } from './support/http-service.ts';
import {
  createKeptLog,
  buildLegacyProfile,
  createMemoryVault,
  buildProfile,
  unwrap,
} from './support/service.ts';
import { findFreePort } from '../../ports.ts';

const staging = { username: 'tester', password: 'canary-staging-password-77' };
const pair = Buffer.from(`${staging.username}:${staging.password}`).toString('base64');

/** The specification's example with one unknown field. */
const testLead = {
  leadID: '299614694480093245',
  createTimestamp: '1498760294',
  price: '$90/hr',
  request: { requestID: '1', category: 'Cleaning', location: { city: 'Austin' } },
  customer: { customerID: '2', name: 'Dana Reed' },
  business: { businessID: '3', name: 'Test Business 1' },
  colour: 'blue',
};

/** Creates a test lead at a service with this response; returns the call and the requests. */
const ask = async (
  respond: Respond,
  businessID: string | null = null,
  changes: Partial<ServiceProfile> = {},
) => {
  const { origin, asked } = await startHTTPService(respond);
  const profile = buildProfile({
    baseUrl: 'https://never.example',
    stagingUrl: origin,
    staging,
    ...changes,
  });
  const call = unwrap(await createTestLead(fetch, systemClock, profile, businessID));
  return { call, asked, origin };
};

const getError = ({ outcome }: StagingCall) =>
  outcome.state === 'created' ? expect.fail('a lead was created') : outcome.error;

describe('creating a test lead', () => {
  it('without a business sends an empty object with the test credentials', async () => {
    const { call, asked, origin } = await ask(json(200, testLead));
    expect(asked).toMatchObject([{ method: 'POST', path: '/v1/test/create-lead', body: '{}' }]);
    expect(asked[0]?.headers).toMatchObject({
      authorization: `Basic ${pair}`,
      'content-type': 'application/json',
    });
    expect(call).toMatchObject({
      request: {
        method: 'POST',
        url: `${origin}/v1/test/create-lead`,
        path: '/v1/test/create-lead',
        body: '{}',
      },
      answer: { status: 200 },
    });
  });

  it('sends the id of the business', async () => {
    const { asked } = await ask(json(200, testLead), '461129501345580016');
    expect(asked[0]?.body).toBe('{"businessID":"461129501345580016"}');
  });

  it('returns the whole response and extracts the ids', async () => {
    const { call } = await ask(json(201, testLead));
    expect(JSON.parse(call.answer?.body ?? '')).toEqual(testLead);
    expect(call.outcome).toEqual({
      state: 'created',
      leadID: '299614694480093245',
      businessID: '3',
      businessName: 'Test Business 1',
      customerName: 'Dana Reed',
    });
  });

  it('accepts a response with only the id of the lead', async () => {
    const { call } = await ask(json(200, { leadID: 77, business: 'none', customer: null }));
    expect(call.outcome).toEqual({
      state: 'created',
      leadID: '77',
      businessID: null,
      businessName: '',
      customerName: '',
    });
  });

  it('uses the base address and its path when the profile has no staging address', async () => {
    const { origin, asked } = await startHTTPService(json(200, testLead));
    const profile = buildProfile({ baseUrl: `${origin}/staging/`, staging });
    await createTestLead(fetch, systemClock, profile, null);
    expect(asked[0]?.path).toBe('/staging/v1/test/create-lead');
  });

  it.each<[string, number, unknown, string]>([
    [
      'wrong credentials',
      401,
      { error: 'UNAUTHORIZED', error_description: 'No.' },
      'connect_refused',
    ],
    ['another user’s business', 403, {}, 'forbidden'],
    ['an unknown business', 404, { detail: 'No such business.' }, 'not_found'],
    ['a conflict', 409, {}, 'conflict'],
    ['a malformed request', 400, {}, 'rejected'],
    ['an unknown refusal', 418, {}, 'rejected'],
    ['too many requests', 429, {}, 'rate_limited'],
    ['an unavailable service', 503, {}, 'service_unavailable'],
    ['a success without a lead', 200, { status: 'success' }, 'unexpected_answer'],
    ['a success that is a list', 200, [testLead], 'unexpected_answer'],
  ])('reports %s with the status', async (_what, status, body, code) => {
    const { call, asked } = await ask(json(status, body));
    expect(getError(call)).toMatchObject({ code, status });
    expect(call.answer).toMatchObject({ status, body: JSON.stringify(body) });
    expect(asked).toHaveLength(1);
  });

  it.each<[string, number, unknown, StagingCall['outcome']['state']]>([
    ['a refusal', 400, {}, 'refused'],
    ['too many requests', 429, {}, 'refused'],
    ['a redirect', 307, {}, 'refused'],
    ['a server error', 500, {}, 'unknown'],
    ['a gateway that got no answer', 504, {}, 'unknown'],
    ['a success without a lead', 200, { status: 'success' }, 'unknown'],
  ])('does not rule out a lead that may exist after %s', async (_what, status, body, state) => {
    expect((await ask(json(status, body))).call.outcome.state).toBe(state);
  });

  it('reports the detail and the traceID of a refusal', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Bad',
      status: 400,
      detail: 'Too short.',
      traceID: 't-1',
    };
    expect(getError((await ask(json(400, problem))).call)).toMatchObject({
      code: 'rejected',
      detail: 'Too short.',
      traceID: 't-1',
    });
  });

  it('returns an HTML page unchanged and reports no lead', async () => {
    const page = '<html>Sign in</html>';
    const { call } = await ask((_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
    expect(call.answer).toEqual({ status: 200, body: page });
    expect(getError(call).code).toBe('unexpected_answer');
  });

  it('does not accept a firewall’s empty 202', async () => {
    const { call } = await ask((_asked, response) => void response.writeHead(202).end());
    expect(call.answer).toMatchObject({ status: 202, body: '' });
    expect(getError(call).code).toBe('unexpected_answer');
  });

  it('follows no redirect, so nobody else gets the credentials', async () => {
    const thief = await startHTTPService(json(200, testLead));
    const { call } = await ask((_asked, response) => {
      response.writeHead(307, { location: `${thief.origin}/v1/test/create-lead` }).end();
    });
    expect(getError(call)).toMatchObject({ code: 'unexpected_answer', status: 307 });
    expect(thief.asked).toEqual([]);
  });

  it('drops a huge body', async () => {
    const { call } = await ask((_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...testLead, much: 'x'.repeat(2_000_000) }));
    });
    expect(call.answer?.body).toBe('');
    expect(getError(call).code).toBe('unexpected_answer');
  });

  it('fails with offline without a connection, and with outcome_unknown after a cut one', async () => {
    const gone = buildProfile({ baseUrl: `http://127.0.0.1:${await findFreePort()}`, staging });
    const call = unwrap(await createTestLead(fetch, systemClock, gone, null));
    expect([call.answer, getError(call).code]).toEqual([null, 'offline']);
    expect(call.outcome.state).toBe('refused');
    const cut = await ask((_asked, response) => void response.destroy());
    expect([cut.call.answer, getError(cut.call).code]).toEqual([null, 'outcome_unknown']);
    expect(cut.call.outcome.state).toBe('unknown');
    expect(cut.asked).toHaveLength(1);
  });

  it('removes the credentials from the result even if the service repeats them', async () => {
    const { call } = await ask(({ headers }, response) => {
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ detail: `${headers.authorization} ${staging.password}` }));
    });
    const result = JSON.stringify(call);
    expect(result).not.toContain(pair);
    expect(result).not.toContain(staging.password);
  });

  it('never uses a production profile or one without test credentials', async () => {
    const { origin, asked } = await startHTTPService(json(200, testLead));
    const production = buildProfile({ environment: 'production', stagingUrl: origin, staging });
    expect(await createTestLead(fetch, systemClock, production, null)).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    const without = buildProfile({ stagingUrl: origin });
    expect(await createTestLead(fetch, systemClock, without, null)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    expect(asked).toEqual([]);
  });
});

describe('the public part of the staging credentials', () => {
  const at = 'https://staging.example.com';
  const where = (profile: ServiceProfile) => describeStaging(profile).staging;

  it('is only that they exist', () => {
    const shown = toPublicProfile(buildProfile({ staging }));
    expect(shown.hasStagingCredentials).toBe(true);
    expect(JSON.stringify(shown)).not.toContain(staging.password);
    expect(toPublicProfile(buildProfile()).hasStagingCredentials).toBeUndefined();
  });

  it('is empty for production and for profiles without them', () => {
    expect(where(buildProfile({ environment: 'production', staging }))).toBeUndefined();
    expect(where(buildProfile({ stagingUrl: at }))).toBeUndefined();
  });

  it.each<[string, ServiceProfile, boolean]>([
    ['has no other address', buildProfile({ baseUrl: at, staging }), true],
    [
      'works at the staging address',
      buildProfile({ baseUrl: `${at}/api/`, stagingUrl: at, staging }),
      true,
    ],
    ['works at another address', buildProfile({ stagingUrl: at, staging }), false],
    [
      'is legacy and sends its replies to staging',
      buildLegacyProfile({ stagingUrl: at, staging }),
      true,
    ],
    [
      'is legacy and sends its replies elsewhere',
      buildLegacyProfile({ environment: 'sandbox', stagingUrl: at, staging }),
      false,
    ],
  ])(
    'is their host and whether its leads can be read, for a profile that %s',
    (_what, profile, isOwn) => {
      expect(where(profile)).toEqual({ address: 'staging.example.com', isOwn });
    },
  );
});

describe('the command connection.createTestLead', () => {
  it('fails for an unknown account', async () => {
    const connect = createConnect({
      opensAppLinks: false,
      vault: createMemoryVault(),
      openBrowser: async () => undefined,
      clock: systemClock,
      random: () => Buffer.alloc(32),
      log: createKeptLog(),
      detach: async () => undefined,
      forget: async () => ({ ok: true, value: {} }),
      onRemoval: () => undefined,
      onAccount: () => undefined,
      onConnecting: () => undefined,
    });
    const answer = await connect.createTestLead({ accountID: 'nobody' as never });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});
