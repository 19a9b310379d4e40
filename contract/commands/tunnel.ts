/** The tunnel: how services reach the receiver on this computer. Nothing here is secret: a key is a file's path. */
import { z } from 'zod';
import {
  maxHostLength,
  maxHostUserLength,
  maxPathLength,
  maxPublicAddressLength,
  maxPortDigits,
} from '../limits.ts';
import { time } from '../records.ts';
import { done, engineCommand, noInput, readonlyObject, readonlyStrictObject } from '../schema.ts';

const address = z.string().max(maxPublicAddressLength);
const path = z.string().max(maxPathLength);
const hostName = z.string().max(maxHostLength);
/** Any number of the form's field; the engine validates it. */
const port = z
  .int()
  .min(0)
  .max(10 ** maxPortDigits - 1);

/** The professional's entries for all kinds; only those of `kind` are used. */
export const tunnelSetup = readonlyStrictObject({
  kind: z.enum(['off', 'address', 'cloudflared', 'ssh', 'hub']),
  /** Public address of the professional's reverse proxy. */
  address,
  /** Empty for the program on the PATH. */
  cloudflaredPath: path,
  ssh: readonlyStrictObject({
    host: hostName,
    port,
    user: z.string().max(maxHostUserLength),
    /** Empty for the agent and the default keys. */
    keyFile: path,
    /** The host's listening address. */
    bindAddress: hostName,
    remotePort: port,
    /** Public address of that port. */
    address,
  }),
});
export type TunnelSetup = z.infer<typeof tunnelSetup>;

export const setupFields = [
  'address',
  'cloudflaredPath',
  'ssh.host',
  'ssh.port',
  'ssh.user',
  'ssh.keyFile',
  'ssh.bindAddress',
  'ssh.remotePort',
  'ssh.address',
] as const;

export const setupMistake = readonlyObject({
  field: z.enum(setupFields),
  reason: z.enum([
    'empty',
    'not_an_address',
    'needs_https',
    'only_this_computer',
    'too_much',
    'not_a_host',
    'not_a_user',
    'not_a_port',
    'not_a_path',
    'no_such_file',
    'not_a_program',
  ]),
});
export type SetupMistake = z.infer<typeof setupMistake>;

export const tunnelFailureCode = z.enum([
  'program_missing',
  'program_unusable',
  'program_ended',
  'no_answer',
  'quick_tunnel_refused',
  'edge_lost',
  'host_not_found',
  'host_unreachable',
  'host_refused',
  'host_unknown',
  'host_changed',
  'key_missing',
  'key_unusable',
  'auth_refused',
  'forward_refused',
  'connection_lost',
  'hub_missing',
  'hub_unavailable',
]);
export type TunnelFailureCode = z.infer<typeof tunnelFailureCode>;

/** The program's last output, shortened; may be empty. */
const detail = z.string().max(300);

export const tunnelState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('starting') }),
  z.object({ state: z.literal('up'), address, since: time }),
  /** It reconnects automatically. */
  z.object({
    state: z.literal('retrying'),
    why: tunnelFailureCode,
    detail,
    /** Null while the program itself reconnects. */
    nextAt: time.nullable(),
  }),
  /** It needs a change by the professional. */
  z.object({ state: z.literal('failed'), why: tunnelFailureCode, detail }),
]);
export type TunnelState = z.infer<typeof tunnelState>;

/** Outcome of a test event sent to the public address. */
export const roundTrip = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('arrived'), at: time, ms: z.int().min(0) }),
  z.object({
    outcome: z.literal('failed'),
    at: time,
    why: z.enum([
      'dns',
      'tls',
      'refused',
      'unreachable',
      'timeout',
      'cut',
      'answered_otherwise',
      'other_installation',
      'path_changed',
      'credentials_dropped',
    ]),
    /** HTTP status; null without a response. */
    status: z.int().nullable(),
    /** Error code, for support. */
    detail,
  }),
]);
export type RoundTrip = z.infer<typeof roundTrip>;

export const tunnelReport = readonlyObject({
  setup: tunnelSetup,
  state: tunnelState,
  /** It is up, and its last test event or a later delivery has arrived. */
  isWorking: z.boolean(),
  /** The webhooks' address, also while the tunnel is down; null before the first one. */
  address: address.nullable(),
  /** Path of cloudflared on the PATH, or null. */
  cloudflaredFound: z.string().nullable(),
  /** The last test event to this address. */
  roundTrip: roundTrip.nullable(),
  isChecking: z.boolean(),
  /** This computer is in a team, so that its hub can be chosen. */
  hasHub: z.boolean(),
});
export type TunnelReport = z.infer<typeof tunnelReport>;

const host = z.strictObject({ host: hostName, port });

/** An ssh host's key, or why it could not be read. */
export const shownHostKey = z.discriminatedUnion('seen', [
  z.object({
    seen: z.literal(true),
    keyType: z.string(),
    /** In the format of `ssh-keygen -l`: `SHA256:` and base64 without padding. */
    fingerprint: z.string(),
    state: z.enum(['new', 'known', 'changed']),
    /** The previously confirmed fingerprint. */
    before: z.string().nullable(),
  }),
  z.object({ seen: z.literal(false), why: tunnelFailureCode }),
]);
export type ShownHostKey = z.infer<typeof shownHostKey>;

export const tunnelCommands = {
  'tunnel.report': engineCommand(noInput, { tunnel: tunnelReport }),
  /** Saves the setup and starts the tunnel (`off` stops it), or returns the setup's mistakes. */
  'tunnel.setUp': engineCommand({ setup: tunnelSetup }, { mistakes: z.array(setupMistake) }),
  /** Sends a test event to the public address and waits up to 15 seconds. Errors: `not_found` without an address. */
  'tunnel.check': engineCommand(noInput, { roundTrip }),
  /** Retries a scheduled or failed connection now. */
  'tunnel.retry': engineCommand(noInput, done),
  /** Reads an ssh host's key. Errors: `invalid_input` for an invalid host or port. */
  'tunnel.readHostKey': engineCommand(host, { hostKey: shownHostKey }),
  /** Trusts the host's key. Errors: `conflict` unless `tunnel.readHostKey` last returned this fingerprint. */
  'tunnel.trustHost': engineCommand(host.extend({ fingerprint: z.string().max(200) }), done),
} as const;
