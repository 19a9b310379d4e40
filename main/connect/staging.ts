/**
 * Asks the staging service for a test lead (service.md, Endpoints F). The test credentials of the
 * profile are used here and nowhere else: they are in no answer, no error and no log, and follow no
 * redirect. A production profile is never asked with.
 */
import { z } from 'zod';
import { longestTestLead, type StagingCall } from '../../contract/commands/staging.ts';
import { fail, succeed, type Answer, type ErrorCode, type Failure } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Account } from '../../contract/accounts.ts';
import type { Clock } from '../clock/clock.ts';
import { redact } from '../log/redact.ts';
import { readJSON } from '../http/json.ts';
import { codeOf, failureOf } from '../http/status.ts';
import {
  addressBelow,
  carefulFetch,
  noAnswerOf,
  withoutSecrets,
  type Fetch,
} from './answer-of-service.ts';

const path = '/v1/test/create-lead';

/** Paths appear with and without `/api` and are the same thing (live-facts, Environments). */
const placeOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/(\/api)?\/*$/, '');
};

/** A legacy staging account sends its replies to the stagingUrl (service.md, C); v4 knows one host. */
const worksOnStaging = (profile: ServiceProfile): boolean =>
  profile.stagingUrl === undefined ||
  placeOf(profile.stagingUrl) === placeOf(profile.baseUrl) ||
  (profile.interface === 'legacy' && profile.environment === 'staging');

/** Where an account of this profile creates test leads, as the screen is told; or nothing. */
export const stagingOf = (profile: ServiceProfile): Pick<Account, 'staging'> =>
  profile.environment === 'production' || profile.staging === undefined
    ? {}
    : {
        staging: {
          address: placeOf(profile.stagingUrl ?? profile.baseUrl).replace(/^https?:\/\//, ''),
          isOwn: worksOnStaging(profile),
        },
      };

const text = z.string().optional().catch(undefined);
const id = z
  .union([z.string().trim().min(1).max(200), z.int().nonnegative().transform(String)])
  .optional()
  .catch(undefined);
const named = z.object({ businessID: id, name: text }).optional().catch(undefined);

/** The test lead as far as it is needed here, and whatever an error body may say. */
const answerBody = z.object({
  leadID: id,
  business: named,
  customer: named,
  detail: text,
  error_description: text,
  message: text,
  title: text,
  error: text,
  traceID: text,
});

const bodyOf = (body: string): z.infer<typeof answerBody> =>
  answerBody.safeParse(readJSON(body)).data ?? {};

/** What is said otherwise here: there is no sign-in, and what is asked for is no record. */
const meanings: Partial<Record<ErrorCode, Failure>> = {
  reconnect_needed: {
    code: 'connect_refused',
    message: 'The staging service refused the test credentials.',
  },
  gone: {
    code: 'not_found',
    message: 'The staging service knows no such business or endpoint.',
  },
};

/** What an answer that brings no test lead means. */
const refusalOf = (status: number, body: z.infer<typeof answerBody>): Failure => {
  const { detail, error_description, message, title, error, traceID } = body;
  const said = detail ?? error_description ?? message ?? title ?? error;
  const code = codeOf(status);
  return {
    ...(meanings[code] ?? failureOf(code)),
    status,
    ...(said !== undefined && said !== '' && { detail: said.slice(0, 500) }),
    ...(traceID !== undefined && traceID !== '' && { traceID: traceID.slice(0, 200) }),
  };
};

const outcomeOf = (status: number, text: string): StagingCall['outcome'] => {
  const body = bodyOf(text);
  const { leadID, business, customer } = body;
  if (status < 200 || status >= 300 || leadID === undefined) {
    return { state: 'refused', error: refusalOf(status, body) };
  }
  return {
    state: 'created',
    leadID,
    businessID: business?.businessID ?? null,
    businessName: business?.name ?? '',
    customerName: customer?.name ?? '',
  };
};

/**
 * Asks for a test lead, once; a repeat would make another.
 *
 * @param businessID for whom the lead is; null has the service make a dummy business
 *
 * Errors: `forbidden` for a production profile, `not_found` for one without test credentials. What
 * the service refused is an outcome: `connect_refused` (401), `forbidden`, `not_found`, `conflict`,
 * `rejected`, `rate_limited`, `service_unavailable`, `unexpected_answer` (a redirect, an empty or too
 * large body, anything that is no test lead), `timeout`, `offline`, or `outcome_unknown` when the
 * connection ended before the answer.
 */
export const createTestLead = async (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  businessID: string | null,
): Promise<Answer<StagingCall>> => {
  if (profile.environment === 'production') {
    return fail('forbidden', 'Test leads are never created with a production profile.');
  }
  if (profile.staging === undefined) {
    return fail('not_found', 'The service profile holds no staging test credentials.');
  }
  const { username, password } = profile.staging;
  const pair = Buffer.from(`${username}:${password}`).toString('base64');
  const { href: url, pathname } = addressBelow(profile.stagingUrl ?? profile.baseUrl, path);
  const body = JSON.stringify(businessID === null ? {} : { businessID });
  const start = clock.steady();
  const call = (
    answer: StagingCall['answer'],
    outcome: StagingCall['outcome'],
  ): Answer<StagingCall> =>
    succeed({
      request: { method: 'POST', url, path: pathname, body },
      answer,
      durationMs: Math.max(0, Math.round(clock.steady() - start)),
      outcome,
    });
  try {
    const response = await carefulFetch(fetch)(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${pair}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
    });
    const { status, headers } = response;
    const known = [pair, password, profile.clientSecret];
    const plain = withoutSecrets(known, await response.text()).slice(0, longestTestLead);
    // Of a refusal only the words matter, and they may be anything.
    const said = status < 400 ? plain : redact(plain);
    const contentType = headers.get('content-type') ?? '';
    return call({ status, contentType, body: said }, outcomeOf(status, said));
  } catch (thrown) {
    const { sent, error } = noAnswerOf(thrown);
    const isCut = sent && error.code === 'offline';
    return call(null, {
      state: 'refused',
      error: isCut ? failureOf('outcome_unknown') : error,
    });
  }
};
