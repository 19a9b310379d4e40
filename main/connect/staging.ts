/**
 * Requests test leads from the staging service (service.md, Endpoints F). The profile's test
 * credentials are used only here: no answer, error, log or redirect contains them. Production
 * profiles are refused.
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

/** An address with or without `/api` is the same (live-facts, Environments). */
const placeOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/(\/api)?\/*$/, '');
};

/** Legacy staging accounts send replies to the stagingUrl (service.md, C); v4 has one host. */
const worksOnStaging = (profile: ServiceProfile): boolean =>
  profile.stagingUrl === undefined ||
  placeOf(profile.stagingUrl) === placeOf(profile.baseUrl) ||
  (profile.interface === 'legacy' && profile.environment === 'staging');

/** Where accounts of this profile create test leads, for the window. */
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

/** Fields of a test lead, and of any error body. */
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

/** Codes with another meaning here: there is neither sign-in nor record. */
const meanings: Partial<Record<ErrorCode, Failure>> = {
  reconnect_needed: {
    code: 'connect_refused',
    message: 'The staging service refused the test credentials.',
  },
  gone: { code: 'not_found', message: 'The staging service knows no such business or endpoint.' },
};

const refusalOf = (status: number, body: z.infer<typeof answerBody>): Failure => {
  const { detail, error_description, message, title, error, traceID } = body;
  const text = detail ?? error_description ?? message ?? title ?? error;
  const code = codeOf(status);
  return {
    ...(meanings[code] ?? failureOf(code)),
    status,
    ...(text && { detail: text.slice(0, 500) }),
    ...(traceID && { traceID: traceID.slice(0, 200) }),
  };
};

const outcomeOf = (status: number, text: string): StagingCall['outcome'] => {
  const body = answerBody.safeParse(readJSON(text)).data ?? {};
  const { leadID, business, customer } = body;
  const isDone = status >= 200 && status < 300;
  if (!isDone || leadID === undefined)
    // After a success or a server error the lead may exist.
    return {
      state: isDone || status >= 500 ? 'unknown' : 'refused',
      error: refusalOf(status, body),
    };
  return {
    state: 'created',
    leadID,
    businessID: business?.businessID ?? null,
    businessName: business?.name ?? '',
    customerName: customer?.name ?? '',
  };
};

/**
 * Requests a test lead, once: a repetition would create another. A refusal by the service and a
 * lost answer are outcomes. Errors: `forbidden` for a production profile, `not_found` without test credentials.
 * @param businessID null makes the service create a dummy business
 */
export const createTestLead = async (
  fetch: Fetch,
  clock: Clock,
  profile: ServiceProfile,
  businessID: string | null,
): Promise<Answer<StagingCall>> => {
  if (profile.environment === 'production')
    return fail('forbidden', 'Test leads are never created with a production profile.');
  if (profile.staging === undefined)
    return fail('not_found', 'The service profile holds no staging test credentials.');
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
    // The texts of a refusal may be anything.
    const shown = status < 400 ? plain : redact(plain);
    const contentType = headers.get('content-type') ?? '';
    return call({ status, contentType, body: shown }, outcomeOf(status, shown));
  } catch (thrown) {
    const { sent, error } = noAnswerOf(thrown);
    if (!sent) return call(null, { state: 'refused', error });
    const isCut = error.code === 'offline';
    return call(null, { state: 'unknown', error: isCut ? failureOf('outcome_unknown') : error });
  }
};
