/** Requests test leads from staging (conformance.md, F). No answer, error or log has the test credentials. */
import { z } from 'zod';
import { maxTestLeadLength, type StagingCall } from '../../contract/commands/staging.ts';
import { fail, succeed, type Answer, type ErrorCode, type Failure } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Account } from '../../contract/accounts.ts';
import type { Clock } from '../clock/clock.ts';
import { redact } from '../log/redact.ts';
import { parseJSON } from '../http/json.ts';
import { toErrorCode, buildFailure } from '../http/status.ts';
import { joinPath } from './http-requests.ts';
import {
  createBoundedFetch,
  classifyError,
  redactSecrets,
  type Fetch,
} from '../http/bounded-fetch.ts';

const path = '/v1/test/create-lead';

/** Removes a final `/api` and slashes, so that equal addresses compare as equal. */
const normalizeAddress = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/(\/api)?\/*$/, '');
};

/** True if this profile's accounts receive the test leads: legacy staging, or the same address as staging. */
const receivesTestLeads = (profile: ServiceProfile): boolean =>
  profile.stagingUrl === undefined ||
  normalizeAddress(profile.stagingUrl) === normalizeAddress(profile.baseUrl) ||
  (profile.interface === 'legacy' && profile.environment === 'staging');

/** Returns, for the window, the address where accounts of this profile create test leads. */
export const describeStaging = (profile: ServiceProfile): Pick<Account, 'staging'> =>
  profile.environment === 'production' || profile.staging === undefined
    ? {}
    : {
        staging: {
          address: normalizeAddress(profile.stagingUrl ?? profile.baseUrl).replace(
            /^https?:\/\//,
            '',
          ),
          isOwn: receivesTestLeads(profile),
        },
      };

const text = z.string().optional().catch(undefined);
const id = z
  .union([z.string().trim().min(1).max(200), z.int().nonnegative().transform(String)])
  .optional()
  .catch(undefined);
const party = z.object({ businessID: id, name: text }).optional().catch(undefined);

/** Fields of a test lead and of the known error bodies. */
const answerBody = z.object({
  leadID: id,
  business: party,
  customer: party,
  detail: text,
  error_description: text,
  message: text,
  title: text,
  error: text,
  traceID: text,
});

/** Failures with another meaning here, because these requests have neither a sign-in nor a record. */
const failures: Partial<Record<ErrorCode, Failure>> = {
  reconnect_needed: {
    code: 'connect_refused',
    message: 'The staging service refused the test credentials.',
  },
  gone: { code: 'not_found', message: 'The staging service knows no such business or endpoint.' },
};

const toFailure = (status: number, body: z.infer<typeof answerBody>): Failure => {
  const { detail, error_description, message, title, error, traceID } = body;
  const text = detail ?? error_description ?? message ?? title ?? error;
  const code = toErrorCode(status);
  return {
    ...(failures[code] ?? buildFailure(code)),
    status,
    ...(text && { detail: text.slice(0, 500) }),
    ...(traceID && { traceID: traceID.slice(0, 200) }),
  };
};

const toOutcome = (status: number, text: string): StagingCall['outcome'] => {
  const body = answerBody.safeParse(parseJSON(text)).data ?? {};
  const { leadID, business, customer } = body;
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess || leadID === undefined)
    // After a success without an id, and after a server error, the lead may exist.
    return {
      state: isSuccess || status >= 500 ? 'unknown' : 'refused',
      error: toFailure(status, body),
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
 * Requests a test lead, without retries: each request creates one. A refusal by the service and a
 * lost answer are outcomes. Errors: `forbidden` for a production profile, `not_found` without test
 * credentials.
 * @param businessID null for a dummy business that the service creates
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
  const { href: url, pathname } = joinPath(profile.stagingUrl ?? profile.baseUrl, path);
  const body = JSON.stringify(businessID === null ? {} : { businessID });
  const start = clock.steady();
  const report = (
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
    const response = await createBoundedFetch(fetch)(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${pair}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
    });
    const { status } = response;
    const secrets = [pair, password, profile.clientSecret ?? ''];
    const plain = redactSecrets(secrets, await response.text()).slice(0, maxTestLeadLength);
    // An error body can contain anything.
    const shown = status < 400 ? plain : redact(plain);
    return report({ status, body: shown }, toOutcome(status, shown));
  } catch (thrown) {
    const { sent, error } = classifyError(thrown);
    if (!sent) return report(null, { state: 'refused', error });
    const isTimeout = error.code === 'timeout';
    return report(null, {
      state: 'unknown',
      error: isTimeout ? error : buildFailure('outcome_unknown'),
    });
  }
};
