/** Posts JSON to a channel's service, and classifies its response. */
import { z } from 'zod';
import type { ReachFailure, ReachOutcome } from '../../contract/reach.ts';
import type { Clock } from '../clock/clock.ts';
import {
  createBoundedFetch,
  classifyError,
  redactSecrets,
  type Fetch,
} from '../http/bounded-fetch.ts';
import { parseJSON } from '../http/json.ts';
import { parseRetryAfter } from '../http/status.ts';
import { redact } from '../log/redact.ts';

const maxDetailLength = 200;

/** Fields in which ntfy, Pushover, Telegram and Discord report reasons. */
const responseBody = z.object({
  error: z.string().optional().catch(undefined),
  errors: z.array(z.string()).optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  /** Telegram's wait, in seconds. */
  parameters: z.object({ retry_after: z.number() }).optional().catch(undefined),
});

/** A service's reason on one line, without secrets. Pages of HTML are dropped. */
export const buildDetail = (
  text: string | undefined,
  secrets: readonly string[],
): { readonly detail?: string } => {
  const plain = (text ?? '').replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (plain === '' || plain.startsWith('<')) return {};
  return { detail: redact(redactSecrets(secrets, plain)).slice(0, maxDetailLength) };
};

const classifyStatus = (status: number): ReachFailure['what'] => {
  if (status === 401 || status === 403) return 'signIn';
  if (status === 404 || status === 410 || status < 400) return 'missing';
  if (status === 429) return 'busy';
  return status >= 500 ? 'failing' : 'refused';
};

export const isTLSError = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code);

const classifyThrown = (thrown: unknown): ReachFailure => {
  const { code = '' } = (thrown as { cause?: { code?: string } }).cause ?? {};
  if (isTLSError(code)) return { what: 'tls' };
  return { what: classifyError(thrown).sent ? 'unknown' : 'unreachable' };
};

export type PostRequest = {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object or JSON text. */
  readonly body: object | string;
  /** Removed from the outcome. */
  readonly secrets: readonly string[];
};

/** Sends one request, within 15 seconds. Never rejects: a 2xx status is a delivery, everything else a failure. */
export const post = async (
  { fetch, clock }: { readonly fetch: Fetch; readonly clock: Clock },
  { address, headers, body, secrets }: PostRequest,
): Promise<ReachOutcome> => {
  let response: Response;
  try {
    response = await createBoundedFetch(fetch)(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Hearthline', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch (thrown) {
    return { ok: false, failure: classifyThrown(thrown), retryAfter: null };
  }
  const { status } = response;
  if (status >= 200 && status < 300) return { ok: true };
  const text = await response.text();
  const json = responseBody.safeParse(parseJSON(text)).data;
  const words = json?.description ?? json?.errors?.join(' ') ?? json?.error ?? json?.message;
  const seconds = json?.parameters?.retry_after;
  const retryAfter =
    response.headers.get('retry-after') ?? (seconds === undefined ? '' : `${seconds}`);
  return {
    ok: false,
    failure: {
      what: classifyStatus(status),
      status,
      ...buildDetail(json === undefined ? text : words, secrets),
    },
    retryAfter: parseRetryAfter(retryAfter, clock.now()),
  };
};
