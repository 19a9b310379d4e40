/** The account runtimes. Created before the registry, whose dependencies look accounts up. */
import type { RunningAccount } from './runtime.ts';

export type AccountDirectory = {
  readonly open: Map<string, RunningAccount>;
  /** Null for an unknown account. */
  readonly of: (accountID: string) => RunningAccount | null;
  /** Sets the function that opens a stored account at its first lookup. */
  readonly openMissingWith: (open: (accountID: string) => RunningAccount | null) => void;
  readonly pollDue: () => void;
  /** Checks and repairs all registrations; call when businesses or the public address have changed. */
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
