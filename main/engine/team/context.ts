/** Values that the modules of a running team share. */
import type { Change } from '../../../contract/events.ts';
import type { Author } from '../../../contract/team/facts.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Keyring } from '../../sealing/keyring.ts';
import type { Random } from '../platform/random.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import type { LeadKeys } from './lead-keys.ts';
import type { TeamLog } from './log/team-log.ts';

export type TeamContext = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  readonly slices: Pick<Slices, 'run'>;
  readonly teamLog: TeamLog;
  readonly keyring: () => Keyring;
  readonly keys: LeadKeys;
  /** The person here and this desktop. */
  readonly self: Author;
  readonly publish: (change: Change) => void;
};
