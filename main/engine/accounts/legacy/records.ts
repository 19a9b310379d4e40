/**
 * What a legacy service sends to its partners (service.md, Lead, Message delivered to a partner, Lead
 * update; live-facts, Recorded in production), each field read by itself: only the ids are demanded,
 * unknown values are kept as they came.
 */
import { z } from 'zod';
import { id, isFields, listOf, part, said, text, time } from '../../platform/http/fields.ts';
import { attachment, details, location, written } from '../wire.ts';

export const leadRecord = z.object({
  leadID: id,
  /** Unix seconds in a string. */
  createTimestamp: time,
  request: part('description', {
    requestID: said(id),
    category: text,
    title: text,
    description: text,
    /** Lines of text: dates, times, a length, or another form. */
    schedule: text,
    location,
    travelPreferences: text,
    details,
    attachments: listOf(attachment),
  }),
  customer: part('name', { customerID: said(id), name: text, phone: text, email: text }),
  business: part('name', { businessID: said(id), name: text }),
  /** What the job may cost the customer, not what the lead costs. */
  price: text,
  leadType: text,
  leadPrice: text,
  chargeState: text,
});
export type LeadRecord = z.infer<typeof leadRecord>;

const partnerWords = z
  .object({
    messageID: id,
    createTimestamp: time,
    text: written,
    attachments: listOf(attachment),
  })
  .refine((message) => message.text !== undefined || message.attachments.length > 0, {
    path: ['text'],
    message: 'nothing is said',
  })
  .transform((message) => ({ ...message, text: message.text ?? '' }));

/** Files can stand beside the message instead of in it. */
const withFiles = (value: unknown): unknown => {
  if (!isFields(value)) return value;
  const { message, attachments } = value;
  const whole: unknown = Array.isArray(message) ? message.find(isFields) : message;
  if (!isFields(whole)) return value;
  return { ...value, message: { ...whole, attachments: [whole['attachments'], attachments] } };
};

export const partnerMessage = z.preprocess(
  withFiles,
  z.object({
    leadID: id,
    customerID: said(id),
    businessID: said(id),
    message: partnerWords,
  }),
);
export type PartnerMessage = z.infer<typeof partnerMessage>;

/** What a call of any kind is about. */
export const callSubject = z.object({
  leadID: said(id),
  businessID: said(id),
  business: said(z.object({ businessID: said(id) })),
});

export const leadUpdate = z.object({ leadID: id, leadPrice: text, chargeState: text });
export type LeadUpdate = z.infer<typeof leadUpdate>;
