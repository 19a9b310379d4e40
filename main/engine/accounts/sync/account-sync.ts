/** What the synchronization of an account is given and offers, whatever its generation. */
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
  /** Begins, once; nothing is asked before. */
  readonly start: () => void;
  /** The lead on the screen, or null. */
  readonly watch: (lead: number | null, focused: boolean) => void;
  /** Reads businesses, lists and recent leads now. */
  readonly checkNow: () => void;
  /**
   * Rests the first sync, or goes on with it where it was; new leads, and what is told of old ones,
   * come in meanwhile. Nothing where none is under way.
   */
  readonly pauseImport: (paused: boolean) => void;
  /** The service has answered a request, whoever sent it. */
  readonly answered: () => void;
  /** The computer or the network is back. */
  readonly wake: () => void;
  /** Leads may have come in by another way. */
  readonly pollDue: () => void;
  readonly report: () => SyncReport;
  readonly stop: () => void;
};
