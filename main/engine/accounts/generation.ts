/** What an interface generation brings to the accounts that have it; which there are: generations.ts. */
import type { Intake } from './ingest/told.ts';

export type Generation = {
  readonly intake: Intake;
};
