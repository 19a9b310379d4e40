/** The grant of a profile with a broker: consent here, but code, refresh token and client secret at the hub. */
import type { z } from 'zod';
import { succeed } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { brokerToken } from '../../contract/team/broker.ts';
import type { Broker } from './broker.ts';
import { buildAuthorizeAddressLegacy } from './grant-legacy.ts';
import { buildAuthorizeAddressV4 } from './grant-v4.ts';
import type { Grant, Tokens } from './grant.ts';

export const createGrantBrokered = (
  profile: ServiceProfile,
  address: string,
  broker: Broker,
): Grant => {
  const { environment, clientId } = profile;
  const service = { environment, interface: profile.interface, clientId };
  const usesPKCE = profile.interface === 'v4' && profile.pkce;
  const toTokens = ({ account, ...issued }: z.infer<typeof brokerToken>): Tokens => ({
    ...issued,
    refreshToken: null,
    brokerAccount: account,
  });
  return {
    tokenAddress: new URL(address).href,
    graceMs: 0,
    buildAuthorizeAddress: (request) =>
      profile.interface === 'v4'
        ? buildAuthorizeAddressV4(profile, request)
        : buildAuthorizeAddressLegacy(profile, request),
    exchange: async ({ code, redirectUri, verifier }) => {
      const answer = await broker.exchange({
        service,
        code,
        redirectUri,
        verifier: usesPKCE ? verifier : null,
      });
      return answer.ok ? succeed(toTokens(answer.value)) : answer;
    },
    refresh: async (account, refused = null) => {
      const answer = await broker.fetchToken({ account, refused });
      if (answer.ok) return { result: 'tokens', tokens: toTokens(answer.value) };
      const { error } = answer;
      const isDead = error.code === 'not_in_team' || error.code === 'owner_needed';
      return { result: isDead ? 'dead' : 'failed', error };
    },
  };
};
