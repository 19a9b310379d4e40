/** The interface of a tunnel provider. A provider runs once; the tunnel then starts another one. */
import type { TunnelFailureCode } from '../../../contract/commands/tunnel.ts';

export type TunnelFailure = { readonly why: TunnelFailureCode; readonly detail: string };

export type ProviderEvents = {
  /** `address` is public, without a final slash. */
  readonly onUp: (address: string) => void;
  /** Called when the tunnel is down while the program reconnects. */
  readonly onInterrupted: (failure: TunnelFailure) => void;
  /** Called once when the provider has ended, never after `stop`. */
  readonly onEnded: (failure: TunnelFailure) => void;
};

export type Provider = { readonly stop: () => Promise<void> };

/** Failures that a retry does not fix. */
const permanent = new Set<TunnelFailureCode>([
  'program_missing',
  'program_unusable',
  'host_unknown',
  'host_changed',
  'key_missing',
  'key_unusable',
  'auth_refused',
  'hub_missing',
]);

/** True if a failure remains until the professional changes something. */
export const isPermanent = ({ why }: TunnelFailure): boolean => permanent.has(why);

/** Shortens a program's line and removes escape codes for display. */
export const cleanLine = (line: string): string =>
  line
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001B\[[0-9;]*m|[\u0000-\u001F\u007F]/g, '')
    .trim()
    .slice(0, 300);
