/**
 * A service with a third-party authorization server: oidc-provider in strict mode (PKCE S256 required, refresh
 * tokens rotate, and reuse revokes the grant). The test answers the consent page. The API is one path,
 * users/self, which validates the token at the authorization server.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { ServiceProfile } from '../../../../contract/profile.ts';
import { findFreePort } from '../../../ports.ts';

const audience = 'urn:partner-api';
const apiScopes = ['supply::users.read', 'supply::messages.read'];

export type OidcService = {
  readonly profile: ServiceProfile;
  /** Completes login and consent like a browser; returns the final address. */
  readonly browse: (page: string, decision: 'allow' | 'deny') => Promise<string>;
  /** Status of users/self with this token. */
  readonly callSelf: (token: string) => Promise<number>;
  /** Forms sent to the token endpoint, oldest first. */
  readonly exchanges: readonly Readonly<Record<string, string>>[];
  readonly close: () => Promise<void>;
};

export const startOidcService = async (): Promise<OidcService> => {
  const client = { id: 'client-1', secret: randomBytes(24).toString('hex') };
  const redirectUri = `http://127.0.0.1:${await findFreePort()}/callback`;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  // The real service's issuer ends in a slash.
  const provider = new Provider(`${origin}/`, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['client_secret_basic'],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', alg: 'ES256' }] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    scopes: ['openid', 'offline_access'],
    claims: { email: ['email'], profile: ['name'] },
    extraParams: ['audience'],
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: apiScopes.join(' '),
          audience,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    ttl: {
      ...{ AccessToken: 3600, AuthorizationCode: 300, RefreshToken: 180 * 86_400 },
      ...{ Grant: 180 * 86_400, Interaction: 300, Session: 300 },
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    routes: { authorization: '/oauth2/auth', token: '/oauth2/token' },
  });
  const exchanges: Record<string, string>[] = [];
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/oauth2/token') {
      exchanges.push({ ...(context['oidc'] as { body?: Record<string, string> }).body });
    }
  });

  /** The login and consent page; the test sends its decision in a header. */
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const finish = (result: Parameters<typeof provider.interactionFinished>[2]) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    if (prompt.name === 'login') return finish({ login: { accountId: 'user-7' } });
    if (request.headers['x-decision'] === 'deny') return finish({ error: 'access_denied' });
    const accountId = session?.accountId ?? '';
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email profile offline_access');
    grant.addResourceScope(audience, apiScopes.join(' '));
    return finish({ consent: { grantId: await grant.save() } });
  };

  const self = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const found = await provider.AccessToken.find(token);
    if (found?.aud !== audience) return void response.writeHead(401).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    const names = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
    response.end(JSON.stringify({ userID: found.accountId, ...names }));
  };

  const authorize = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    if (path.startsWith('/interaction/')) void interact(request, response);
    else if (path === '/api/v4/users/self') void self(request, response);
    else void authorize(request, response);
  });

  return {
    profile: {
      name: 'Somebody else’s server',
      environment: 'sandbox',
      interface: 'v4',
      baseUrl: origin,
      authorizeUrl: `${origin}/oauth2/auth`,
      tokenUrl: `${origin}/oauth2/token`,
      clientId: client.id,
      clientSecret: client.secret,
      scopes: ['offline_access', ...apiScopes],
      authorizeParams: { audience, resource: audience },
      pkce: true,
      redirectUris: [redirectUri],
    },
    browse: async (page, decision) => {
      const cookies = new Map<string, string>();
      let address = page;
      for (let steps = 0; steps < 20 && !address.startsWith(`${redirectUri}?`); steps += 1) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const headers = { cookie, 'x-decision': decision };
        const answer = await fetch(address, { headers, redirect: 'manual' });
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const next = answer.headers.get('location');
        if (next === null) throw new Error(`${answer.status} ${await answer.text()}`);
        address = new URL(next, address).href;
      }
      return address;
    },
    callSelf: async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${origin}/api/v4/users/self`, { headers })).status;
    },
    exchanges,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
