/** The broker: stores client secrets and refresh tokens, and issues access tokens (contract/team/broker.ts). */
import type { FastifyInstance } from 'fastify';
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { Failure } from '../contract/errors.ts';
import {
  brokerDisconnect,
  brokerErrors,
  brokerExchange,
  brokerPaths,
  brokerTokenRequest,
  type brokerAccounts,
  type BrokerErrorCode,
  type brokerToken,
} from '../contract/team/broker.ts';
import type { ServiceProfile } from '../contract/profile.ts';
import { disconnectLegacy } from '../main/connect/disconnect-legacy.ts';
import { fetchSelf } from '../main/connect/self.ts';
import type { Fetch } from '../main/http/bounded-fetch.ts';
import type { Log } from '../main/log/log.ts';
import type { HubConfig } from './config.ts';
import { toTokenFields, type GrantRecord, type Grants } from './grants.ts';
import type { HubKeys } from './keys.ts';
import { createSignedRoutes, type Refusal, type SignedDependencies } from './signed.ts';
import { limitWait } from './limit-wait.ts';

/** Seconds. */
const minLifetime = 1;
const maxLifetime = 3_600;
const retryAfterSeconds = 5;
/** Milliseconds after which a request for a token fails; the refresh continues. */
const patienceMs = 20_000;

/** The broker's codes for failures; all others are `service_unavailable`. */
const codes: Partial<Record<Failure['code'], BrokerErrorCode>> = {
  not_found: 'unknown_account',
  reconnect_needed: 'reconnect_needed',
  connect_refused: 'connect_refused',
  rate_limited: 'rate_limited',
  forbidden: 'forbidden',
  unexpected_answer: 'unexpected_answer',
};

const toRefusal = ({ code, detail }: Failure): Refusal<BrokerErrorCode> => {
  const refused = codes[code] ?? 'service_unavailable';
  return {
    refused,
    ...(refused === 'connect_refused' && detail !== undefined && { detail }),
    ...(refused === 'rate_limited' && { after: retryAfterSeconds }),
  };
};

/** Returns a profile for members: without secrets, and with this hub as the broker. */
const toPublicProfile = (
  { clientSecret: _secret, staging: _staging, tokenUrl: _tokenUrl, ...profile }: ServiceProfile,
  broker: string,
): ServiceProfile => ({ ...profile, broker });

const getConnectedAt = ({ connectedAt, since }: GrantRecord): number => connectedAt ?? since;

export const addBroker = (
  app: FastifyInstance,
  dependencies: SignedDependencies & {
    readonly grants: Grants;
    readonly keys: HubKeys;
    readonly config: HubConfig;
    readonly log: Log;
    readonly fetch: Fetch;
    /** Notifies the desktops of a team that its accounts have changed. */
    readonly announce: (team: string) => void;
  },
): void => {
  const { grants, keys, config, clock, log, fetch, announce } = dependencies;
  const routes = createSignedRoutes<BrokerErrorCode>(app, dependencies, brokerErrors);

  const toToken = (account: string, grant: GrantRecord): z.infer<typeof brokerToken> => {
    const left = Math.floor((grant.expires - clock.now()) / 1000);
    return {
      account,
      accessToken: grant.accessToken,
      expiresIn: Math.min(Math.max(left, minLifetime), maxLifetime),
      scopes: grant.scopes,
    };
  };

  /** The id of an account: the same user of the same service always has the same one. */
  const deriveAccountID = ({ service, userID }: GrantRecord, baseUrl: string): string =>
    createHmac('sha256', keys.grants)
      .update(JSON.stringify(['account', baseUrl, service.interface, userID ?? service.clientId]))
      .digest('base64url')
      .slice(0, 24);

  routes.owner(
    { path: brokerPaths.exchange, body: brokerExchange },
    async (body, { team, person }) => {
      const { service, code, redirectUri, verifier } = body;
      const profile = grants.findProfile(service);
      if (profile === null) return { refused: 'unknown_service' };
      const exchanged = await grants
        .createGrant(profile)
        .exchange({ code, redirectUri, verifier: verifier ?? '' });
      if (!exchanged.ok) return toRefusal(exchanged.error);
      const tokens = exchanged.value;
      const self = await fetchSelf(fetch, clock, profile, tokens.accessToken);
      if (!self.ok) return toRefusal(self.error);
      const { userID, userName, email, scopes } = self.value;
      const now = clock.now();
      const grant: GrantRecord = {
        ...{ service, userID, userName, email, state: 'connected', since: now },
        connectedBy: person,
        scopes: tokens.scopes ?? scopes ?? profile.scopes,
        refreshToken: tokens.refreshToken,
        ...toTokenFields(tokens, now),
      };
      const account = deriveAccountID(grant, profile.baseUrl);
      const before = (await grants.read(team, account))?.value;
      const connectedAt = before === undefined ? now : getConnectedAt(before);
      await grants.put(team, account, { ...grant, connectedAt });
      log.info({ team }, 'an account was connected');
      announce(team);
      return toToken(account, grant);
    },
  );

  routes.member({ path: brokerPaths.token, body: brokerTokenRequest }, async (body, { team }) => {
    const { account, refused } = body;
    const token = grants.accessToken(team, account, refused);
    const answer = await limitWait(clock, patienceMs, token, null);
    if (answer === null) return { refused: 'service_unavailable' };
    return answer.ok ? toToken(account, answer.value) : toRefusal(answer.error);
  });

  routes.owner({ path: brokerPaths.disconnect, body: brokerDisconnect }, async (body, { team }) => {
    const stored = await grants.read(team, body.account);
    if (stored === null) return { refused: 'unknown_account' };
    const { value } = stored;
    const profile = grants.findProfile(value.service);
    if (profile?.interface === 'legacy' && value.userID !== null && value.state === 'connected') {
      const ended = await disconnectLegacy(fetch, clock, profile, value.userID, () => true);
      if (!ended.ok) return toRefusal(ended.error);
    }
    const noTokens = { accessToken: '', refreshToken: null, expires: 0, refreshing: null };
    const ended = { state: 'disconnected', since: clock.now() } as const;
    await grants.put(team, body.account, { ...value, ...noTokens, ...ended });
    log.info({ team }, 'an account was disconnected');
    announce(team);
    return {};
  });

  routes.member({ path: brokerPaths.accounts, body: null }, async (_body, { team }) => {
    const accounts = (await grants.list(team)).flatMap((grant) => {
      const profile = grants.findProfile(grant.service);
      if (profile === null) return [];
      const { account, userID, userName, email, scopes, state, connectedBy, since } = grant;
      return {
        ...{ account, userID, userName, email, scopes, state, connectedBy, since },
        connectedAt: getConnectedAt(grant),
        profile: toPublicProfile(profile, config.address),
      };
    });
    return { accounts } satisfies z.infer<typeof brokerAccounts>;
  });
};
