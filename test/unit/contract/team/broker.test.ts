import { describe, expect, it } from 'vitest';
import {
  brokerAccounts,
  brokerDisconnect,
  brokerDone,
  brokerExchange,
  brokerPaths,
  brokerToken,
  brokerTokenRequest,
} from '../../../../contract/team/broker.ts';

const service = { environment: 'production', interface: 'v4', clientId: 'client' };
const profile = {
  ...{ name: 'Somewhere', baseUrl: 'https://api.example.com', clientId: 'client-1' },
  ...{ environment: 'staging', interface: 'v4', broker: 'https://hub.example.com' },
  ...{ scopes: ['messages'], authorizeParams: {}, pkce: true },
  redirectUris: ['http://127.0.0.1:47813/callback'],
};
const exchange = {
  service,
  code: 'code',
  redirectUri: 'http://127.0.0.1:47813/callback',
  verifier: 'v'.repeat(43),
};

describe('the broker’s schemas', () => {
  it('accept the requests of a desktop', () => {
    expect(brokerExchange.parse(exchange)).toEqual(exchange);
    expect(brokerExchange.safeParse({ ...exchange, verifier: null }).success).toBe(true);
    expect(brokerTokenRequest.safeParse({ account: 'a-1_b', refused: null }).success).toBe(true);
    expect(brokerDisconnect.safeParse({ account: 'a' }).success).toBe(true);
    expect(new Set(Object.values(brokerPaths)).size).toBe(4);
  });

  it('refuse unknown fields, addresses of a service and ids that could be a path', () => {
    const tokenUrl = 'https://thief.example';
    for (const bad of [
      { ...exchange, tokenUrl },
      { ...exchange, service: { ...service, tokenUrl } },
    ])
      expect(brokerExchange.safeParse(bad).success).toBe(false);
    for (const account of ['', '../a', 'a.b', 'a'.repeat(65)])
      expect(brokerDisconnect.safeParse({ account }).success).toBe(false);
  });

  it('drop what a newer hub adds, and never carry a refresh token', () => {
    const token = { account: 'a', accessToken: 'secret', expiresIn: 3600, scopes: null };
    expect(brokerToken.parse({ ...token, refreshToken: 'r' })).toEqual(token);
    expect(brokerDone.parse({ more: 1 })).toEqual({});
    const account = {
      ...{ account: 'a', profile, userID: 'u', userName: 'Ana', email: '', scopes: ['messages'] },
      ...{ state: 'connected', connectedBy: 'ana', since: 1, connectedAt: 1 },
    };
    const newer = { ...account, profile: { ...profile, more: 1 }, more: 1 };
    const unknown = { ...account, state: 'resting' };
    expect(brokerAccounts.parse({ accounts: [unknown, newer] })).toEqual({ accounts: [account] });
  });

  it('refuse a token that would not fit into a header', () => {
    for (const accessToken of ['', 'a b', 'a\nb', 'é'])
      expect(
        brokerToken.safeParse({ account: 'a', accessToken, expiresIn: 1, scopes: null }).success,
      ).toBe(false);
  });
});
