/** What an interface generation brings to the accounts that have it; which there are: generations.ts. */
import type { AttachedAccount } from '../../../contract/port.ts';
import type { Door } from './doors.ts';
import type { Intake } from './ingest/told.ts';
import type { AccountDependencies, RunningAccount } from './runtime.ts';

export type Generation = {
  /** A later generation has a greater number, which is kept with its accounts. */
  readonly number: number;
  /** How records and deliveries of such accounts are taken in. */
  readonly intake: Intake;
  /** Where the services of such accounts call us. */
  readonly doors: readonly Door[];
  /** Makes an account's running side; its synchronization waits to be started. Throws what the store throws. */
  readonly open: (account: AttachedAccount, dependencies: AccountDependencies) => RunningAccount;
};
