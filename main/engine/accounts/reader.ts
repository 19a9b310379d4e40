/** The parser of one generation's records. */
import type { Answer } from '../../../contract/errors.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import type { ListedBusiness } from '../leads/businesses.ts';
import type { LeadRecord } from '../leads/lead-record.ts';
import type { LeadColumn } from '../leads/stored-lead.ts';

/** Paths of fields in a raw record; `*` is any item of a list, `**` everything below. */
export type Sources<Column extends string = LeadColumn> = {
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Fields that are shown or used without a column. */
  readonly shown: readonly string[];
};

export type MessageColumn =
  | 'message_id'
  | 'negotiation_id'
  | 'side'
  | 'author'
  | 'text'
  | 'sent_at';

export type Reader = {
  /** Errors: `unexpected_answer`, with the field, for a record without a usable id. */
  readonly parseLead: (record: unknown) => Answer<LeadRecord>;
  /** Errors: `unexpected_answer` for a message without a usable id or any content. */
  readonly parseMessage: (record: unknown) => Answer<MessageRecord>;
  readonly parseBusiness: (record: unknown) => Answer<ListedBusiness>;
  /** The fields that `parseLead` uses. */
  readonly sources: Sources;
};
