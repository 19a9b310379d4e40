/** The interface of an account's synchronization, which each generation implements. */
import type { Change } from '../../../../contract/events.ts';
import type { ConnectionReport } from '../../../../contract/accounts.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Ingest } from '../ingest/ingest.ts';
import type { Random } from '../../platform/random.ts';
import type { Store } from '../../platform/store/store.ts';

export type SyncDependencies = {
  readonly store: Store;
  readonly ingest: Ingest;
  readonly clock: Clock;
  readonly random: Random;
  readonly publish: (change: Change) => void;
  readonly log: Log;
};

export type SyncReport = Pick<
  ConnectionReport,
  'online' | 'lastContactAt' | 'lastFailure' | 'polling' | 'backfill'
>;

export type AccountSync = {
  /** Starts the synchronization; call once. */
  readonly start: () => void;
  /** Polls the lead on the screen often; null for none. */
  readonly watch: (lead: number | null, focused: boolean) => void;
  /** Fetches businesses, lists and recent leads now. */
  readonly checkNow: () => void;
  /** Pauses or resumes the backfill, if one is running; new leads and deliveries still arrive. */
  readonly pauseImport: (paused: boolean) => void;
  /** Call when the service has answered a request of any module. */
  readonly answered: () => void;
  /** Call when the computer or the network is back. */
  readonly wake: () => void;
  /** Polls the leads that are due now. */
  readonly pollDue: () => void;
  readonly report: () => SyncReport;
  readonly stop: () => void;
};
