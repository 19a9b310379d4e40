/** What ingest passes along with each record: the store, the account, its reader and the source. */
import type { Failure } from '../../../../contract/errors.ts';
import type { AdoptEcho } from '../../conversation/outbox/echo.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Reader } from '../reader.ts';
import type { Source } from './source.ts';
import type { Changes } from './changes.ts';

export type IngestContext = {
  readonly store: Store;
  readonly adoptEcho: AdoptEcho;
  /** The account that received the record; after routing the one that its lead belongs to (route.ts). */
  readonly accountID: string;
  /** Parses the records of that account. */
  readonly reader: Reader;
  readonly source: Source;
  readonly changes: Changes;
};

/** Applies the records of one generation. Call inside ingest's transaction. */
export type Intake = {
  readonly reader: Reader;
  /** Applies a fetched lead record; returns the reason when it cannot be parsed. */
  readonly applyLead: (context: IngestContext, record: unknown) => string | null;
  /** Applies the body of a delivery of this kind; returns the reason when it cannot be parsed. */
  readonly applyDelivery: (context: IngestContext, kind: string, body: unknown) => string | null;
};

/** The reason that is stored with a record that cannot be parsed. */
export const reasonOf = ({ detail, message }: Failure): string => detail ?? message;
