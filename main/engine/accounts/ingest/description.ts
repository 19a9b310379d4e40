/**
 * Deduplicates the "lead description message": the service repeats the request's description as a customer's message,
 * often before the lead. The same text later, or with a file, is a message like any other.
 */
import {
  listFirstMessages,
  hasRepeatedDescription,
  putRepeatedDescription,
  moveToDescription,
  findOwnRecord,
} from '../../leads/descriptions.ts';
import { toOneLine } from '../../leads/inbox.ts';
import type { IngestContext } from './context.ts';
import { readStoredJSON } from '../../platform/store/stored.ts';

/** The service may date the repeated message a little later than the request. */
const soonMs = 60 * 60_000;

const normalize = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Compares by the stored first line, without parsing the record. */
const looksLike = (requestText: string, text: string): boolean =>
  requestText !== '' && toOneLine(normalize(text)) === toOneLine(normalize(requestText));

const parseDescription = ({ reader }: Pick<IngestContext, 'reader'>, record: string): string => {
  const read = reader.parseLead(readStoredJSON(record));
  return read.ok ? normalize(read.value.request.description) : '';
};

/** True for a message that repeats the description: its id is saved, and it must not be stored. */
export const dropRepeatedDescription = (
  context: IngestContext,
  lead: number,
  message: { readonly messageID: string; readonly text: string; readonly sentAt: number },
): boolean => {
  const { store } = context;
  const stored = findOwnRecord(store, lead, message.sentAt - soonMs);
  if (
    stored === null ||
    !looksLike(stored.requestText, message.text) ||
    hasRepeatedDescription(store, lead)
  )
    return false;
  if (normalize(message.text) !== parseDescription(context, stored.record)) return false;
  putRepeatedDescription(store, lead, message.messageID);
  return true;
};

/** Removes a description message that arrived before its lead; returns its time, or null. */
export const foldDescription = (context: IngestContext, lead: number): number | null => {
  const { store } = context;
  const stored = findOwnRecord(store, lead, 0);
  if (stored === null || hasRepeatedDescription(store, lead)) return null;
  const candidates = listFirstMessages(store, lead, stored.createdAt + soonMs).filter(({ text }) =>
    looksLike(stored.requestText, text),
  );
  if (candidates.length === 0) return null;
  const description = parseDescription(context, stored.record);
  const twin = candidates.find(({ text }) => normalize(text) === description);
  if (twin === undefined) return null;
  moveToDescription(store, lead, twin);
  return twin.sentAt;
};
