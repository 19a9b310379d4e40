/**
 * The parts that records of both generations have in common, each field read by itself (live-facts,
 * Negotiation record and Messages; service.md, Lead).
 */
import { z } from 'zod';
import { succeed, type Answer } from '../../../contract/errors.ts';
import type { Attachment, LeadDetails, Money } from '../../../contract/records.ts';
import type { ListedBusiness } from '../leads/businesses.ts';
import { decodeEntities } from '../platform/entities.ts';
import { id, listOf, number, part, said, text, textOf, zipCode } from '../platform/http/fields.ts';
import { parse } from '../platform/http/parse.ts';
import { readMoney } from '../platform/money.ts';

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

/** A file; one without an address can at least be named. */
export const attachment = z.preprocess(
  (value) => (isAddress(value) ? { url: value } : value),
  part('fileName', {
    fileName: text,
    fileSize: number,
    mimeType: text,
    url: said(z.string().trim().min(1)),
    description: text,
  }),
);
export type AttachmentRecord = NonNullable<z.infer<typeof attachment>>;

const questionAndAnswer = part('answer', { question: text, answer: text }).transform(
  (detail) => detail && { question: detail.question ?? '', answer: detail.answer ?? '' },
);

/** The questions of the request and what the customer answered. */
export const details = listOf(questionAndAnswer);

export const location = part('address1', {
  address1: text,
  address2: text,
  city: text,
  state: text,
  zipCode,
});

/** What was written; an empty text is one, which comes beside files. */
export const written = z
  .preprocess(
    (value) => textOf(value) ?? (typeof value === 'string' ? '' : undefined),
    z.string().optional(),
  )
  .catch(undefined);

/** A text for people; empty when it was not said. */
export const wordsOf = (said: string | undefined): string => decodeEntities(said ?? '');

/** A name as people write it: blanks around and within it are none of it. */
export const nameWords = (said: string | undefined): string =>
  wordsOf(said).replaceAll(/\s+/g, ' ').trim();

/** "N/A" is no price. */
export const moneyOf = (said: string | undefined): Money | null =>
  said === undefined || /^n\/?a$/i.test(said.trim()) ? null : readMoney(said);

/** An attachment as the contract shows it. */
export const attachmentOf = (record: AttachmentRecord): Attachment => ({
  fileName: wordsOf(record.fileName),
  fileSize: record.fileSize ?? null,
  mimeType: record.mimeType ?? '',
  url: record.url ?? null,
  description: record.description === undefined ? null : decodeEntities(record.description),
});

export const answersOf = (said: z.infer<typeof details> = []): LeadDetails['request']['details'] =>
  said.map(({ question, answer }) => ({ question: wordsOf(question), answer: wordsOf(answer) }));

export const locationOf = (said: z.infer<typeof location>): LeadDetails['request']['location'] => ({
  address1: wordsOf(said?.address1),
  address2: wordsOf(said?.address2),
  city: wordsOf(said?.city),
  state: wordsOf(said?.state),
  zipCode: wordsOf(said?.zipCode),
});

const businessRecord = z.object({ businessID: id, name: text, imageURL: text });

/** Reads a record by `schema` and gives what `make` makes of it. */
export const readAs =
  <T extends z.ZodType, R>(schema: T, make: (record: z.output<T>) => R) =>
  (value: unknown): Answer<R> => {
    const read = parse(schema, value);
    return read.ok ? succeed(make(read.value)) : read;
  };

/** Reads a business of a service's list. */
export const readBusiness = readAs(
  businessRecord,
  ({ businessID, name, imageURL }): ListedBusiness => ({
    businessID,
    name: nameWords(name),
    imageURL: imageURL ?? null,
  }),
);

/** What is shown of a request (see Sources in reader.ts). */
export const shownOfRequest: readonly string[] = [
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
