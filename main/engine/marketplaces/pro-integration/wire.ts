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
  textOf,
  zipCode,
} from '../../platform/http/fields.ts';
import { parse } from '../../platform/http/parse.ts';
import { readMoney } from '../../platform/money.ts';
import { timeZoneOf } from '../../platform/time-zones.ts';

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
export const withContent = <
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
export const messageText = z
  .preprocess(
    (value) => textOf(value) ?? (typeof value === 'string' ? '' : undefined),
    z.string().optional(),
  )
  .catch(undefined);

/** Returns a text without HTML entities; empty if absent. */
export const plainText = (value: string | undefined): string => decodeEntities(value ?? '');

/** Returns a name without HTML entities and surplus spaces; empty if absent. */
export const plainName = (value: string | undefined): string =>
  plainText(value).replaceAll(/\s+/g, ' ').trim();

/** Null for a missing price and for "N/A". */
export const readPrice = (value: string | undefined): Money | null =>
  value === undefined || /^n\/?a$/i.test(value.trim()) ? null : readMoney(value);

export const attachmentOf = (record: AttachmentRecord): Attachment => ({
  fileName: plainText(record.fileName),
  fileSize: record.fileSize ?? null,
  mimeType: record.mimeType ?? '',
  url: record.url ?? null,
  description: record.description === undefined ? null : decodeEntities(record.description),
});

type RequestParts = Partial<z.infer<z.ZodObject<typeof requestFields>>>;

export const requestOf = (request: RequestParts = {}): LeadRecord['request'] => {
  const { address1, address2, city, state, zipCode } = request.location ?? {};
  const location = {
    address1: plainText(address1),
    address2: plainText(address2),
    city: plainText(city),
    state: plainText(state),
    zipCode: plainText(zipCode),
  };
  return {
    ...noRequest,
    description: plainText(request.description),
    details: (request.details ?? []).map(({ question, answer }) => ({
      question: plainText(question),
      answer: plainText(answer),
    })),
    location,
    timeZone: timeZoneOf(location),
    attachments: (request.attachments ?? []).map(attachmentOf),
  };
};

const businessRecord = z.object({ businessID: id, name: text, imageURL: text });

export const readAs =
  <T extends z.ZodType, R>(schema: T, convert: (record: z.output<T>) => R) =>
  (value: unknown): Answer<R> => {
    const read = parse(schema, value);
    return read.ok ? succeed(convert(read.value)) : read;
  };

export const readBusiness = readAs(
  businessRecord,
  ({ businessID, name, imageURL }): ListedBusiness => ({
    businessID,
    name: plainName(name),
    imageURL: imageURL ?? null,
  }),
);

export const fieldsBelow = (path: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${path}.${name}`);

export const attachmentFields = ['fileName', 'fileSize', 'mimeType', 'url', 'description'];

export const shownRequestFields: readonly string[] = [
  'request.description',
  ...fieldsBelow('request.details.*', 'question', 'answer'),
  ...fieldsBelow('request.location', 'address1', 'address2', 'state', 'zipCode'),
  'request.travelPreferences',
  'request.travelPreferences.*',
  ...fieldsBelow('request.attachments.*', ...attachmentFields),
];
