/** The service's client of each account that has a grant; an account without one has no client. */
import type { AttachedAccount } from '../../contract/port.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { Random } from './random.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';
import type { Tokens } from './tokens.ts';

type Dependencies = {
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
};

export type Clients = {
  readonly of: (accountID: string) => ServiceClient | null;
  /** Makes the account's client anew, or takes it away when there is no grant. */
  readonly set: (account: AttachedAccount) => void;
  readonly remove: (accountID: AccountID) => void;
  readonly close: () => Promise<void>;
};

/** Makes an empty collection of clients. */
export const createClients = ({ tokens, clock, random, log }: Dependencies): Clients => {
  const clients = new Map<string, ServiceClient>();

  const remove = (accountID: AccountID): void => {
    tokens.forget(accountID);
    void clients.get(accountID)?.close();
    clients.delete(accountID);
  };

  return {
    of: (accountID) => clients.get(accountID) ?? null,
    set: ({ accountID, profile, connected }) => {
      remove(accountID);
      if (!connected) return;
      const token = (rejected: string | null) => tokens.get(accountID, rejected);
      const client = createServiceClient({ profile, token, clock, random, log });
      clients.set(accountID, client);
    },
    remove,
    close: async () => {
      const closing = [...clients.values()].map((client) => client.close());
      clients.clear();
      await Promise.all(closing);
    },
  };
};
