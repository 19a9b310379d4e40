/** Fetches the user (service.md, I: users/self) or legacy business (D: account info) of a grant. */
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Clock } from '../clock/clock.ts';
import { failureOfStatus } from '../http/status.ts';
import { addressBelow, askOnce, askPatiently, readJson, type Fetch } from './answer-of-service.ts';

export type Self = {
  /** The user or legacy business; null if the grant does not cover it. */
  readonly userID: string | null;
  readonly userName: string;
  readonly email: string;
  /** Granted scopes, if the service reports them here. */
  readonly scopes: readonly string[] | null;
};

/** A number can replace a text, and a list its only value (live-facts). */
const one = (value: unknown): unknown => {
  const first: unknown = [value].flat()[0];
  return typeof first === 'number' ? String(first) : first;
};
const text = z.preprocess(one, z.string().trim().max(300)).catch('');
const id = z.preprocess(one, z.string().trim().min(1).max(200));

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

/** A generation's request for the owner of a grant. */
type Question = {
  readonly address: URL | null;
  /** Statuses for a fresh token that does not cover the request. */
  readonly notCovered: readonly number[];
  readonly record: z.ZodType<Self>;
  readonly unknown: Self;
};

const questionFor = (profile: ServiceProfile): Question => {
  const nobody = { userID: null, email: '', scopes: null };
  const base = profile.baseUrl;
  if (profile.interface === 'v4') {
    return {
      address: addressBelow(base.replace(/\/api\/*$/, ''), '/api/v4/users/self'),
      // A missing scope is 401 in v4 (live-facts, Errors).
      notCovered: [401, 403],
      record: userRecord,
      unknown: { ...nobody, userName: '' },
    };
  }
  const path = profile.accountInfoPath;
  return {
    address: path === undefined ? null : addressBelow(base, path),
    notCovered: [403],
    record: accountInfo,
    unknown: { ...nobody, userName: profile.name },
  };
};

/** Errors: `offline`, `timeout`, `service_unavailable`, `rate_limited`, `unexpected_answer`. */
export const fetchSelf = async (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  accessToken: string,
): Promise<Answer<Self>> => {
  const question = questionFor(profile);
  const { address } = question;
  if (address === null) return succeed(question.unknown);
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  return askPatiently(clock, async () => {
    const asked = await askOnce(fetch, address, { headers });
    return asked.ok ? selfIn(asked.value, question) : asked;
  });
};

const selfIn = async (
  response: Response,
  { notCovered, record, unknown }: Question,
): Promise<Answer<Self>> => {
  if (notCovered.includes(response.status)) return succeed(unknown);
  if (response.status !== 200) return { ok: false, error: failureOfStatus(response.status) };
  const json = await readJson(response);
  if (!json.ok) return json;
  const parsed = record.safeParse(json.value);
  return parsed.success
    ? succeed(parsed.data)
    : fail('unexpected_answer', 'The service did not say who signed in.');
};
