/** Signs the id_token for clients with the `openid` scope. As in production, its issuer ends in a slash. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { findPerson, type SigningKey, type World } from '../world.ts';
import type { TokenPair } from './grants.ts';

export const keyID = 'sandbox';

/** The returned function generates the key on first use, because that is slow. */
export const createSigningKeySource = (): (() => SigningKey) => {
  let pair: SigningKey | undefined;
  return () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
};

export const getIssuer = ({ baseUrl }: World): string => `${baseUrl}/`;

const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** Creates a JSON Web Token, signed with RS256, with the lifetime of its access token. */
export const createIDToken = (
  world: World,
  { userID, scopes, expiresIn, nonce }: TokenPair,
): string => {
  const person = findPerson(world, userID);
  const issuedAt = Math.floor(world.clock.now() / 1000);
  const head = encode({ alg: 'RS256', typ: 'JWT', kid: keyID });
  const claims = encode({
    iss: getIssuer(world),
    sub: userID,
    aud: world.clients.v4.clientID,
    iat: issuedAt,
    exp: issuedAt + expiresIn,
    jti: randomUUID(),
    ...(nonce === undefined ? {} : { nonce }),
    ...(person && scopes.includes('email') ? { email: person.email, email_verified: true } : {}),
    ...(person &&
      scopes.includes('profile') && { given_name: person.firstName, family_name: person.lastName }),
  });
  const signature = sign(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    world.getSigningKey().privateKey,
  );
  return `${head}.${claims}.${signature.toString('base64url')}`;
};
