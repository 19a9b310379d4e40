/**
 * Types of a generation and of its account runtimes, one for each attached account. Other modules use
 * these instead of branching on the generation.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { Capabilities } from '../../../contract/generations.ts';
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { JobStatus } from '../../../contract/marks.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Sender } from '../conversation/outbox/courier.ts';
import type { Addressee } from '../platform/http/credentials.ts';
import type { TokenSource } from '../platform/http/transport.ts';
import type { Random } from '../platform/random.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';
import type { Arrivals } from './arrivals.ts';
import type { AccountCommand } from './account-commands.ts';
import type { Endpoint } from './endpoints.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { Intake } from './ingest/context.ts';
import type { LookUp } from './look-up.ts';
import type { Service } from './service.ts';

export type Generation = {
  /** Stored with its accounts; a later generation has a greater number. */
  readonly number: number;
  readonly intake: Intake;
  readonly endpoints: readonly Endpoint[];
  /** Event kinds that change no lead; `*` at the end stands for any text. */
  readonly storedOnlyKinds: readonly string[];
  /** Creates an account's runtime without starting its synchronization. Throws errors of the store. */
  readonly open: (account: AttachedAccount, dependencies: AccountDependencies) => RunningAccount;
};

/** Webhooks of an account that deliver to the team's hub, the same for all its desktops. */
export type SharedWebhooks = {
  /** Path and credentials for a business, or for the whole account (null). */
  readonly getAddressee: (businessID: string | null) => Addressee & { readonly password: string };
  /** True while this desktop repairs them for the team. */
  readonly mayRepair: () => boolean;
  /** Makes the hub accept a business's deliveries for this account. Errors: those of the hub's desk. */
  readonly announce: (businessID: string | null) => Promise<Answer<unknown>>;
  /** Makes the hub reject them, unless it accepts them for another account. Errors: those of the hub's desk. */
  readonly forget: (businessID: string | null) => Promise<Answer<unknown>>;
};

export type AccountReach = {
  /** Base of the endpoint addresses, without a trailing slash; null when unreachable. */
  readonly findBase: () => string | null;
  readonly isReachable: () => boolean;
  /** Null unless deliveries go to the team's hub. */
  readonly findSharedWebhooks: () => SharedWebhooks | null;
};

/** Event types under which polled records are stored. */
export const polledKinds = ['answer:negotiation', 'answer:message', 'answer:missing'] as const;
export type PolledKind = (typeof polledKinds)[number];

/** In a team one desktop polls an account for all; without one, each polls its own. */
export type Poller = {
  /** True while this desktop polls; otherwise only the backfill fetches. */
  readonly mayPoll: () => boolean;
  /** Called with polled records that other desktops may lack, in the transaction that stores them. */
  readonly onFound: (kind: PolledKind, records: readonly unknown[]) => void;
};

/** Dependencies of many modules. */
export type EngineDependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
};

export type AccountDependencies = EngineDependencies & {
  readonly ingest: Ingest;
  readonly token: TokenSource;
  readonly reach: AccountReach;
  readonly poller: Poller;
  readonly arrivals: Pick<Arrivals, 'waitFor'>;
  /** Settles when addresses may be registered at the service. */
  readonly whenRegistrable: () => Promise<unknown>;
};

/** Receives deliveries: registers at the service, and reports. */
export type Inbound = {
  /** Checks and repairs the registrations now, and again later. */
  readonly ensure: () => Promise<void>;
  /** Removes the registrations from the service. Returns the first failure, if any. */
  readonly removeAll: () => Promise<Answer<{ readonly removed: number }>>;
  readonly report: () => ConnectionReport['webhooks'];
  /** False for an account without permission for webhooks. */
  readonly isUsed: boolean;
  /** True until the service's operator can have the password for its calls. */
  readonly lacksPassword: () => boolean;
  readonly readLastDeliveryAt: () => number | null;
  readonly listLastDeliveries: () => readonly {
    readonly businessID: string;
    readonly at: number;
  }[];
  /** Stops the checks; settles when the current one has ended. */
  readonly stop: () => Promise<void>;
};

export type SyncDependencies = EngineDependencies & Pick<AccountDependencies, 'ingest'>;

export type SyncReport = Pick<
  ConnectionReport,
  'online' | 'lastContactAt' | 'lastFailure' | 'polling' | 'backfill'
>;

export type AccountSync = {
  readonly start: () => void;
  /** Polls the lead on the screen often. */
  readonly watch: (lead: number | null, focused: boolean) => void;
  readonly checkNow: () => void;
  /** Pauses or resumes the backfill, if one is running; new leads and deliveries still arrive. */
  readonly pauseImport: (paused: boolean) => void;
  /** Call when the service has answered a request of any module. */
  readonly onAnswered: () => void;
  readonly wake: () => void;
  readonly pollDue: () => void;
  readonly report: () => SyncReport;
  readonly stop: () => void;
};

/** While not connected, `lookUp`, `sync` and `service` are null. */
export type RunningAccount = {
  readonly capabilities: Capabilities;
  readonly intake: Intake;
  /** Also null where the interface has no requests for the tools. */
  readonly service: Service | null;
  readonly lookUp: LookUp | null;
  /** The service's word for a job status; null where it has none. */
  readonly findJobStatusWord: (status: JobStatus | null) => string | null;
  readonly sync: AccountSync | null;
  readonly report: () => SyncReport;
  readonly sender: Sender;
  readonly inbound: Inbound;
  readonly commands: Partial<Handlers<AccountCommand>>;
  /** Stops everything now; settles when requests in flight have ended. */
  readonly close: () => Promise<void>;
};
