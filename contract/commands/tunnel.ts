/**
 * Receiving from the internet: how a service out there reaches the receiver on this computer. One
 * tunnel for the whole app, of one of three kinds. Nothing in here is a secret: a key is the
 * path of its file.
 */
import { z } from 'zod';
import {
  longestHost,
  longestHostUser,
  longestPath,
  longestPublicAddress,
  mostPortDigits,
} from '../limits.ts';
import { command, done, noInput } from './command.ts';

const time = z.number().int();
const address = z.string().max(longestPublicAddress);
const path = z.string().max(longestPath);
const hostName = z.string().max(longestHost);
/** What a field of the form can hold; the engine says which of them are ports. */
const port = z
  .number()
  .int()
  .min(0)
  .max(10 ** mostPortDigits - 1);

/** What the professional has typed, for every kind; only that of `kind` is in use. */
export const tunnelSetup = z
  .strictObject({
    kind: z.enum(['off', 'address', 'cloudflared', 'ssh']),
    /** The public address that leads here by the professional's own reverse proxy. */
    address,
    /** The program; empty for the one that is on the PATH. */
    cloudflaredPath: path,
    ssh: z
      .strictObject({
        host: hostName,
        port,
        user: z.string().max(longestHostUser),
        /** Empty for the agent and the usual keys. */
        keyFile: path,
        /** Where the host listens for us. */
        bindAddress: hostName,
        remotePort: port,
        /** The public address that leads to that port of the host. */
        address,
      })
      .readonly(),
  })
  .readonly();
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

/** What is wrong with a field of the set-up. */
export const setupMistake = z
  .object({
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
  })
  .readonly();
export type SetupMistake = z.infer<typeof setupMistake>;

/** Why a tunnel does not stand. */
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
]);
export type TunnelFailureCode = z.infer<typeof tunnelFailureCode>;

/** The program's own last words on it, shortened; empty when it said nothing. */
const detail = z.string().max(300);

export const tunnelState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('starting') }),
  z.object({ state: z.literal('up'), address, since: time }),
  /** It comes back by itself. */
  z.object({
    state: z.literal('retrying'),
    why: tunnelFailureCode,
    detail,
    /** Null while the program mends it itself. */
    nextAt: time.nullable(),
  }),
  /** It does not come back before the professional has mended something. */
  z.object({ state: z.literal('failed'), why: tunnelFailureCode, detail }),
]);
export type TunnelState = z.infer<typeof tunnelState>;

/** How a test event fared that was sent to the public address. */
export const roundTrip = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('arrived'), at: time, ms: z.number().int().min(0) }),
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
    /** The status of whoever answered; null when nobody did. */
    status: z.number().int().nullable(),
    /** The error's code, for support. */
    detail,
  }),
]);
export type RoundTrip = z.infer<typeof roundTrip>;

export const tunnelReport = z
  .object({
    setup: tunnelSetup,
    state: tunnelState,
    /** It stands, and its last test event has come, or a delivery since. */
    working: z.boolean(),
    /** Where the webhooks lead, also while the tunnel is down; null before there was one. */
    address: address.nullable(),
    /** Where cloudflared is on the PATH, or null. */
    cloudflaredFound: z.string().nullable(),
    /** The last test event; null before the first one to this address. */
    roundTrip: roundTrip.nullable(),
    checking: z.boolean(),
  })
  .readonly();
export type TunnelReport = z.infer<typeof tunnelReport>;

const host = z.strictObject({ host: hostName, port });

/** What a host shows of itself, or why it could not be asked. */
export const shownHostKey = z.discriminatedUnion('seen', [
  z.object({
    seen: z.literal(true),
    keyType: z.string(),
    /** As `ssh-keygen -l` writes it: `SHA256:` and base64 without padding. */
    fingerprint: z.string(),
    state: z.enum(['new', 'known', 'changed']),
    /** The fingerprint that was confirmed before; null when there is none. */
    before: z.string().nullable(),
  }),
  z.object({ seen: z.literal(false), why: tunnelFailureCode }),
]);
export type ShownHostKey = z.infer<typeof shownHostKey>;

export const tunnelCommands = {
  'tunnel.report': command('engine', noInput, z.strictObject({ tunnel: tunnelReport })),
  /** Keeps the set-up and starts it (kind `off`: ends it), unless something is wrong with it. */
  'tunnel.setUp': command(
    'engine',
    z.strictObject({ setup: tunnelSetup }),
    z.strictObject({ mistakes: z.array(setupMistake) }),
  ),
  /** Sends a test event to the public address and waits for it; at most fifteen seconds. */
  'tunnel.check': command('engine', noInput, z.strictObject({ roundTrip })),
  /** Tries at once what would be tried later, or was given up. */
  'tunnel.retry': command('engine', noInput, done),
  /** Asks an ssh host for its key. */
  'tunnel.readHostKey': command('engine', host, z.strictObject({ hostKey: shownHostKey })),
  /** The professional has seen this fingerprint and says that it is the host's. */
  'tunnel.trustHost': command('engine', host.extend({ fingerprint: z.string().max(200) }), done),
} as const;
