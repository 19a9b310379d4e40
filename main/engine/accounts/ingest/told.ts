/** A record on its way in: where it goes, who was told it, and how. */
import type { Failure } from '../../../../contract/errors.ts';
import type { AdoptEcho } from '../../conversation/outbox/echo.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Reader } from '../reader.ts';
import type { Source } from './source.ts';
import type { Changes } from './changes.ts';

export type Told = {
  readonly store: Store;
  readonly adoptEcho: AdoptEcho;
  /** The account that was told, or the one that its lead belongs to (placed.ts). */
  readonly accountID: string;
  /** Reads the records of that account. */
  readonly reader: Reader;
  readonly source: Source;
  readonly changes: Changes;
};

/** How records of an interface generation are taken in; called inside ingest's transaction. */
export type Intake = {
  readonly reader: Reader;
  /** Takes over a lead's record that the service answered with; the reason when it cannot be read. */
  readonly takeLead: (told: Told, record: unknown) => string | null;
  /** Applies the body of a delivery of the kind `kind`; the reason when it cannot be understood. */
  readonly applyDelivery: (told: Told, kind: string, body: unknown) => string | null;
};

/** Why a record could not be read, in the words that are kept with it. */
export const reasonOf = ({ detail, message }: Failure): string => detail ?? message;
