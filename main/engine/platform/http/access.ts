/** Connections, tokens and request budget of one account, for all addresses of its service. */
import type { PublicProfile } from '../../../../contract/profile.ts';
import { createBudget, chooseRequestsPerMinute } from './budget.ts';
import { createConnections, type Connections } from './exchange.ts';
import { createTransport, type TransportDependencies } from './transport.ts';

export type ClientDependencies = TransportDependencies & {
  readonly profile: PublicProfile;
  /** Connections to use instead of new ones. */
  readonly connections?: Connections;
};

/** Connects only at the first request. */
export const openAccess = ({
  profile,
  connections = createConnections(),
  ...dependencies
}: ClientDependencies) => {
  const budget = createBudget(dependencies.clock, chooseRequestsPerMinute(profile.environment));
  return {
    /** Creates a transport; the path of `base` precedes the path of each call. */
    createTransport: (base: URL) => createTransport({ ...dependencies, base, connections, budget }),
    pausedUntil: budget.pausedUntil,
    close: connections.close,
  };
};
