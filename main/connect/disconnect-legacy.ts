/**
 * Tells the legacy service that a business is disconnected (service.md, E): it then removes every code
 * and token of the business, and the flow may begin again. Needs the client's own credentials and no
 * token, so it can be repeated as often as it fails. v4 has no such call (live-facts).
 */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Clock } from '../clock/clock.ts';
import { failureOfStatus } from '../http/status.ts';
import {
  addressBelow,
  addressWith,
  askOnce,
  askPatiently,
  readJson,
  type Fetch,
} from './answer-of-service.ts';
import { basicCredentials } from './token-endpoint.ts';

/** Milliseconds for one try: the professional waits for it. */
const timeout = 5_000;

/** Answers for a business that is not connected (any more): there is nothing left to do. */
const alreadyDone = [404, 409, 410];

/**
 * Disconnects a business, asking up to three times.
 *
 * @param isWanted asked before each try: the call would end a grant that began meanwhile as well
 * Errors: `conflict` once it is not wanted any more, `connect_refused` when the service refuses the
 * client, `offline`, `timeout`, `forbidden`, `service_unavailable`, `rate_limited`,
 * `unexpected_answer`.
 */
export const disconnectLegacy = (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  businessID: string,
  isWanted: () => boolean,
): Promise<Answer<Record<string, never>>> => {
  const address = addressWith(addressBelow(profile.baseUrl, '/v2/disconnect-partner'), {
    business_pk: businessID,
  });
  const headers = { authorization: basicCredentials(profile), accept: 'application/json' };
  return askPatiently(clock, async () => {
    if (!isWanted()) return fail('conflict', 'The business was connected anew.');
    const asked = await askOnce(fetch, address, { method: 'POST', headers }, timeout);
    if (!asked.ok) return asked;
    const { status } = asked.value;
    if (alreadyDone.includes(status)) return succeed({});
    if (status === 400 || status === 401) {
      return fail('connect_refused', 'The service refused to end the connection.', { status });
    }
    if (status >= 300) return { ok: false, error: failureOfStatus(status) };
    // A firewall's empty success is none (live-facts, Errors).
    const result = await readJson(asked.value);
    return result.ok ? succeed({}) : result;
  });
};
