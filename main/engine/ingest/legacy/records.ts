/**
 * What a legacy service sends to its partners, read tolerantly (service.md, Lead, Message delivered to
 * a partner, Lead update): only the ids are demanded, every other field that is missing or of an
 * unexpected shape counts as not said, unknown fields and unknown values are kept as they came.
 */
import { z } from 'zod';
import { id, listOf, said, text, textOrNumber, time } from '../../service/v4/records.ts';

export const leadRecord = z.looseObject({
  leadID: id,
  /** Unix seconds in a string. */
  createTimestamp: time,
  request: said(
    z.looseObject({
      requestID: said(id),
      category: text,
      title: text,
      description: text,
      /** Lines of text: dates, times, a length, or another form. */
      schedule: text,
      location: said(z.looseObject({ city: text, state: text, zipCode: textOrNumber })),
      travelPreferences: text,
      details: listOf(
        z.looseObject({
          question: z.string(),
          answer: z.union([z.string(), z.number().transform(String)]),
        }),
      ),
    }),
  ),
  customer: said(z.looseObject({ customerID: said(id), name: text, phone: textOrNumber })),
  business: said(z.looseObject({ businessID: said(id), name: text })),
  /** What the job may cost the customer, not what the lead costs. */
  price: textOrNumber,
  leadType: text,
  leadPrice: textOrNumber,
  chargeState: text,
});
export type LeadRecord = z.infer<typeof leadRecord>;

export const partnerMessage = z.looseObject({
  leadID: id,
  customerID: said(id),
  businessID: said(id),
  message: z.looseObject({ messageID: id, createTimestamp: time, text: z.string() }),
});
export type PartnerMessage = z.infer<typeof partnerMessage>;

/** What a call of any kind is about. */
export const callSubject = z.looseObject({
  leadID: said(id),
  businessID: said(id),
  business: said(z.looseObject({ businessID: said(id) })),
});

export const leadUpdate = z.looseObject({
  leadID: id,
  leadPrice: textOrNumber,
  chargeState: text,
});
export type LeadUpdate = z.infer<typeof leadUpdate>;

/** True for the record of a lead as the legacy interface sends it, and not for a negotiation. */
export const isLegacyLead = (record: unknown): boolean =>
  typeof record === 'object' &&
  record !== null &&
  'leadID' in record &&
  !('negotiationID' in record);
