/**
 * The legacy interface (v1 and v2) as typed functions: what an account of the old generation calls
 * (service.md, C and D; Versioning). Leads and messages are not read here: the service calls us for
 * them. The token endpoint and the disconnect need the client's secret and are main/connect's.
 */
import type { Dispatcher } from 'undici';
import { fail, type Answer } from '../../../../contract/errors.ts';
import type { PublicProfile } from '../../../../contract/profile.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Random } from '../../random.ts';
import { createBudget, requestsAMinute } from '../budget.ts';
import { createConnections } from '../exchange.ts';
import { createTransport, type TokenSource } from '../transport.ts';
import { createCalls, segment } from '../v4/calls.ts';
import { parse } from '../v4/records.ts';
import { lookupCalls, type LookupCalls } from './lookup.ts';
import { accountInfo, messageStatus, type AccountInfo } from './records.ts';

export type LegacyClient = {
  /**
   * POST a message to the lead's customer, once (service.md, C); with a staging profile at its
   * stagingUrl. A test client's message is only validated there, and nobody gets it.
   * `outcome_unknown`, `service_unavailable` and `unexpected_answer` leave open whether the service
   * has it; every other error means that it has not.
   */
  readonly sendMessage: (
    businessID: string,
    leadID: string,
    text: string,
  ) => Promise<Answer<{ readonly status: string }>>;
  /** GET whose token this is (service.md, D). `not_found` when the profile does not say where. */
  readonly accountInfo: () => Promise<Answer<AccountInfo>>;
  readonly lookup: LookupCalls;
  /** Until when the service wants no requests (429), UTC milliseconds, or null. */
  readonly pausedUntil: () => number | null;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
};

/** Makes the client of one legacy account. Its tokens come from `token`, for each request anew. */
export const createLegacyClient = (parts: {
  readonly profile: PublicProfile;
  readonly token: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Connections to use in place of the client's own. */
  readonly dispatcher?: Dispatcher;
}): LegacyClient => {
  const { profile, token, clock, random, log } = parts;
  const dispatcher = parts.dispatcher ?? createConnections();
  const budget = createBudget(clock, requestsAMinute(profile.environment));
  const over = (address: string) =>
    createTransport({ base: new URL(address), token, clock, random, log, dispatcher, budget });
  const { baseUrl, stagingUrl = baseUrl, accountInfoPath } = profile;
  const ask = over(baseUrl);
  const { get } = createCalls(ask);
  const { submit } = createCalls(profile.environment === 'staging' ? over(stagingUrl) : ask);

  return {
    sendMessage: (businessID, leadID, text) =>
      submit(
        'legacy.messages.send',
        'POST',
        `/v2/business/${segment(businessID)}/lead/${segment(leadID)}/message`,
        { text },
        messageStatus,
        'person',
      ),
    accountInfo: async () => {
      if (accountInfoPath === undefined) {
        return fail('not_found', 'The service profile does not say where account info is.');
      }
      const answer = await get('legacy.accountInfo', accountInfoPath, {}, 'background');
      return answer.ok ? parse(accountInfo, answer.value) : answer;
    },
    lookup: lookupCalls(ask),
    pausedUntil: budget.pausedUntil,
    close: () => dispatcher.close(),
  };
};
