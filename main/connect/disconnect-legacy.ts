/**
 * Disconnects a business at the legacy service (service.md, E), which then revokes all its codes
 * and tokens. The call needs only the client's credentials, so it can be repeated. v4 has no such
 * call (live-facts).
 */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Clock } from '../clock/clock.ts';
import { failureOfStatus } from '../http/status.ts';
import type { Done } from './account-book.ts';
import {
  addressBelow,
  addressWith,
  askOnce,
  askPatiently,
  readJson,
  type Fetch,
} from './answer-of-service.ts';
import { basicCredentials } from './token-endpoint.ts';

/** Milliseconds for each try; the professional waits for it. */
const timeout = 5_000;

const alreadyDone = [404, 409, 410];

/**
 * Tries up to three times. Errors: `conflict` once it is no longer wanted, `connect_refused` if the
 * service refuses the client, `offline`, `timeout`, `forbidden`, `service_unavailable`,
 * `rate_limited`, `unexpected_answer`.
 * @param isWanted evaluated before each try: the call would also end a grant that began meanwhile
 */
export const disconnectLegacy = (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  businessID: string,
  isWanted: () => boolean,
): Promise<Answer<Done>> => {
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
    if (status === 400 || status === 401)
      return fail('connect_refused', 'The service refused to end the connection.', { status });
    if (status >= 300) return { ok: false, error: failureOfStatus(status) };
    // An empty success is a firewall's (live-facts, Errors).
    const result = await readJson(asked.value);
    return result.ok ? succeed({}) : result;
  });
};
