/** Values that the modules of a running team share. */
import type { Author } from '../../../contract/team/facts.ts';
import type { Keyring } from '../../sealing/keyring.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import type { Random } from '../platform/random.ts';
import type { Slices } from '../platform/slices.ts';
import type { LeadKeys } from './lead-keys.ts';
import type { TeamLog } from './log/team-log.ts';

export type TeamContext = Omit<EngineDependencies, 'random'> & {
  readonly random: Pick<Random, 'fraction'>;
  readonly slices: Pick<Slices, 'run'>;
  readonly teamLog: TeamLog;
  readonly keyring: () => Keyring;
  readonly keys: LeadKeys;
  /** The person here and this desktop. */
  readonly self: Author;
};
