/**
 * Schemas and conversions that the records of both generations share; each field is parsed separately
 * (live-facts, Negotiation record and Messages; service.md, Lead).
 */
import { z } from 'zod';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { Attachment, LeadDetails, Money } from '../../../contract/records.ts';
import type { ListedBusiness } from '../leads/businesses.ts';
import { decodeEntities } from '../platform/entities.ts';
import {
  id,
  listOf,
  number,
  part,
  optional,
  text,
  textOf,
  zipCode,
} from '../platform/http/fields.ts';
import { parse } from '../platform/http/parse.ts';
import { readMoney } from '../platform/money.ts';

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** A file, with or without an address. */
export const attachment = z.preprocess(
  (value) => (isAddress(value) ? { url: value } : value),
  part('fileName', {
    fileName: text,
    fileSize: number,
    mimeType: text,
    url: optional(z.string().trim().min(1)),
    description: text,
  }),
);
export type AttachmentRecord = NonNullable<z.infer<typeof attachment>>;

const questionAndAnswer = part('answer', { question: text, answer: text }).transform(
  (detail) => detail && { question: detail.question ?? '', answer: detail.answer ?? '' },
);

/** The questions of the request with the customer's answers. */
export const details = listOf(questionAndAnswer);

export const location = part('address1', {
  address1: text,
  address2: text,
  city: text,
  state: text,
  zipCode,
});

/** Text of a message; it can be empty beside files. */
export const messageText = z
  .preprocess(
    (value) => textOf(value) ?? (typeof value === 'string' ? '' : undefined),
    z.string().optional(),
  )
  .catch(undefined);

/** Decoded text; empty when missing. */
export const plainText = (value: string | undefined): string => decodeEntities(value ?? '');

/** A name with single spaces. */
export const plainName = (value: string | undefined): string =>
  plainText(value).replaceAll(/\s+/g, ' ').trim();

/** Null for a missing price and for "N/A". */
export const moneyOf = (value: string | undefined): Money | null =>
  value === undefined || /^n\/?a$/i.test(value.trim()) ? null : readMoney(value);

export const attachmentOf = (record: AttachmentRecord): Attachment => ({
  fileName: plainText(record.fileName),
  fileSize: record.fileSize ?? null,
  mimeType: record.mimeType ?? '',
  url: record.url ?? null,
  description: record.description === undefined ? null : decodeEntities(record.description),
});

export const answersOf = (value: z.infer<typeof details> = []): LeadDetails['request']['details'] =>
  value.map(({ question, answer }) => ({
    question: plainText(question),
    answer: plainText(answer),
  }));

export const locationOf = (
  value: z.infer<typeof location>,
): LeadDetails['request']['location'] => ({
  address1: plainText(value?.address1),
  address2: plainText(value?.address2),
  city: plainText(value?.city),
  state: plainText(value?.state),
  zipCode: plainText(value?.zipCode),
});

const businessRecord = z.object({ businessID: id, name: text, imageURL: text });

/** Makes a parser: validates with `schema`, then converts with `make`. */
export const readAs =
  <T extends z.ZodType, R>(schema: T, make: (record: z.output<T>) => R) =>
  (value: unknown): Answer<R> => {
    const read = parse(schema, value);
    return read.ok ? succeed(make(read.value)) : read;
  };

export const readBusiness = readAs(
  businessRecord,
  ({ businessID, name, imageURL }): ListedBusiness => ({
    businessID,
    name: plainName(name),
    imageURL: imageURL ?? null,
  }),
);

/** Request fields that are shown (`Sources` in reader.ts). */
export const shownRequestFields: readonly string[] = [
  'request.description',
  'request.details.*.question',
  'request.details.*.answer',
  'request.location.address1',
  'request.location.address2',
  'request.location.state',
  'request.location.zipCode',
  'request.travelPreferences',
  'request.travelPreferences.*',
  'request.attachments.*.fileName',
  'request.attachments.*.fileSize',
  'request.attachments.*.mimeType',
  'request.attachments.*.url',
  'request.attachments.*.description',
];
