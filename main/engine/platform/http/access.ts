/**
 * What the clients of both generations begin with: the connections of one account, its tokens, and its
 * one budget, whichever of its service's addresses is asked.
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
  /** Asked for each request anew. */
  readonly token: TokenSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** As `Store.durable`. */
  readonly durable: () => Promise<void>;
  /** Called for each answer below 500, whoever asked: the service is there. */
  readonly answered?: () => void;
  /** Connections to use in place of the client's own. */
  readonly connections?: Connections;
};

export type Access = {
  /** The transport to one address of the service; a path of `base` stays in front of each call's. */
  readonly to: (base: URL) => Transport;
  /** Until when the service wants no requests (429), by `clock.steady()`, or null. */
  readonly pausedUntil: () => number | null;
  /** Closes the connections when what is under way has ended. */
  readonly close: () => Promise<void>;
};

/** Opens the access of one account; nothing is asked yet. */
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
