/**
 * How replies leave an account, whatever its interface generation (accounts/v4/sender.ts,
 * accounts/legacy/sender.ts): delivered once, and looked for where the service lets us look.
 */
import type { Answer } from '../../../../contract/errors.ts';
import type { Outgoing } from './rows.ts';

/** What the service said of a reply that it has. Not every interface gives id and time. */
export type Receipt = {
  readonly messageID: string | null;
  /** By the service's clock, UTC milliseconds. */
  readonly sentAt?: number | null | undefined;
};

export type Courier = {
  /**
   * Sends a reply, once. `outcome_unknown`, `service_unavailable` and `unexpected_answer` leave open
   * whether the service has it; every other error means that it has not.
   */
  readonly deliver: (row: Outgoing) => Promise<Answer<Receipt>>;
  /** Looks for a reply whose outcome is unknown: null when there is certainly none. */
  readonly find: (row: Outgoing) => Promise<Answer<Receipt | null>>;
  /** Until when the service wants no requests, by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
};

export type Sender = {
  /** Whether the service shows its conversations, so that a reply can be looked for there. */
  readonly canLook: boolean;
  /** Null while nobody connects the account. */
  readonly courier: Courier | null;
};

/** Who sends the replies of an account that is not kept here. */
export const nobody: Sender = { canLook: true, courier: null };
