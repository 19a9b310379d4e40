/**
 * What an account is while it runs: one object, made by its generation when main tells of the account,
 * connected or not. Nobody else keeps anything by account, or asks which generation it is.
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
import type { OwnCommand } from './own-commands.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { Intake } from './ingest/told.ts';
import type { AccountSync, SyncReport } from './sync/account-sync.ts';
import type { LookUp } from './look-up.ts';
import type { Service } from './service.ts';

/** How an account's service reaches this computer. */
export type AccountReach = {
  /** What our paths are appended to, without a slash at its end; null when nothing can reach us. */
  readonly base: () => string | null;
  /** Whether deliveries can come now, as far as anybody knows. */
  readonly isReachable: () => boolean;
};

/** What every account is given. */
export type AccountDependencies = {
  readonly store: Store;
  readonly ingest: Ingest;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Asked for each request anew. */
  readonly token: TokenSource;
  readonly reach: AccountReach;
  readonly arrivals: Pick<Arrivals, 'next'>;
  /** Settles when the service may be told of our addresses. */
  readonly mayRegister: () => Promise<unknown>;
};

/** How what the service tells by itself comes in. */
export type Inbound = {
  /** Checks and repairs what makes the service tell us, now and from then on. */
  readonly ensure: () => Promise<void>;
  /** Takes it back from the service and forgets it; the first failure, if the service kept any. */
  readonly removeAll: () => Promise<Answer<{ readonly removed: number }>>;
  /** The webhook of each business; none where businesses have none. */
  readonly report: () => ConnectionReport['webhooks'];
  /** True while nobody has the password that the service's calls must carry. */
  readonly lacksPassword: () => boolean;
  /** When the service last told us something, UTC milliseconds; null while it has not. */
  readonly lastDeliveryAt: () => number | null;
  /** The same for each business that has a webhook of ours which was used. */
  readonly lastDeliveries: () => readonly { readonly businessID: string; readonly at: number }[];
  /** Ends the checks; settles when none is under way any more. */
  readonly stop: () => Promise<void>;
};

export type RunningAccount = {
  /** What can be done with it because of its generation, connected or not. */
  readonly capabilities: Capabilities;
  /** How what its service says is read and taken in. */
  readonly intake: Intake;
  /**
   * What its service can be asked by those who look after more than leads; null while nobody connects
   * the account, and where its interface can be asked nothing of the kind.
   */
  readonly service: Service | null;
  /** Lookups of its marketplace; null while nobody connects the account. */
  readonly lookUp: LookUp | null;
  /** Keeps it in step once it was started; null while nobody connects the account. */
  readonly sync: AccountSync | null;
  /** How far it is in step, connected or not. */
  readonly report: () => SyncReport;
  /** How its replies leave. */
  readonly sender: Sender;
  readonly inbound: Inbound;
  /** The commands that it answers itself. */
  readonly commands: Partial<Handlers<OwnCommand>>;
  /** Ends everything at once; settles when requests under way have ended. */
  readonly close: () => Promise<void>;
};
