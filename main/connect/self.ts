/**
 * Who a grant belongs to: `GET /api/v4/users/self` (service.md, I). Tolerant: only the id is needed,
 * and a grant without the scope for it still connects.
 */
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import {
  carefulFetch,
  failureOfStatus,
  noAnswerOf,
  readJson,
  type Fetch,
} from './answer-of-service.ts';
import { pause, type Clock } from '../clock/clock.ts';

export type Self = {
  /** Null when the grant does not let us know. */
  readonly userID: string | null;
  readonly userName: string;
  readonly email: string;
};

const unknownSelf: Self = { userID: null, userName: '', email: '' };
const text = z.string().max(300).catch('');
const userRecord = z.object({
  userID: z.union([z.string().min(1).max(200), z.number().int().transform(String)]),
  email: text,
  firstName: text,
  lastName: text,
});

/** Milliseconds before each repeat: a consent that was given must not be lost to one bad moment. */
const pauses = [1_000, 3_000] as const;

/**
 * Asks who signed in, up to three times. Errors: `offline`, `timeout`, `service_unavailable`,
 * `rate_limited`, `unexpected_answer`.
 */
export const fetchSelf = async (
  fetch: Fetch,
  clock: Clock,
  baseUrl: string,
  accessToken: string,
): Promise<Answer<Self>> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await askOnce(fetch, baseUrl, accessToken);
    const wait = pauses[tries];
    if (answer.ok || wait === undefined) return answer;
    await pause(clock, wait);
  }
};

const askOnce = async (
  fetch: Fetch,
  baseUrl: string,
  accessToken: string,
): Promise<Answer<Self>> => {
  let response: Response;
  try {
    response = await carefulFetch(fetch)(`${baseUrl.replace(/\/$/, '')}/api/v4/users/self`, {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    });
  } catch (error) {
    return { ok: false, error: noAnswerOf(error).error };
  }
  // A missing scope is 401 here, and a fresh token has no other reason for it (live-facts, Errors).
  if (response.status === 401 || response.status === 403) return succeed(unknownSelf);
  if (response.status !== 200) return { ok: false, error: failureOfStatus(response.status) };
  const json = await readJson(response);
  if (!json.ok) return json;
  const parsed = userRecord.safeParse(json.value);
  if (!parsed.success) {
    return fail('unexpected_answer', 'The service did not say who signed in.');
  }
  const { userID, email, firstName, lastName } = parsed.data;
  return succeed({ userID, email, userName: `${firstName} ${lastName}`.trim() });
};
