/** Schemas of legacy deliveries and responses. Only ids are required; unknown values stay. */
import { z } from 'zod';
import { id, isFields, listOf, part, optional, text, time } from '../../../platform/http/fields.ts';
import { attachment, messageText, requestFields, requireContent } from '../wire.ts';

export const leadRecord = z.object({
  leadID: id,
  /** Unix seconds in a string. */
  createTimestamp: time,
  request: part('description', {
    ...requestFields,
    requestID: optional(id),
    category: text,
    title: text,
    /** Lines of text: dates, times, a length, or another form. */
    schedule: text,
    travelPreferences: text,
  }),
  customer: part('name', { customerID: optional(id), name: text, phone: text, email: text }),
  business: part('name', { businessID: optional(id), name: text }),
  /** The job's price for the customer, not the lead's. */
  price: text,
  leadType: text,
  leadPrice: text,
  chargeState: text,
});
export type LeadRecord = z.infer<typeof leadRecord>;

const partnerText = requireContent(
  z.object({
    messageID: id,
    createTimestamp: time,
    text: messageText,
    attachments: listOf(attachment),
  }),
);

/** Files can be next to the message instead of in it. */
const addFiles = (value: unknown): unknown => {
  if (!isFields(value)) return value;
  const { message, attachments } = value;
  const whole: unknown = Array.isArray(message) ? message.find(isFields) : message;
  if (!isFields(whole)) return value;
  return { ...value, message: { ...whole, attachments: [whole['attachments'], attachments] } };
};

export const partnerMessage = z.preprocess(
  addFiles,
  z.object({
    leadID: id,
    customerID: optional(id),
    businessID: optional(id),
    message: partnerText,
  }),
);
export type PartnerMessage = z.infer<typeof partnerMessage>;

export const callSubject = z.object({
  leadID: optional(id),
  businessID: optional(id),
  business: optional(z.object({ businessID: optional(id) })),
});

export const leadUpdate = z.object({ leadID: id, leadPrice: text, chargeState: text });
export type LeadUpdate = z.infer<typeof leadUpdate>;

/** Response to a message. Its values are undocumented. */
export const messageStatus = z
  .object({ status: text })
  .transform(({ status = '' }) => ({ status }));

/** Account info. Names with `_pk` become names with `ID`, as in v4. */
export const accountInfo = z
  .object({ business_pk: id, business_name: text })
  .transform(({ business_pk: businessID, business_name: businessName = '' }) => ({
    businessID,
    businessName,
  }));
export type AccountInfo = Readonly<z.output<typeof accountInfo>>;
