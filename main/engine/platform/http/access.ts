/**
 * Shared by the clients of both generations: the connections, tokens and request budget of one
 * account, for all addresses of its service.
 */
import type { PublicProfile } from '../../../../contract/profile.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Random } from '../random.ts';
import { createBudget, requestsAMinute } from './budget.ts';
import { createConnections, type Connections } from './exchange.ts';
import { createTransport, type TokenSource, type Transport } from './transport.ts';

export type ClientDependencies = {
  readonly profile: PublicProfile;
  /** Called for every request. */
  readonly token: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** As `Store.durable`. */
  readonly durable: () => Promise<void>;
  /** Called for each response below 500: the service is reachable. */
  readonly answered?: () => void;
  /** Connections to use instead of new ones. */
  readonly connections?: Connections;
};

export type Access = {
  /**
   * Returns the transport to one address of the service; the path of `base` precedes each call's.
   */
  readonly to: (base: URL) => Transport;
  /** End of the pause that the service requested (429), by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
  /** Closes the connections after running requests. */
  readonly close: () => Promise<void>;
};

/** Opens the access of one account, without a request. */
export const openAccess = ({
  profile,
  connections = createConnections(),
  ...dependencies
}: ClientDependencies): Access => {
  const budget = createBudget(dependencies.clock, requestsAMinute(profile.environment));
  return {
    to: (base) => createTransport({ ...dependencies, base, connections, budget }),
    pausedUntil: budget.pausedUntil,
    close: connections.close,
  };
};
