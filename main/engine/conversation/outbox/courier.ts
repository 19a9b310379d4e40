/** Interface for sending replies, implemented by sender.ts of each generation. */
import type { Answer } from '../../../../contract/errors.ts';
import type { Outgoing } from './rows.ts';

/** A sent reply; not every interface returns id and time. */
export type Receipt = {
  readonly messageID: string | null;
  /** By the service's clock, UTC milliseconds. */
  readonly sentAt?: number | null | undefined;
};

export type Courier = {
  /**
   * Sends a reply once. After `outcome_unknown`, `service_unavailable` and `unexpected_answer` the
   * service may have it; after any other error it does not.
   * @param maySend evaluated right before the request, which false prevents
   */
  readonly deliver: (row: Outgoing, maySend?: () => boolean) => Promise<Answer<Receipt>>;
  /** Searches for a reply with unknown outcome; null when the service certainly lacks it. */
  readonly find: (row: Outgoing) => Promise<Answer<Receipt | null>>;
  /** End of the pause that the service requested, by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
};

export type Sender = {
  /** True if the service lists conversations, so that a reply can be searched for. */
  readonly canSearch: boolean;
  readonly courier: Courier | null;
};

export const unknownSender: Sender = { canSearch: true, courier: null };
