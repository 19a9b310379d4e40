/**
 * The runtime of an account, created by its generation when main attaches it, connected or not. No other
 * module keeps state by account or asks for the generation.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { Capabilities } from '../../../contract/generations.ts';
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Sender } from '../conversation/outbox/courier.ts';
import type { TokenSource } from '../platform/http/transport.ts';
import type { Random } from '../platform/random.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';
import type { Arrivals } from './arrivals.ts';
import type { AccountCommand } from './account-commands.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { Intake } from './ingest/context.ts';
import type { AccountSync, SyncReport } from './sync/account-sync.ts';
import type { LookUp } from './look-up.ts';
import type { Service } from './service.ts';

/** The address at which a service reaches this computer. */
export type AccountReach = {
  /** Base of the endpoint addresses, without a trailing slash; null when unreachable. */
  readonly base: () => string | null;
  /** Whether deliveries can arrive now, as far as is known. */
  readonly isReachable: () => boolean;
};

export type AccountDependencies = {
  readonly store: Store;
  readonly ingest: Ingest;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Evaluated for every request. */
  readonly token: TokenSource;
  readonly reach: AccountReach;
  readonly arrivals: Pick<Arrivals, 'next'>;
  /** Settles when addresses may be registered at the service. */
  readonly mayRegister: () => Promise<unknown>;
};

/** How the service pushes news to this app. */
export type Inbound = {
  /** Checks and repairs the registrations now, and regularly from then on. */
  readonly ensure: () => Promise<void>;
  /** Removes the registrations from the service; answers the first failure, if any. */
  readonly removeAll: () => Promise<Answer<{ readonly removed: number }>>;
  /** The webhook of each business; empty without webhooks. */
  readonly report: () => ConnectionReport['webhooks'];
  /** True until the professional has been shown the password for the service's calls. */
  readonly lacksPassword: () => boolean;
  /** Time of the last delivery, UTC milliseconds; null for none. */
  readonly lastDeliveryAt: () => number | null;
  /** The same for each business whose webhook has delivered. */
  readonly lastDeliveries: () => readonly { readonly businessID: string; readonly at: number }[];
  /** Stops the checks; settles when the current one has ended. */
  readonly stop: () => Promise<void>;
};

export type RunningAccount = {
  readonly capabilities: Capabilities;
  readonly intake: Intake;
  /** Requests of the tools; null while not connected, and where the interface has none. */
  readonly service: Service | null;
  /** Null while not connected. */
  readonly lookUp: LookUp | null;
  /** Null while not connected. */
  readonly sync: AccountSync | null;
  readonly report: () => SyncReport;
  readonly sender: Sender;
  readonly inbound: Inbound;
  /** Handlers of the commands that its generation has. */
  readonly commands: Partial<Handlers<AccountCommand>>;
  /** Stops everything now; settles when requests in flight have ended. */
  readonly close: () => Promise<void>;
};
