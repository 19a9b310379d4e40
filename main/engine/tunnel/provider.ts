/**
 * What the three ways of being reached have in common: each runs until it is stopped or ends, and
 * says meanwhile whether the tunnel stands. Starting it again is the tunnel's business.
 */
import type { TunnelFailureCode } from '../../../contract/commands/tunnel.ts';

export type TunnelFailure = {
  readonly why: TunnelFailureCode;
  /** The program's last words on it. */
  readonly detail: string;
};

export type ProviderEvents = {
  /** The tunnel stands: `address` is public, without a slash at its end. */
  readonly up: (address: string) => void;
  /** It does not stand now, and the program is mending it itself. */
  readonly shaken: (failure: TunnelFailure) => void;
  /** It is over; comes once, and not after `stop`. */
  readonly ended: (failure: TunnelFailure) => void;
};

export type Provider = { readonly stop: () => Promise<void> };

/** Failures that do not pass by themselves. */
const lasting = new Set<TunnelFailureCode>([
  'program_missing',
  'program_unusable',
  'host_unknown',
  'host_changed',
  'key_missing',
  'key_unusable',
  'auth_refused',
]);

export const isLasting = ({ why }: TunnelFailure): boolean => lasting.has(why);

/** A line of a program's output as it may be shown: short, and without escape codes. */
export const shown = (line: string): string =>
  line
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001B\[[0-9;]*m|[\u0000-\u001F\u007F]/g, '')
    .trim()
    .slice(0, 300);
