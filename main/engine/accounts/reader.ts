/** How the records of one interface generation are read: in one place for each, for everybody. */
import type { Answer } from '../../../contract/errors.ts';
import type { MessageRecord } from '../conversation/message-record.ts';
import type { ListedBusiness } from '../leads/businesses.ts';
import type { LeadRecord } from '../leads/lead-record.ts';
import type { LeadColumn } from '../leads/stored-lead.ts';

/** Paths of fields in a record as it comes; `*` stands for any item of a list, `**` for all below. */
export type Sources<Column extends string = LeadColumn> = {
  /** What each column of a row comes from. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** What is shown or used without a column. */
  readonly shown: readonly string[];
};

/** What a message's row holds of its record. */
export type MessageColumn =
  'message_id' | 'negotiation_id' | 'side' | 'author' | 'text' | 'sent_at';

export type Reader = {
  /** Reads a lead's record; `unexpected_answer` and where it differs when it has no usable id. */
  readonly lead: (record: unknown) => Answer<LeadRecord>;
  /** Reads a message's record; `unexpected_answer` when it has no usable id, or says nothing. */
  readonly message: (record: unknown) => Answer<MessageRecord>;
  /** Reads a business of the list that the service answers with. */
  readonly business: (record: unknown) => Answer<ListedBusiness>;
  /** Where `lead` takes from what a lead's row holds and what is shown of it. */
  readonly sources: Sources;
};
