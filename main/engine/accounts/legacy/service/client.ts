/**
 * The legacy interface (v1 and v2) as typed functions: what an account of the old generation calls
 * (service.md, C and D; Versioning). Leads and messages are not read here: the service calls us for
 * them. The token endpoint and the disconnect need the client's secret and are main/connect's.
 */
import { fail, type Answer } from '../../../../../contract/errors.ts';
import { openAccess, type ClientDependencies } from '../../../platform/http/access.ts';
import { createCalls, segment } from '../../../platform/http/calls.ts';
import { parse } from '../../../platform/http/parse.ts';
import type { LookUp } from '../../look-up.ts';
import { lookUpAt } from './lookup.ts';
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
  readonly lookUp: LookUp;
  /** Until when the service wants no requests (429), by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
};

/** Makes the client of one legacy account. */
export const createLegacyClient = (dependencies: ClientDependencies): LegacyClient => {
  const access = openAccess(dependencies);
  const { baseUrl, stagingUrl = baseUrl, accountInfoPath, environment } = dependencies.profile;
  const base = new URL(baseUrl);
  const ask = access.to(base);
  const { get } = createCalls(ask);
  const { submit } = createCalls(environment === 'staging' ? access.to(new URL(stagingUrl)) : ask);

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
    lookUp: lookUpAt(ask, base, accountInfoPath),
    pausedUntil: access.pausedUntil,
    close: access.close,
  };
};
