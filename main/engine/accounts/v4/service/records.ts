/**
 * What the v4 interface sends (live-facts, Negotiation record and Messages), each field read by
 * itself: only the ids are demanded, unknown enum values are kept as they came. Never a crash, and
 * never a guess: a record without a usable id is refused with the reason.
 */
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import {
  flag,
  id,
  isAbsent,
  isFields,
  listOf,
  namedTexts,
  number,
  part,
  renamed,
  said,
  text,
  textOf,
  time,
  zipCode,
  type Fields,
} from '../../../platform/http/fields.ts';

const person = {
  customerID: said(id),
  firstName: text,
  lastName: text,
  displayName: text,
  phone: text,
};

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

const requestFields = {
  description: text,
  category: part('name', { categoryID: said(id), name: text }),
  location,
  details,
  proposedTimes: listOf(part('start', { start: time, end: time })),
  booking: part('start', { start: time, duration: number }),
  travelPreferences: listOf(text),
  attachments: listOf(attachment),
};

/** Documentation's own sample has parts of the request, and the customer's place, beside it. */
const withRequest = (value: unknown): unknown => {
  if (!isFields(value)) return value;
  const { request, customer } = value;
  const beside: Fields = {
    ...(isFields(customer) ? { location: customer['location'] } : {}),
    ...value,
  };
  const inside = Array.isArray(request) ? request.find(isFields) : request;
  const whole: Fields = isFields(inside) ? inside : { description: inside };
  const merged = Object.keys(requestFields).flatMap((name) => {
    const found = [whole[name], beside[name]].find((part) => !isAbsent(part));
    return found === undefined ? [] : [[name, found] as const];
  });
  return { ...value, request: Object.fromEntries(merged) };
};

export const negotiationRecord = z.preprocess(
  (value) => withRequest(renamed({ createTime: 'createdAt' })(value)),
  z.object({
    negotiationID: id,
    createdAt: time,
    status: text,
    leadPrice: text,
    chargeState: text,
    customer: part('displayName', person),
    leadPriceBreakdown: part('subtotal', { subtotal: text, salesTax: text }),
    business: part('name', {
      businessID: said(id),
      name: text,
      phoneNumber: text,
      accessCode: text,
    }),
    request: said(z.object(requestFields)),
    estimate: part('total', {
      type: text,
      total: text,
      pricePerUnit: text,
      unitQuantity: number,
      unitName: text,
    }),
    /** Of no documented shape. */
    refundDetails: namedTexts,
    requestReviewLink: text,
    refundRequestLink: text,
  }),
);
export type NegotiationRecord = z.infer<typeof negotiationRecord>;

/** What was written; an empty text is one, which comes beside files. */
export const written = z
  .preprocess(
    (value) => textOf(value) ?? (typeof value === 'string' ? '' : undefined),
    z.string().optional(),
  )
  .catch(undefined);

/** The answer to a message that was sent: only its id is needed. */
export const sentMessage = z.preprocess(
  renamed({ createTime: 'sentAt', createdAt: 'sentAt', createTimestamp: 'sentAt' }),
  z.object({
    messageID: id,
    negotiationID: said(id),
    /** `Customer`, `Business`, or a value that is not known yet. */
    from: text,
    customer: part('displayName', person),
    business: part('displayName', { businessID: said(id), displayName: text }),
    text: written,
    attachments: listOf(attachment),
    sentAt: time,
  }),
);
export type SentMessage = z.infer<typeof sentMessage>;

export const messageRecord = sentMessage
  .refine((message) => message.text !== undefined || message.attachments.length > 0, {
    path: ['text'],
    message: 'nothing is said',
  })
  .transform((message) => ({ ...message, text: message.text ?? '' }));
export type MessageRecord = z.infer<typeof messageRecord>;

export const businessRecord = z.object({ businessID: id, name: text, imageURL: text });

export const userRecord = z.object({ userID: id, email: text, firstName: text, lastName: text });
export type UserRecord = z.infer<typeof userRecord>;

export const webhookRecord = z.object({
  webhookID: id,
  webhookURL: text,
  enabled: flag,
  authType: text,
  eventTypes: listOf(text),
});
export type WebhookRecord = z.infer<typeof webhookRecord>;

/** An empty list can come as null; one record in the place of a list is its only one. */
export const records = z.preprocess((value) => {
  if (value === null) return [];
  if (!isFields(value)) return value;
  return Object.keys(value).length === 0 ? [] : [value];
}, z.array(z.unknown()));

/** A page of a list; its items are read one by one, so that a broken one does not cost the others. */
export const page = z.object({
  data: records,
  pagination: said(z.object({ limit: number, next: said(z.union([z.string(), z.number()])) })),
});

/** What a webhook delivery wraps around its record (live-facts, Webhooks). */
export const envelope = z.object({
  event: z.preprocess(
    (value) => (Array.isArray(value) ? value.find(isFields) : value),
    z.object({ eventType: z.string().min(1).max(200), webhookID: said(id) }),
  ),
  data: z.unknown(),
});

/** A record that stands in a list of its own is that record. */
export const oneRecord = (value: unknown): unknown =>
  Array.isArray(value) ? (value.find(isFields) ?? value) : value;

/** Reads `value` (of a list its first record) by `schema`, or fails with `unexpected_answer` and where it differs, never what. */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): Answer<z.output<T>> => {
  const read = schema.safeParse(oneRecord(value));
  if (read.success) return succeed(read.data);
  const detail = read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the record'}: ${message}`)
    .join('; ');
  return fail('unexpected_answer', 'The service sent a record that cannot be read.', {
    detail: detail.slice(0, 500),
  });
};
