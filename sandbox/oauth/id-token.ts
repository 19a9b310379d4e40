/**
 * Says in an id_token who signed in, for clients that ask for `openid` (live facts, recorded in
 * production): beside every token answer, of a code and of a refresh. Its issuer ends in a slash.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { personByID, type World } from '../world.ts';
import type { TokenPair } from './grants.ts';

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** A JSON Web Token, signed with the client's secret (HS256), that lives as long as its tokens. */
export const idToken = (world: World, { userID, scopes, expiresIn }: TokenPair): string => {
  const { clientID, clientSecret } = world.clients.v4;
  const person = personByID(world, userID);
  const issuedAt = Math.floor(world.clock.now() / 1000);
  const head = part({ alg: 'HS256', typ: 'JWT' });
  const claims = part({
    iss: `${world.baseUrl}/`,
    sub: userID,
    aud: clientID,
    iat: issuedAt,
    exp: issuedAt + expiresIn,
    jti: randomUUID(),
    ...(person && scopes.includes('email') ? { email: person.email, email_verified: true } : {}),
    ...(person && scopes.includes('profile')
      ? { given_name: person.firstName, family_name: person.lastName }
      : {}),
  });
  const signature = createHmac('sha256', clientSecret).update(`${head}.${claims}`);
  return `${head}.${claims}.${signature.digest('base64url')}`;
};
