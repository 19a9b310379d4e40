/** The command line of the sandbox. */
import { parseArgs } from 'node:util';

export type Options = {
  /** Port on 127.0.0.1; 0 picks a free one. */
  readonly port: number;
  readonly seed: number;
  readonly businesses: number;
  readonly leads: number;
  /** Mean number of messages per lead. */
  readonly messages: number;
  /** Simulated leads and customer messages per minute; 0 is off. */
  readonly traffic: number;
  /** Traffic pauses while this many leads wait for a reply; 0 is no limit. */
  readonly mostWaiting: number;
  /** API requests per minute and client; 0 is off. */
  readonly rateLimit: number;
  /** Sends a Quick Reply to each new lead, unless the control interface overrides it. */
  readonly quickReplies: boolean;
  readonly listNegotiations: boolean;
  readonly requireHttpsWebhooks: boolean;
  /** Ports of the registered redirect addresses; several, for apps that connect at the same time. */
  readonly redirectPorts: readonly number[];
  /** State file; undefined keeps the state in memory only. */
  readonly stateFile?: string;
  /**
   * Source of client secrets, staging password and control token instead of the seed. Not a command
   * line option, which other users could read.
   */
  readonly secret?: string;
};

export const defaultOptions: Options = {
  port: 0,
  seed: 1,
  businesses: 3,
  leads: 24,
  messages: 6,
  traffic: 0,
  mostWaiting: 0,
  rateLimit: 0,
  quickReplies: false,
  listNegotiations: false,
  requireHttpsWebhooks: false,
  redirectPorts: [47_813, 47_814, 47_815],
};

type Bounds = {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
};

const million = 1_000_000;

/** Parses the arguments after the script's name. The error is a sentence for a person. */
export const parseOptions = (
  args: readonly string[],
):
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly error: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        businesses: { type: 'string' },
        leads: { type: 'string' },
        messages: { type: 'string' },
        traffic: { type: 'string' },
        'most-waiting': { type: 'string' },
        'rate-limit': { type: 'string' },
        'quick-replies': { type: 'boolean' },
        'list-negotiations': { type: 'boolean' },
        'require-https-webhooks': { type: 'boolean' },
        'redirect-ports': { type: 'string' },
        state: { type: 'string' },
      },
    });
    const number = (name: string, text: string | undefined, fallback: number, bounds: Bounds) =>
      text === undefined ? fallback : readNumber(name, text, bounds);
    const d = defaultOptions;
    return {
      ok: true,
      options: {
        port: number('port', values.port, d.port, { min: 0, max: 65_535, whole: true }),
        seed: number('seed', values.seed, d.seed, { min: 0, max: 2 ** 48, whole: true }),
        businesses: number('businesses', values.businesses, d.businesses, {
          min: 1,
          max: 1000,
          whole: true,
        }),
        leads: number('leads', values.leads, d.leads, { min: 0, max: million, whole: true }),
        messages: number('messages', values.messages, d.messages, {
          min: 0,
          max: 1000,
          whole: false,
        }),
        traffic: number('traffic', values.traffic, d.traffic, {
          min: 0,
          max: 60_000,
          whole: false,
        }),
        mostWaiting: number('most-waiting', values['most-waiting'], d.mostWaiting, {
          min: 0,
          max: million,
          whole: true,
        }),
        rateLimit: number('rate-limit', values['rate-limit'], d.rateLimit, {
          min: 0,
          max: million,
          whole: true,
        }),
        quickReplies: values['quick-replies'] ?? false,
        listNegotiations: values['list-negotiations'] ?? false,
        requireHttpsWebhooks: values['require-https-webhooks'] ?? false,
        redirectPorts:
          values['redirect-ports']
            ?.split(',')
            .map((port) =>
              readNumber('redirect-ports', port, { min: 1, max: 65_535, whole: true }),
            ) ?? d.redirectPorts,
        ...(values.state ? { stateFile: values.state } : {}),
      },
    };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
};

const readNumber = (name: string, text: string, { min, max, whole }: Bounds): number => {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value) || value < min || value > max || (whole && !Number.isInteger(value)))
    throw new Error(
      `Option '--${name} <value>' takes a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not '${text}'.`,
    );
  return value;
};
