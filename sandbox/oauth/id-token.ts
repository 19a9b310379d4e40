/**
 * The id_token of clients that ask for `openid` (live facts, recorded in production): beside every
 * token answer, of a code and of a refresh. Its issuer ends in a slash.
 */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { personByID, type SigningKey, type World } from '../world.ts';
import type { TokenPair } from './grants.ts';

export const keyID = 'sandbox';

/** The key of this start; made when it is first needed, because making one takes a moment. */
export const createSigningKey = (): (() => SigningKey) => {
  let pair: SigningKey | undefined;
  return () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
};

export const issuerOf = ({ baseUrl }: World): string => `${baseUrl}/`;

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** A JSON Web Token, signed with RS256, that lives as long as its tokens. */
export const idToken = (world: World, { userID, scopes, expiresIn, nonce }: TokenPair): string => {
  const person = personByID(world, userID);
  const issuedAt = Math.floor(world.clock.now() / 1000);
  const head = part({ alg: 'RS256', typ: 'JWT', kid: keyID });
  const claims = part({
    iss: issuerOf(world),
    sub: userID,
    aud: world.clients.v4.clientID,
    iat: issuedAt,
    exp: issuedAt + expiresIn,
    jti: randomUUID(),
    ...(nonce === undefined ? {} : { nonce }),
    ...(person && scopes.includes('email') ? { email: person.email, email_verified: true } : {}),
    ...(person && scopes.includes('profile')
      ? { given_name: person.firstName, family_name: person.lastName }
      : {}),
  });
  const signature = sign('sha256', Buffer.from(`${head}.${claims}`), world.signingKey().privateKey);
  return `${head}.${claims}.${signature.toString('base64url')}`;
};
