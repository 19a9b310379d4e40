/**
 * What the v4 interface sends, read tolerantly (live-facts, Negotiation record and Messages): only
 * the ids are demanded, every other field that is missing or of an unexpected shape counts as not
 * said, unknown fields and unknown enum values are kept as they came. Never a crash, and never a
 * guess: a record without a usable id is refused with the reason.
 */
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';

/** Decimal strings by the documentation; exact numbers are taken too. */
export const id = z.union([
  z.string().trim().min(1).max(200),
  z.number().int().nonnegative().refine(Number.isSafeInteger, 'is not exact').transform(String),
]);

export const said = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
export const text = said(z.string());
export const textOrNumber = said(z.union([z.string(), z.number().transform(String)]));

/** What lies outside is no time that somebody meant: it would rule a list, or overflow a date. */
const earliestTime = Date.UTC(2000, 0);
const latestTime = Date.UTC(2100, 0);

/** UTC milliseconds from RFC 3339, or from a Unix time in seconds or milliseconds. */
export const time = said(
  z.union([z.string(), z.number()]).transform((value, context) => {
    const isUnix = typeof value === 'number' || /^\d{9,14}$/.test(value);
    const unix = Number(value);
    const ms = isUnix ? (unix < 1e11 ? unix * 1000 : unix) : Date.parse(String(value));
    if (ms >= earliestTime && ms <= latestTime) return Math.round(ms);
    context.addIssue('is not a time');
    return z.NEVER;
  }),
);

/** The items that can be read; the others are left out of what is shown, not out of the record. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items): z.output<T>[] =>
      items.flatMap((value) => {
        const read = item.safeParse(value);
        return read.success ? [read.data] : [];
      }),
    );

/** Moves a value from the name that an older documentation uses to the name of today. */
const renamed = (names: Readonly<Record<string, string>>) => (value: unknown) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const record: Record<string, unknown> = { ...value };
  for (const [older, today] of Object.entries(names)) {
    if (record[today] === undefined && record[older] !== undefined) record[today] = record[older];
  }
  return record;
};

const person = z.looseObject({
  customerID: said(id),
  firstName: text,
  lastName: text,
  displayName: text,
  phone: textOrNumber,
});

const attachment = z.looseObject({
  fileName: text,
  fileSize: said(z.number()),
  mimeType: text,
  url: z.string(),
  description: text,
});
export type AttachmentRecord = z.infer<typeof attachment>;

const request = z.looseObject({
  description: text,
  category: said(z.looseObject({ categoryID: said(id), name: text })),
  location: said(
    z.looseObject({
      address1: text,
      address2: text,
      city: text,
      state: text,
      zipCode: textOrNumber,
    }),
  ),
  details: listOf(
    z.looseObject({
      question: z.string(),
      answer: z.union([z.string(), z.number().transform(String)]),
    }),
  ),
  proposedTimes: listOf(z.looseObject({ start: time, end: time })),
  booking: said(z.looseObject({ start: time, duration: said(z.number()) })),
  travelPreferences: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    listOf(z.string()),
  ),
  attachments: listOf(attachment),
});

export const negotiationRecord = z.preprocess(
  renamed({ createTime: 'createdAt' }),
  z.looseObject({
    negotiationID: id,
    createdAt: time,
    status: text,
    leadPrice: textOrNumber,
    chargeState: text,
    customer: said(person),
    leadPriceBreakdown: said(z.looseObject({ subtotal: textOrNumber, salesTax: textOrNumber })),
    business: said(
      z.looseObject({
        businessID: said(id),
        name: text,
        phoneNumber: textOrNumber,
        accessCode: textOrNumber,
      }),
    ),
    request: said(request),
    estimate: said(
      z.looseObject({
        type: text,
        total: textOrNumber,
        pricePerUnit: textOrNumber,
        unitQuantity: said(z.number()),
        unitName: text,
      }),
    ),
    /** Of no documented shape: a text, or texts by their names. */
    refundDetails: said(z.union([z.string(), z.record(z.string(), z.unknown())])),
    requestReviewLink: text,
    refundRequestLink: text,
  }),
);
export type NegotiationRecord = z.infer<typeof negotiationRecord>;

export const messageRecord = z.preprocess(
  renamed({ createTime: 'sentAt', createdAt: 'sentAt', createTimestamp: 'sentAt' }),
  z.looseObject({
    messageID: id,
    negotiationID: said(id),
    /** `Customer`, `Business`, or a value that is not known yet. */
    from: text,
    customer: said(person),
    business: said(z.looseObject({ businessID: said(id), displayName: text })),
    text: z.string(),
    attachments: listOf(attachment),
    sentAt: time,
  }),
);
export type MessageRecord = z.infer<typeof messageRecord>;

export const businessRecord = z.looseObject({ businessID: id, name: text, imageURL: text });

export const userRecord = z.looseObject({
  userID: id,
  email: text,
  firstName: text,
  lastName: text,
});
export type UserRecord = z.infer<typeof userRecord>;

export const webhookRecord = z.looseObject({
  webhookID: id,
  webhookURL: text,
  enabled: said(z.boolean()),
  authType: text,
  eventTypes: listOf(z.string()),
});
export type WebhookRecord = z.infer<typeof webhookRecord>;

/** A page of a list; its items are read one by one, so that a broken one does not cost the others. */
export const page = z.looseObject({
  data: z.array(z.unknown()),
  pagination: said(
    z.looseObject({
      limit: said(z.number()),
      next: said(z.union([z.string(), z.number()])),
    }),
  ),
});

/** What a webhook delivery wraps around its record (live-facts, Webhooks). */
export const envelope = z.looseObject({
  event: z.looseObject({ eventType: z.string().min(1).max(200), webhookID: said(id) }),
  data: z.unknown(),
});

/** Reads `value` by `schema`, or fails with `unexpected_answer` and where it differs, never what. */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): Answer<z.output<T>> => {
  const read = schema.safeParse(value);
  if (read.success) return succeed(read.data);
  const detail = read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the record'}: ${message}`)
    .join('; ');
  return fail('unexpected_answer', 'The service sent a record that cannot be read.', {
    detail: detail.slice(0, 500),
  });
};
