/** Codes, grants and tokens of both generations, whose endpoints have their own errors for invalid ones. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Code, Generation, Grant } from '../state.ts';
import type { Client, World } from '../world.ts';

const second = 1000;
const day = 86_400 * second;

/** Milliseconds (conformance.md, Environments and OAuth 2.0, and Limits). */
const codeLifetime = 300 * second;
const accessLifetime = 3600 * second;
/** Reuse of a code, or of a refresh token after its grace period, revokes the whole grant of v4. */
const refreshRules: Readonly<
  Record<
    Generation,
    { readonly lifetime: number; readonly grace: number; readonly revokesOnReuse: boolean }
  >
> = {
  v4: { lifetime: 180 * day, grace: 60 * second, revokesOnReuse: true },
  legacy: { lifetime: 30 * day, grace: 10 * second, revokesOnReuse: false },
};

export type TokenPair = {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly scopes: readonly string[];
  readonly userID: string;
  /** From the authorization request; absent after a refresh. */
  readonly nonce?: string;
  /** Missing when the professional did not allow offline access (v4). */
  readonly refreshToken?: string;
};

export type Access = {
  readonly client: Client;
  readonly grant: Grant;
};

const createToken = () => randomBytes(32).toString('base64url');

export const issueCode = (
  world: World,
  client: Client,
  allowed: Omit<Code, 'clientID' | 'expiresAt' | 'grantID'>,
): string => {
  const code = createToken();
  world.state.codes[code] = {
    ...allowed,
    clientID: client.clientID,
    expiresAt: world.clock.now() + codeLifetime,
  };
  return code;
};

/** Exchanges a code for tokens; undefined for an invalid code (invalid_grant). */
export const exchangeCode = (
  world: World,
  client: Client,
  request: {
    readonly code: string;
    readonly redirectURI: string;
    readonly verifier?: string | undefined;
  },
): TokenPair | undefined => {
  const code = world.state.codes[request.code];
  if (!code || code.clientID !== client.clientID) return undefined;
  if (code.grantID) {
    if (refreshRules[client.generation].revokesOnReuse) revokeGrant(world, code.grantID);
    return undefined;
  }
  if (code.expiresAt <= world.clock.now() || code.redirectURI !== request.redirectURI)
    return undefined;
  if (!isVerified(code.challenge, request.verifier)) return undefined;
  const { clientID, userID, businessID, scopes, nonce } = code;
  code.grantID = randomUUID();
  world.state.grants[code.grantID] = {
    clientID,
    userID,
    scopes,
    ...(businessID ? { businessID } : {}),
    dead: false,
  };
  return { ...issueTokens(world, client, code.grantID), ...(nonce ? { nonce } : {}) };
};

/** Exchanges a refresh token for new tokens; undefined for an invalid one (invalid_grant). */
export const refreshGrant = (
  world: World,
  client: Client,
  token: string,
): TokenPair | undefined => {
  const now = world.clock.now();
  const refresh = world.state.refreshTokens[token];
  const grant = refresh && world.state.grants[refresh.grantID];
  if (!grant || grant.clientID !== client.clientID) return undefined;
  const { grace, revokesOnReuse } = refreshRules[client.generation];
  if (refresh.usedAt !== undefined) {
    world.state.stats.tokens.reused++;
    if (now - refresh.usedAt > grace) {
      if (revokesOnReuse) revokeGrant(world, refresh.grantID);
      return undefined;
    }
  }
  if (grant.dead || refresh.expiresAt <= now) return undefined;
  refresh.usedAt ??= now;
  world.state.stats.tokens.refreshed++;
  return issueTokens(world, client, refresh.grantID);
};

/** Finds the grant of an access token; undefined if it is unknown, expired or revoked. */
export const findAccess = (world: World, token: string): Access | undefined => {
  const access = world.state.accessTokens[token];
  const grant = access && world.state.grants[access.grantID];
  if (!grant || grant.dead || access.expiresAt <= world.clock.now()) return undefined;
  const client = Object.values(world.clients).find(({ clientID }) => clientID === grant.clientID);
  return client && { client, grant };
};

/** Deletes all codes and revokes all tokens of the user in both generations. */
export const revokeUser = (world: World, userID: string): void => {
  revokeMatching(world, (record) => record.userID === userID);
};

/** Deletes all codes and revokes all tokens of the client for the business. */
export const disconnectBusiness = (world: World, client: Client, businessID: string): void => {
  revokeMatching(
    world,
    (record) => record.clientID === client.clientID && record.businessID === businessID,
  );
};

const revokeMatching = (world: World, isMatch: (record: Code | Grant) => boolean): void => {
  for (const grant of Object.values(world.state.grants)) if (isMatch(grant)) grant.dead = true;
  for (const [code, record] of Object.entries(world.state.codes))
    if (isMatch(record)) delete world.state.codes[code];
};

const revokeGrant = (world: World, grantID: string): void => {
  const grant = world.state.grants[grantID];
  if (grant) grant.dead = true;
};

/** Checks PKCE S256. A verifier without a challenge is refused too. */
const isVerified = (challenge: string | undefined, verifier: string | undefined): boolean => {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
};

const issueTokens = (world: World, client: Client, grantID: string): TokenPair => {
  const { accessTokens, refreshTokens, stats } = world.state;
  const now = world.clock.now();
  const { scopes = [], userID = '' } = world.state.grants[grantID] ?? {};
  const accessToken = createToken();
  accessTokens[accessToken] = { grantID, expiresAt: now + accessLifetime };
  removeExpired(world, now);
  stats.tokens.issued++;
  const pair = { accessToken, expiresIn: accessLifetime / 1000, scopes, userID };
  if (client.generation === 'v4' && !scopes.includes('offline_access')) return pair;
  const refreshToken = createToken();
  refreshTokens[refreshToken] = {
    grantID,
    expiresAt: now + refreshRules[client.generation].lifetime,
  };
  return { ...pair, refreshToken };
};

/** Removes expired tokens, and codes and grants that are of no use without them. */
const removeExpired = ({ state }: World, now: number): void => {
  const { codes, grants, accessTokens, refreshTokens } = state;
  for (const tokens of [accessTokens, refreshTokens])
    for (const [token, { expiresAt }] of Object.entries(tokens))
      if (expiresAt <= now) delete tokens[token];
  const usable = new Set(
    [...Object.values(accessTokens), ...Object.values(refreshTokens)].map((each) => each.grantID),
  );
  // A legacy grant connects its business even when its tokens have expired.
  for (const [grantID, { dead, businessID }] of Object.entries(grants))
    if (!usable.has(grantID) && (dead || businessID === undefined)) delete grants[grantID];
  for (const [code, { expiresAt, grantID = '' }] of Object.entries(codes))
    if (expiresAt <= now && !(grantID in grants)) delete codes[code];
};
