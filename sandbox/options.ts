/** The command line of the sandbox. */
import { parseArgs } from 'node:util';

export const defaultOptions = {
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: 0,
  seed: 1,
  businesses: 3,
  leads: 24,
  /** Mean number of messages per lead. */
  messages: 6,
  /** Simulated leads and customer messages per minute; 0 is off. */
  traffic: 0,
  /** Traffic pauses while this many leads wait for a reply; 0 is no limit. */
  maxWaiting: 0,
  /** API requests per minute and client; 0 is off. */
  rateLimit: 0,
  /** Sends a Quick Reply to each new lead, unless the control interface overrides it. */
  quickReplies: false,
  listNegotiations: false,
  requireHttpsWebhooks: false,
  /** Ports of the registered redirect addresses; several, for apps that connect at the same time. */
  redirectPorts: [47_813, 47_814, 47_815] as readonly number[],
};

export type Options = Readonly<typeof defaultOptions> & {
  /** State file; undefined keeps the state in memory only. */
  readonly stateFile?: string;
  /** Source of all secrets instead of the seed. Not a command line option, which other users could read. */
  readonly secret?: string;
};

type Bounds = { readonly min: number; readonly max: number; readonly whole?: boolean };

const million = 1_000_000;
const port: Bounds = { min: 0, max: 65_535 };

/** Options that take a number. */
const numbers = {
  port,
  seed: { min: 0, max: 2 ** 48 },
  businesses: { min: 1, max: 1000 },
  leads: { min: 0, max: million },
  messages: { min: 0, max: 1000, whole: false },
  traffic: { min: 0, max: 60_000, whole: false },
  'most-waiting': { min: 0, max: million },
  'rate-limit': { min: 0, max: million },
} as const satisfies Readonly<Record<string, Bounds>>;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Parses the arguments after the script's name. The error is a sentence for a person. */
export const parseOptions = (
  args: readonly string[],
):
  | { readonly ok: true; readonly options: Options }
  | { readonly ok: false; readonly error: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: text,
        seed: text,
        businesses: text,
        leads: text,
        messages: text,
        traffic: text,
        'most-waiting': text,
        'rate-limit': text,
        'quick-replies': flag,
        'list-negotiations': flag,
        'require-https-webhooks': flag,
        'redirect-ports': text,
        state: text,
      },
    });
    const parseOptional = (name: keyof typeof numbers, fallback: number) =>
      values[name] === undefined ? fallback : parseNumber(name, values[name], numbers[name]);
    const defaults = defaultOptions;
    return {
      ok: true,
      options: {
        port: parseOptional('port', defaults.port),
        seed: parseOptional('seed', defaults.seed),
        businesses: parseOptional('businesses', defaults.businesses),
        leads: parseOptional('leads', defaults.leads),
        messages: parseOptional('messages', defaults.messages),
        traffic: parseOptional('traffic', defaults.traffic),
        maxWaiting: parseOptional('most-waiting', defaults.maxWaiting),
        rateLimit: parseOptional('rate-limit', defaults.rateLimit),
        quickReplies: values['quick-replies'],
        listNegotiations: values['list-negotiations'],
        requireHttpsWebhooks: values['require-https-webhooks'],
        redirectPorts:
          values['redirect-ports']
            ?.split(',')
            .map((one) => parseNumber('redirect-ports', one, { ...port, min: 1 })) ??
          defaults.redirectPorts,
        ...(values.state ? { stateFile: values.state } : {}),
      },
    };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
};

const parseNumber = (name: string, text: string, { min, max, whole = true }: Bounds): number => {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value) || value < min || value > max || (whole && !Number.isInteger(value)))
    throw new Error(
      `Option '--${name} <value>' takes a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not '${text}'.`,
    );
  return value;
};
