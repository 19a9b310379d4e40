/**
 * The service's client of each account that has a grant, of the account's own interface generation; an
 * account without a grant has none.
 */
import type { AttachedAccount } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Random } from '../platform/random.ts';
import { createServiceClient, type ServiceClient } from './v4/service/client.ts';
import { createLegacyClient, type LegacyClient } from './legacy/service/client.ts';
import type { Tokens } from './tokens.ts';

type Dependencies = {
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
};

export type Clients = {
  /** The client of a v4 account. */
  readonly of: (accountID: string) => ServiceClient | null;
  readonly legacyOf: (accountID: string) => LegacyClient | null;
  /** Makes the account's client anew, or takes it away when there is no grant. */
  readonly set: (account: AttachedAccount) => void;
  readonly remove: (accountID: AccountID) => void;
  readonly close: () => Promise<void>;
};

/** Makes an empty collection of clients. */
export const createClients = ({ tokens, clock, random, log }: Dependencies): Clients => {
  const current = new Map<string, ServiceClient>();
  const legacy = new Map<string, LegacyClient>();

  const remove = (accountID: AccountID): void => {
    tokens.forget(accountID);
    for (const clients of [current, legacy]) {
      void clients.get(accountID)?.close();
      clients.delete(accountID);
    }
  };

  return {
    of: (accountID) => current.get(accountID) ?? null,
    legacyOf: (accountID) => legacy.get(accountID) ?? null,
    set: ({ accountID, profile, connected }) => {
      remove(accountID);
      if (!connected) return;
      const token = (rejected: string | null) => tokens.get(accountID, rejected);
      const parts = { profile, token, clock, random, log };
      if (profile.interface === 'legacy') legacy.set(accountID, createLegacyClient(parts));
      else current.set(accountID, createServiceClient(parts));
    },
    remove,
    close: async () => {
      const closing = [...current.values(), ...legacy.values()].map((client) => client.close());
      current.clear();
      legacy.clear();
      await Promise.all(closing);
    },
  };
};
