/** OpenID discovery: issuer, endpoints and signing key. */
import type { FastifyInstance } from 'fastify';
import { identityScopes, v4Scopes, type World } from '../world.ts';
import { authorizePath } from './authorize.ts';
import { getIssuer, keyID } from './id-token.ts';
import { tokenPath } from './token.ts';

const keysPath = '/.well-known/jwks.json';

export const addOpenID = (app: FastifyInstance, world: World): void => {
  app.get('/.well-known/openid-configuration', async () => ({
    issuer: getIssuer(world),
    authorization_endpoint: world.baseUrl + authorizePath,
    token_endpoint: world.baseUrl + tokenPath,
    jwks_uri: world.baseUrl + keysPath,
    scopes_supported: [...identityScopes, ...v4Scopes],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  }));
  app.get(keysPath, async () => {
    const { publicKey } = world.getSigningKey();
    const key = publicKey.export({ format: 'jwk' });
    return { keys: [{ ...key, kid: keyID, use: 'sig', alg: 'RS256' }] };
  });
};
