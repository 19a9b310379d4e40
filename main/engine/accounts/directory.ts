/**
 * The account runtimes by account. It exists before the registry, which fills it, because the modules that
 * the registry needs look accounts up themselves.
 */
import type { RunningAccount } from './runtime.ts';

export type AccountDirectory = {
  /** The open runtimes. Only the registry changes them. */
  readonly open: Map<string, RunningAccount>;
  /** The runtime of an account, connected or not; null for an unknown one. */
  readonly of: (accountID: string) => RunningAccount | null;
  /** Sets the function that opens a stored account at its first lookup. */
  readonly openMissingWith: (open: (accountID: string) => RunningAccount | null) => void;
  /** Polls due leads now, such as the stubs of new deliveries. */
  readonly pollDue: () => void;
  /** Call when businesses or the public address have changed: checks all webhooks. */
  readonly ensureInbound: () => void;
};

export const createAccountDirectory = (): AccountDirectory => {
  const open = new Map<string, RunningAccount>();
  let openMissing = (_accountID: string): RunningAccount | null => null;
  return {
    open,
    of: (accountID) => open.get(accountID) ?? openMissing(accountID),
    openMissingWith: (opener) => void (openMissing = opener),
    pollDue: () => {
      for (const { sync } of open.values()) sync?.pollDue();
    },
    ensureInbound: () => {
      for (const { inbound } of open.values()) void inbound.ensure();
    },
  };
};
