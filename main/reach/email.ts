/** Email by SMTP, always encrypted: with TLS from the start, or by STARTTLS before sign-in and message. */
import { createTransport } from 'nodemailer';
import type { ChannelFields } from '../../contract/channels.ts';
import type { ReachFailure, ReachMessage, ReachOutcome } from '../../contract/reach.ts';
import { buildDetail, isTLSError } from './post.ts';

const connectMs = 15_000;
const silenceMs = 20_000;
const maxMs = 60_000;

type MailError = Error & {
  readonly code?: string;
  /** The system's error code, if `code` is a general one. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
};

const toFailure = (
  { code = '', originalCode = '', responseCode: status, response }: MailError,
  isTransmitted: boolean,
  secrets: readonly string[],
): ReachFailure => {
  if (code === 'ETLS' || isTLSError(originalCode)) return { what: 'tls' };
  if (typeof status === 'number') {
    // The server repeats its code in each line.
    const words = response?.replaceAll(/^\d{3}[ -]/gm, '');
    const refusal = { status, ...buildDetail(words, secrets) };
    if (status < 500) return { what: 'failing', ...refusal };
    return { what: code === 'EAUTH' ? 'signIn' : 'refused', ...refusal };
  }
  if (/AUTH/.test(code)) return { what: 'signIn' };
  return { what: isTransmitted ? 'unknown' : 'unreachable' };
};

/** Sends one message once, within a minute. */
export const sendByEmail = async (
  { host, port, security, username, password, from, to }: ChannelFields<'email'>,
  { title, body }: ReachMessage,
): Promise<ReachOutcome> => {
  /** True if the whole message was transmitted, so that it may arrive despite an error. */
  let isTransmitted = false;
  const ignore = (): void => undefined;
  const transport = createTransport({
    host,
    port: Number(port),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(username !== '' && { auth: { user: username, pass: password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Nothing is logged. The library reports only to its logger that the message was transmitted.
    logger: {
      trace: ignore,
      debug: ignore,
      warn: ignore,
      error: ignore,
      fatal: ignore,
      info: (entry: { readonly tnx?: unknown }) => void (isTransmitted ||= entry.tnx === 'message'),
    },
  });
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), maxMs);
  const { signal } = deadline;
  try {
    await transport.sendMail({ from, to, subject: title, text: body || title, signal });
    return { ok: true };
  } catch (thrown) {
    return {
      ok: false,
      failure: toFailure(thrown as MailError, isTransmitted, [password]),
      retryAfter: null,
    };
  } finally {
    clearTimeout(timer);
    transport.close();
  }
};
