/**
 * How a reply leaves, whatever the interface generation of its account: delivered once, and looked for
 * where the service lets us look. It decides nothing about what follows.
 */
import { fail, type Answer } from '../../../../contract/errors.ts';
import type { ServiceClient } from '../../accounts/v4/service/client.ts';
import type { LegacyClient } from '../../accounts/legacy/service/client.ts';
import type { Outgoing } from './rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { findReply } from './look.ts';

/** What the service said of a reply that it has. The legacy interface gives neither id nor time. */
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
  /** Until when the service wants no requests, UTC milliseconds, or null. */
  readonly pausedUntil: () => number | null;
};

/** The way of v4: a conversation that can be written to and read. */
export const threadCourier = (store: Store, client: ServiceClient): Courier => ({
  deliver: (row) => client.sendMessage(row.negotiationID, row.text),
  find: (row) => findReply(store, client, row),
  pausedUntil: client.pausedUntil,
});

/** The legacy way (service.md, C): a call that says that it was taken, and nothing to read back. */
export const legacyCourier = (client: LegacyClient): Courier => ({
  deliver: async (row) => {
    const answer = await client.sendMessage(row.businessID, row.negotiationID, row.text);
    return answer.ok ? { ok: true, value: { messageID: null } } : answer;
  },
  find: async () => fail('outcome_unknown', 'The service shows no conversation to look in.'),
  pausedUntil: client.pausedUntil,
});
