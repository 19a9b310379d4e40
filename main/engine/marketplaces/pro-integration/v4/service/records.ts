/**
 * Schemas of v4 records (conformance.md, Negotiation record and Messages). Each field is parsed
 * separately: only ids are required, and unknown enum values stay unchanged.
 */
import { z } from 'zod';
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
  optional,
  text,
  time,
  type Fields,
} from '../../../../platform/http/fields.ts';
import {
  attachment,
  messageText,
  requestFields as commonFields,
  requireContent,
} from '../../wire.ts';

/** Prefix of every v4 path. */
export const api = '/api/v4';

const person = {
  customerID: optional(id),
  firstName: text,
  lastName: text,
  displayName: text,
  phone: text,
};

const requestFields = {
  ...commonFields,
  category: part('name', { categoryID: optional(id), name: text }),
  proposedTimes: listOf(part('start', { start: time, end: time })),
  booking: part('start', { start: time, duration: number }),
  travelPreferences: listOf(text),
};

/** The documentation's sample has parts of the request, and the customer's location, next to it. */
const mergeRequest = (value: unknown): unknown => {
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
  (value) => mergeRequest(renamed({ createTime: 'createdAt' })(value)),
  z.object({
    negotiationID: id,
    createdAt: time,
    status: text,
    leadType: text,
    leadPrice: text,
    chargeState: text,
    customer: part('displayName', person),
    leadPriceBreakdown: part('subtotal', { subtotal: text, salesTax: text }),
    business: part('name', {
      businessID: optional(id),
      name: text,
      phoneNumber: text,
      accessCode: text,
    }),
    request: optional(z.object(requestFields)),
    estimate: part('total', {
      type: text,
      total: text,
      pricePerUnit: text,
      unitQuantity: number,
      unitName: text,
    }),
    refundDetails: namedTexts,
    requestReviewLink: text,
    refundRequestLink: text,
  }),
);
export type NegotiationRecord = z.infer<typeof negotiationRecord>;

const renameTime = renamed({
  createTime: 'sentAt',
  createdAt: 'sentAt',
  createTimestamp: 'sentAt',
});

/** Id and time of a message, which a page of them needs before the rest is parsed. */
export const messageKey = z.preprocess(renameTime, z.object({ messageID: id, sentAt: time }));

/** Response to a sent message: only the id is required. */
export const sentMessage = z.preprocess(
  renameTime,
  z.object({
    messageID: id,
    negotiationID: optional(id),
    /** `Customer`, `Business`, or an unknown value. */
    from: text,
    /** One client received `quick_reply` here. */
    messageType: text,
    customer: part('displayName', person),
    business: part('displayName', { businessID: optional(id), displayName: text }),
    text: messageText,
    attachments: listOf(attachment),
    sentAt: time,
  }),
);

export const messageRecord = requireContent(sentMessage);
export type MessageRecord = z.infer<typeof messageRecord>;

export const webhookRecord = z.object({
  webhookID: id,
  webhookURL: text,
  enabled: flag,
  authType: text,
  eventTypes: listOf(text),
});
export type WebhookRecord = z.infer<typeof webhookRecord>;
