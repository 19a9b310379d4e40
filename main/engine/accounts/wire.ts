/**
 * The parts that records of both generations have in common, each field read by itself (live-facts,
 * Negotiation record and Messages; service.md, Lead).
 */
import { z } from 'zod';
import { listOf, number, part, said, text, textOf, zipCode } from '../platform/http/fields.ts';

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
