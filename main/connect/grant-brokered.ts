/** The grant of a profile with a broker: consent here, but code, refresh token and client secret at the hub. */
import type { z } from 'zod';
import { succeed } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { brokerToken } from '../../contract/team/broker.ts';
import type { Broker } from './broker.ts';
import { authorizeAddressLegacy } from './grant-legacy.ts';
import { authorizeAddressV4 } from './grant-v4.ts';
import type { Grant, Tokens } from './grant.ts';

export const createGrantBrokered = (
  profile: ServiceProfile,
  address: string,
  broker: Broker,
): Grant => {
  const { environment, clientId } = profile;
  const service = { environment, interface: profile.interface, clientId };
  const usesPKCE = profile.interface === 'v4' && profile.pkce;
  const tokensOf = ({ account, ...issued }: z.infer<typeof brokerToken>): Tokens => ({
    ...issued,
    refreshToken: null,
    brokerAccount: account,
  });
  return {
    tokenAddress: new URL(address).href,
    graceMs: 0,
    authorizeAddress: (request) =>
      profile.interface === 'v4'
        ? authorizeAddressV4(profile, request)
        : authorizeAddressLegacy(profile, request),
    exchange: async ({ code, redirectUri, verifier }) => {
      const answer = await broker.exchange({
        service,
        code,
        redirectUri,
        verifier: usesPKCE ? verifier : null,
      });
      return answer.ok ? succeed(tokensOf(answer.value)) : answer;
    },
    refresh: async (account, refused = null) => {
      const answer = await broker.token({ account, refused });
      if (answer.ok) return { result: 'tokens', tokens: tokensOf(answer.value) };
      const { error } = answer;
      const isDead = error.code === 'not_in_team' || error.code === 'owner_needed';
      return { result: isDead ? 'dead' : 'failed', error };
    },
  };
};
