/**
 * Requests to an account's service besides synchronization, used by the tools, which know no generation.
 */
import type { Answer } from '../../../contract/errors.ts';
import type { Urgency } from '../platform/http/budget.ts';
import type { Query, RecordPage } from '../platform/http/pages.ts';

/** A registered phone number; a missing or unreadable field is undefined. */
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

/** `phoneNumber` in E.164; `name` may be empty. */
export type NewPhoneNumber = { readonly phoneNumber: string; readonly name: string };

export type PhoneNumberList = {
  readonly records: readonly PhoneNumberRecord[];
  /** False when a record could not be parsed, so that a missing number may exist. */
  readonly isWhole: boolean;
};

export type PhoneNumberCalls = {
  /** GET all of them; the list has no pages. Deleted ones can be in it. */
  readonly list: () => Promise<Answer<PhoneNumberList>>;
  /** POST one. `conflict` when it is registered already. */
  readonly create: (number: NewPhoneNumber) => Promise<Answer<PhoneNumberRecord>>;
  /** POST many in one call; answers the created ones that can be parsed. */
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
  /** Parses a raw record. Errors: `unexpected_answer` for one without a usable id. */
  readonly read: (record: unknown) => Answer<ReviewRecord>;
};

/** Job status in the marketplace's terms. */
export type ServiceJobStatus =
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
   * Pages of raw messages of a negotiation sent after `after` (UTC milliseconds; null for all), unordered
   * and without duplicates. Ends after a failure.
   */
  readonly thread: (
    negotiationID: string,
    after: number | null,
    urgency: Urgency,
  ) => AsyncIterable<Answer<readonly unknown[]>>;
  /** The registered phone numbers of a business. */
  readonly phoneNumbersOf: (businessID: string) => PhoneNumberCalls;
  readonly reviews: ReviewCalls;
  /** POST the job status of a negotiation; repeating it is harmless. */
  readonly reportJobStatus: (
    negotiationID: string,
    status: ServiceJobStatus,
  ) => Promise<Answer<void>>;
};
