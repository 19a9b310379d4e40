/** The interface of a generation; the list is in generations.ts. */
import type { AttachedAccount } from '../../../contract/port.ts';
import type { Endpoint } from './endpoints.ts';
import type { Intake } from './ingest/context.ts';
import type { AccountDependencies, RunningAccount } from './runtime.ts';

export type Generation = {
  /** Stored with its accounts; a later generation has a greater number. */
  readonly number: number;
  readonly intake: Intake;
  readonly endpoints: readonly Endpoint[];
  /** Event kinds that change no lead; `*` at the end stands for any text. */
  readonly storedOnlyKinds: readonly string[];
  /** Creates the runtime of an account; its synchronization is not started. Throws what the store throws. */
  readonly open: (account: AttachedAccount, dependencies: AccountDependencies) => RunningAccount;
};
