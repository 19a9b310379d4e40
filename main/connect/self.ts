/** Fetches the owner of a grant: the user (`users/self`), or the legacy business (account info). */
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Clock } from '../clock/clock.ts';
import { toStatusFailure } from '../http/status.ts';
import { joinPath, sendOnce, sendWithRetries, parseBody } from './http-requests.ts';
import type { Fetch } from '../http/bounded-fetch.ts';

type Self = {
  /** The user or legacy business; null if the grant does not cover it. */
  readonly userID: string | null;
  readonly userName: string;
  readonly email: string;
  /** Granted scopes, if the service reports them here. */
  readonly scopes: readonly string[] | null;
};

/** The service sends some texts as numbers, and some values in a list. */
const pickFirstValue = (value: unknown): unknown => {
  const first: unknown = [value].flat()[0];
  return typeof first === 'number' ? String(first) : first;
};
const text = z.preprocess(pickFirstValue, z.string().trim().max(300)).catch('');
const id = z.preprocess(pickFirstValue, z.string().trim().min(1).max(200));

const userRecord = z
  .object({ userID: id, email: text, firstName: text, lastName: text })
  .transform(({ userID, email, firstName, lastName }): Self => ({
    userID,
    email,
    userName: `${firstName} ${lastName}`.trim(),
    scopes: null,
  }));

const accountInfo = z
  .object({
    business_pk: id,
    business_name: text,
    scope: z.array(z.string()).min(1).nullable().catch(null),
  })
  .transform(({ business_pk, business_name, scope }): Self => ({
    userID: business_pk,
    email: '',
    userName: business_name,
    scopes: scope,
  }));

/** Builds the request for the owner. `notCovered` lists the statuses of a grant that does not cover it. */
const buildOwnerRequest = (profile: ServiceProfile) => {
  const unknown: Self = { userID: null, email: '', userName: '', scopes: null };
  const { baseUrl, accountInfoPath: path } = profile;
  if (profile.interface === 'v4') {
    const address = joinPath(baseUrl.replace(/\/api\/*$/, ''), '/api/v4/users/self');
    // v4 answers 401 when a scope is missing.
    return { address, notCovered: [401, 403], record: userRecord, unknown };
  }
  return {
    address: path === undefined ? null : joinPath(baseUrl, path),
    notCovered: [403],
    record: accountInfo,
    unknown: { ...unknown, userName: profile.name },
  };
};

/** Fetches the owner of a grant, with retries. Errors: those of `sendOnce`, `toStatusFailure` and `parseBody`. */
export const fetchSelf = async (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  accessToken: string,
): Promise<Answer<Self>> => {
  const { address, notCovered, record, unknown } = buildOwnerRequest(profile);
  if (address === null) return succeed(unknown);
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  return sendWithRetries<Self>(clock, async () => {
    const response = await sendOnce(fetch, address, { headers });
    if (!response.ok) return response;
    const { status } = response.value;
    if (notCovered.includes(status)) return succeed(unknown);
    if (status !== 200) return { ok: false, error: toStatusFailure(status) };
    const json = await parseBody(response.value);
    if (!json.ok) return json;
    const parsed = record.safeParse(json.value);
    return parsed.success
      ? succeed(parsed.data)
      : fail('unexpected_answer', 'The service did not say who signed in.');
  });
};
