/** Requests to an account's service, in a form that does not depend on its generation. */
import type { Answer } from '../../../contract/errors.ts';
import type { Urgency } from '../platform/http/budget.ts';
import type { Query, RecordPage } from '../platform/http/pages.ts';

/** Missing or unreadable fields are undefined; times are UTC milliseconds. */
export type PhoneNumberRecord = {
  readonly phoneNumberID: string;
  readonly businessID?: string | undefined;
  readonly phoneNumber: string;
  readonly name?: string | undefined;
  readonly createdTime?: number | undefined;
  readonly updatedTime?: number | undefined;
  readonly lastActivityTime?: number | undefined;
  readonly isDeleted?: boolean | undefined;
};

/** `phoneNumber` in E.164; `name` may be empty. */
export type NewPhoneNumber = { readonly phoneNumber: string; readonly name: string };

export type PhoneNumberList = {
  readonly records: readonly PhoneNumberRecord[];
  /** False if a record could not be parsed: a number that is not listed may exist. */
  readonly isWhole: boolean;
};

export type PhoneNumberCalls = {
  /** Lists all numbers, possibly with deleted ones. There are no pages. */
  readonly list: () => Promise<Answer<PhoneNumberList>>;
  /** Registers a number. Errors: `conflict` if it is already registered. */
  readonly create: (number: NewPhoneNumber) => Promise<Answer<PhoneNumberRecord>>;
  /** Registers several numbers. Returns the created records that can be parsed. */
  readonly createMany: (
    numbers: readonly NewPhoneNumber[],
  ) => Promise<Answer<readonly PhoneNumberRecord[]>>;
  readonly update: (id: string, number: NewPhoneNumber) => Promise<Answer<PhoneNumberRecord>>;
  readonly remove: (phoneNumberID: string) => Promise<Answer<void>>;
};

export type ReviewRecord = {
  readonly reviewID: string;
  readonly businessID?: string | undefined;
  readonly reviewText?: string | undefined;
  readonly rating?: number | undefined;
  readonly createTime?: number | undefined;
  readonly reviewerName?: string | undefined;
  readonly responseText?: string | undefined;
  readonly responseTime?: number | undefined;
  readonly negotiationID?: string | undefined;
  readonly categoryID?: string | undefined;
  readonly category?: { readonly name?: string | undefined } | undefined;
  readonly images: readonly string[];
};

export type ReviewCalls = {
  /** @param query `limit` and `offset`, or the `next` of a page */
  readonly fetchPage: (businessID: string, query: Query) => Promise<Answer<RecordPage>>;
  /** Parses a record. Errors: `unexpected_answer` without a usable id. */
  readonly parseRecord: (record: unknown) => Answer<ReviewRecord>;
};

export type Service = {
  /** Fetches the raw record. Errors: `gone` after a refund, `forbidden` for another user's lead. */
  readonly fetchNegotiation: (negotiationID: string, urgency: Urgency) => Promise<Answer<unknown>>;
  /** Fetches pages of the messages sent after `after` (null for all), unordered, until a failure. */
  readonly fetchMessages: (
    negotiationID: string,
    after: number | null,
    urgency: Urgency,
  ) => AsyncIterable<Answer<readonly unknown[]>>;
  readonly getPhoneNumberCalls: (businessID: string) => PhoneNumberCalls;
  readonly reviews: ReviewCalls;
  /** Sends a word of `findJobStatusWord`; sending it twice is harmless. */
  readonly reportJobStatus: (negotiationID: string, word: string) => Promise<Answer<void>>;
};
