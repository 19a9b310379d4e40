/**
 * Client of the legacy interface, v1 and v2 (conformance.md, C and D). The token endpoint and the
 * disconnect need the client's secret and belong to main/connect.
 */
import { fail, type Answer } from '../../../../../../contract/errors.ts';
import { openAccess, type ClientDependencies } from '../../../../platform/http/access.ts';
import { createCalls, escapeSegment } from '../../../../platform/http/calls.ts';
import { parse } from '../../../../platform/http/parse.ts';
import { createLegacyLookUp } from './lookup.ts';
import { accountInfo, messageStatus, type AccountInfo } from '../records.ts';

export type LegacyClient = ReturnType<typeof createLegacyClient>;

export const createLegacyClient = (dependencies: ClientDependencies) => {
  const access = openAccess(dependencies);
  const { baseUrl, stagingUrl = baseUrl, accountInfoPath, environment } = dependencies.profile;
  const base = new URL(baseUrl);
  const ask = access.createTransport(base);
  const { get } = createCalls(ask);
  const { submit } = createCalls(
    environment === 'staging' ? access.createTransport(new URL(stagingUrl)) : ask,
  );

  return {
    /**
     * Sends a message at most once; a staging service does not deliver it. After
     * `outcome_unknown`, `service_unavailable` and `unexpected_answer` the service may have the
     * message; after other errors it does not.
     * @param maySend evaluated right before the request; false answers `timeout` without one
     */
    sendMessage: (
      businessID: string,
      leadID: string,
      text: string,
      maySend?: () => boolean,
    ): Promise<Answer<{ readonly status: string }>> => {
      const name = 'legacy.messages.send';
      const path = `/v2/business/${escapeSegment(businessID)}/lead/${escapeSegment(leadID)}/message`;
      return submit(name, 'POST', path, { text }, messageStatus, 'person', maySend);
    },
    /** Fetches the owner of the token. `not_found` if the profile has no path for it. */
    fetchAccountInfo: async (): Promise<Answer<AccountInfo>> => {
      if (accountInfoPath === undefined)
        return fail('not_found', 'The service profile does not say where account info is.');
      const answer = await get('legacy.accountInfo', accountInfoPath, {}, 'background');
      return answer.ok ? parse(accountInfo, answer.value) : answer;
    },
    lookUp: createLegacyLookUp(ask, base, accountInfoPath),
    /** End of a pause that the service requested (429), by `clock.steady()`, or null. */
    pausedUntil: access.pausedUntil,
    close: access.close,
  };
};
