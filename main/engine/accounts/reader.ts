/** The parser of one generation's records. */
import type { Answer } from '../../../contract/errors.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import type { ListedBusiness } from '../leads/businesses.ts';
import type { LeadRecord } from '../leads/lead-record.ts';
import type { LeadColumn } from '../leads/stored-lead.ts';

/** Paths of fields in a raw record; `*` is any item of a list, `**` everything below. */
export type Sources<Column extends string = LeadColumn> = {
  /** The fields that each column is filled from. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Fields that are shown or used without a column. */
  readonly shown: readonly string[];
};

/** Columns of a message that are filled from its record. */
export type MessageColumn =
  | 'message_id'
  | 'negotiation_id'
  | 'side'
  | 'author'
  | 'text'
  | 'sent_at';

export type Reader = {
  /** Parses a lead. Errors: `unexpected_answer` with the place, for a record without a usable id. */
  readonly lead: (record: unknown) => Answer<LeadRecord>;
  /** Parses a message. Errors: `unexpected_answer` for one without a usable id or any content. */
  readonly message: (record: unknown) => Answer<MessageRecord>;
  readonly business: (record: unknown) => Answer<ListedBusiness>;
  /** The fields that `lead` uses. */
  readonly sources: Sources;
};
