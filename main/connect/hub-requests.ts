/** Signed requests to the team's hub, whose answers and errors are JSON of closed schemas. */
import { z } from 'zod';
import { fail, type Answer } from '../../contract/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fetch } from '../http/bounded-fetch.ts';
import { signRequest, type Signer } from '../http/signed-request.ts';
import { joinPath, parseBody, sendOnce } from './http-requests.ts';

/** A team's hub, and this desktop's signature and role there. */
export type TeamHub = {
  readonly address: string;
  readonly signer: Signer;
  readonly isOwner: boolean;
};

/** `code` is the hub's, or `unavailable` if no valid answer came; `detail` then has the reason. */
export type HubAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly code: string;
      readonly detail?: string | undefined;
      readonly status?: number | undefined;
    };

export type HubRequests = <T>(
  path: string,
  /** Null for GET. */
  request: object | null,
  schema: z.ZodType<T>,
) => Promise<HubAnswer<T>>;

const refusal = z.object({
  error: z.object({
    code: z.string(),
    detail: z.string().max(500).optional(),
    /** The hub's clock, UTC milliseconds. */
    now: z.number().optional(),
  }),
});

/** Milliseconds. The hub itself waits for the service. */
const timeoutMs = 30_000;
/** A team's answer with 5,000 webhooks and the keys of 10,000 changes. */
const maxAnswerBytes = 2 * 1024 * 1024;

export const createHubRequests = (dependencies: {
  readonly address: string;
  readonly signer: Signer;
  readonly fetch: Fetch;
  readonly clock: Clock;
}): HubRequests => {
  const { address, signer, fetch, clock } = dependencies;
  /** @param ahead milliseconds by which the hub's clock is ahead of this computer's */
  const send = async <T>(
    path: string,
    request: object | null,
    schema: z.ZodType<T>,
    ahead = 0,
  ): Promise<HubAnswer<T>> => {
    const url = joinPath(address, path);
    const method = request === null ? 'GET' : 'POST';
    const body = request === null ? '' : JSON.stringify(request);
    const signed = { method, path: url.pathname, body } as const;
    const headers = {
      authorization: signRequest(signer, signed, clock.now() + ahead),
      accept: 'application/json',
      ...(request !== null && { 'content-type': 'application/json' }),
    };
    const options = { method, headers, ...(request !== null && { body }) };
    const response = await sendOnce(fetch, url, options, timeoutMs, maxAnswerBytes);
    if (!response.ok) return { ok: false, code: 'unavailable', detail: response.error.code };
    const { status } = response.value;
    const json = await parseBody(response.value).catch((): Answer<unknown> => fail('offline', ''));
    const value = json.ok ? json.value : null;
    const read = schema.safeParse(value);
    if (status === 200 && read.success) return { ok: true, value: read.data };
    const refused = refusal.safeParse(value);
    if (!refused.success)
      return { ok: false, code: 'unavailable', detail: 'unexpected_answer', status };
    const { code, detail, now } = refused.data.error;
    if (code === 'clock' && now !== undefined && ahead === 0)
      return send(path, request, schema, now - clock.now());
    return { ok: false, code, detail, status };
  };
  return send;
};
