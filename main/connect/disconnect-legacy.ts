/** Ends all tokens of a business at the legacy service, repeatably (conformance.md, E). v4 has no such call. */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Clock } from '../clock/clock.ts';
import { toStatusFailure } from '../http/status.ts';
import type { Done } from './account-book.ts';
import { joinPath, addParameters, sendOnce, sendWithRetries, parseBody } from './http-requests.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { buildBasicCredentials } from './token-endpoint.ts';

/** For each try; short because the professional waits. */
const timeoutMs = 5_000;

const statusesIfDisconnected = [404, 409, 410];

/**
 * Tries up to three times. Errors: `conflict` if `isWanted` becomes false, `connect_refused` if the
 * service refuses the client, `offline`, `timeout`, `forbidden`, `service_unavailable`,
 * `rate_limited`, `unexpected_answer`.
 * @param isWanted evaluated before each try, because the call would also end a newer grant
 */
export const disconnectLegacy = (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  businessID: string,
  isWanted: () => boolean,
): Promise<Answer<Done>> => {
  const address = addParameters(joinPath(profile.baseUrl, '/v2/disconnect-partner'), {
    business_pk: businessID,
  });
  const headers = { authorization: buildBasicCredentials(profile), accept: 'application/json' };
  return sendWithRetries(clock, async () => {
    if (!isWanted()) return fail('conflict', 'The business was connected again.');
    const response = await sendOnce(fetch, address, { method: 'POST', headers }, timeoutMs);
    if (!response.ok) return response;
    const { status } = response.value;
    if (statusesIfDisconnected.includes(status)) return succeed({});
    if (status === 400 || status === 401)
      return fail('connect_refused', 'The service refused to end the connection.', { status });
    if (status >= 300) return { ok: false, error: toStatusFailure(status) };
    // A firewall answers 202 with an empty body.
    const result = await parseBody(response.value);
    return result.ok ? succeed({}) : result;
  });
};
