/** Schemas and conversions that both generations share. Each field is parsed separately. */
import { z } from 'zod';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import type { Attachment, Money } from '../../../../contract/records.ts';
import type { ListedBusiness } from '../../leads/businesses.ts';
import { noRequest, type LeadRecord } from '../../leads/lead-record.ts';
import { decodeEntities } from '../../platform/entities.ts';
import {
  id,
  listOf,
  number,
  part,
  optional,
  text,
  toText,
  zipCode,
} from '../../platform/http/fields.ts';
import { parse } from '../../platform/http/parse.ts';
import { parseMoney } from '../../platform/money.ts';
import { findTimeZone } from '../../platform/time-zones.ts';

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);

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
type AttachmentRecord = NonNullable<z.infer<typeof attachment>>;

/** Fields of a request in both generations. */
export const requestFields = {
  description: text,
  location: part('address1', { address1: text, address2: text, city: text, state: text, zipCode }),
  details: listOf(
    part('answer', { question: text, answer: text }).transform(
      (detail) => detail && { question: detail.question ?? '', answer: detail.answer ?? '' },
    ),
  ),
  attachments: listOf(attachment),
};

/** Requires a text or a file in a message. */
export const requireContent = <
  T extends { readonly text?: string | undefined; readonly attachments: readonly unknown[] },
>(
  message: z.ZodType<T>,
) =>
  message
    .refine((read) => read.text !== undefined || read.attachments.length > 0, {
      path: ['text'],
      message: 'the message is empty',
    })
    .transform((read) => ({ ...read, text: read.text ?? '' }));

/** Text of a message: empty if blank, as next to files; undefined if missing. */
export const messageText = z.transform(
  (value: unknown) => toText(value) ?? (typeof value === 'string' ? '' : undefined),
);

/** Returns a text without HTML entities; empty if absent. */
export const toPlainText = (value: string | undefined): string => decodeEntities(value ?? '');

/** Returns a name without HTML entities and surplus spaces; empty if absent. */
export const toPlainName = (value: string | undefined): string =>
  toPlainText(value).replaceAll(/\s+/g, ' ').trim();

/** Null for a missing price and for "N/A". */
export const parsePrice = (value: string | undefined): Money | null =>
  value === undefined || /^n\/?a$/i.test(value.trim()) ? null : parseMoney(value);

export const toAttachment = (record: AttachmentRecord): Attachment => ({
  fileName: toPlainText(record.fileName),
  fileSize: record.fileSize ?? null,
  mimeType: record.mimeType ?? '',
  url: record.url ?? null,
  description: record.description === undefined ? null : decodeEntities(record.description),
});

type RequestParts = Partial<z.infer<z.ZodObject<typeof requestFields>>>;

export const toRequest = (request: RequestParts = {}): LeadRecord['request'] => {
  const { address1, address2, city, state, zipCode } = request.location ?? {};
  const location = {
    address1: toPlainText(address1),
    address2: toPlainText(address2),
    city: toPlainText(city),
    state: toPlainText(state),
    zipCode: toPlainText(zipCode),
  };
  return {
    ...noRequest,
    description: toPlainText(request.description),
    details: (request.details ?? []).map(({ question, answer }) => ({
      question: toPlainText(question),
      answer: toPlainText(answer),
    })),
    location,
    timeZone: findTimeZone(location),
    attachments: (request.attachments ?? []).map(toAttachment),
  };
};

const businessRecord = z.object({ businessID: id, name: text, imageURL: text });

export const createParser =
  <T extends z.ZodType, R>(schema: T, convert: (record: z.output<T>) => R) =>
  (value: unknown): Answer<R> => {
    const read = parse(schema, value);
    return read.ok ? succeed(convert(read.value)) : read;
  };

export const parseBusiness = createParser(
  businessRecord,
  ({ businessID, name, imageURL }): ListedBusiness => ({
    businessID,
    name: toPlainName(name),
    imageURL: imageURL ?? null,
  }),
);

export const listFieldsBelow = (path: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${path}.${name}`);

export const attachmentFields = ['fileName', 'fileSize', 'mimeType', 'url', 'description'];

export const shownRequestFields: readonly string[] = [
  'request.description',
  ...listFieldsBelow('request.details.*', 'question', 'answer'),
  ...listFieldsBelow('request.location', 'address1', 'address2', 'state', 'zipCode'),
  'request.travelPreferences',
  'request.travelPreferences.*',
  ...listFieldsBelow('request.attachments.*', ...attachmentFields),
];
