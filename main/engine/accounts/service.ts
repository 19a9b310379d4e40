/**
 * What an account's service can be asked beside what keeps the account in step: the tools ask it, and
 * know no interface generation. Which accounts have one: runtime.ts.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { Urgency } from '../platform/http/budget.ts';
import type { Query, RecordPage } from '../platform/http/pages.ts';

/** A registered phone number; a field that the service did not say, or not so that it can be read, is undefined. */
export type PhoneNumberRecord = {
  readonly phoneNumberID: string;
  readonly businessID?: string | undefined;
  readonly phoneNumber: string;
  readonly name?: string | undefined;
  /** Times are UTC milliseconds. */
  readonly createdTime?: number | undefined;
  readonly updatedTime?: number | undefined;
  readonly lastActivityTime?: number | undefined;
  readonly isDeleted?: boolean | undefined;
};

/** What is registered: E.164, and the professional's word for it, which may be empty. */
export type NewPhoneNumber = { readonly phoneNumber: string; readonly name: string };

export type PhoneNumberList = {
  readonly records: readonly PhoneNumberRecord[];
  /** False when the list held something that could not be read: then what lacks may be there. */
  readonly isWhole: boolean;
};

export type PhoneNumberCalls = {
  /** GET all of them; the list has no pages. Deleted ones can be in it. */
  readonly list: () => Promise<Answer<PhoneNumberList>>;
  /** POST one. `conflict` when it is registered already. */
  readonly create: (number: NewPhoneNumber) => Promise<Answer<PhoneNumberRecord>>;
  /** POST many in one call: those that the service says it made, as far as they can be read. */
  readonly createMany: (
    numbers: readonly NewPhoneNumber[],
  ) => Promise<Answer<readonly PhoneNumberRecord[]>>;
  /** PUT another number, another name, or both. */
  readonly update: (
    phoneNumberID: string,
    number: NewPhoneNumber,
  ) => Promise<Answer<PhoneNumberRecord>>;
  readonly remove: (phoneNumberID: string) => Promise<Answer<void>>;
};

export type ReviewRecord = {
  readonly reviewID: string;
  readonly businessID?: string | undefined;
  readonly reviewText?: string | undefined;
  readonly rating?: number | undefined;
  /** Times are UTC milliseconds. */
  readonly createTime?: number | undefined;
  readonly reviewerName?: string | undefined;
  readonly responseText?: string | undefined;
  readonly responseTime?: number | undefined;
  readonly negotiationID?: string | undefined;
  readonly categoryID?: string | undefined;
  readonly category?: { readonly name?: string | undefined } | undefined;
  /** Addresses. */
  readonly images: readonly string[];
};

export type ReviewCalls = {
  /** A page of one business's reviews: raw records and the query of the next page. */
  readonly ofOne: (businessID: string, query: Query) => Promise<Answer<RecordPage>>;
  /** A page of the reviews of several businesses. */
  readonly ofSeveral: (businessIDs: readonly string[], query: Query) => Promise<Answer<RecordPage>>;
  /** Reads a raw record; `unexpected_answer` when it has no usable id. */
  readonly read: (record: unknown) => Answer<ReviewRecord>;
};

/** How far a job is, in the marketplace's words. */
export type ToldJobStatus =
  | 'not_scheduled'
  | 'appt_scheduled'
  | 'job_complete'
  | 'invoice_paid'
  | 'customer_cancel'
  | 'pro_cancel';

export type Service = {
  /** GET one negotiation: the raw record. `gone` after a refund, `forbidden` for another's. */
  readonly negotiation: (negotiationID: string, urgency: Urgency) => Promise<Answer<unknown>>;
  /**
   * The messages of a negotiation that were sent after `after` (UTC milliseconds; null: all of them), a
   * page of raw records at a time, in no order and each once. Ends after a failure.
   */
  readonly thread: (
    negotiationID: string,
    after: number | null,
    urgency: Urgency,
  ) => AsyncIterable<Answer<readonly unknown[]>>;
  /** The registered phone numbers of a business. */
  readonly phoneNumbersOf: (businessID: string) => PhoneNumberCalls;
  readonly reviews: ReviewCalls;
  /** Says how far the job of a negotiation is. What it says twice it has said once. */
  readonly tellJobStatus: (negotiationID: string, status: ToldJobStatus) => Promise<Answer<void>>;
};
