/**
 * The "lead description message": the request's description comes once more as a customer's message,
 * often before the lead (live-facts, Recorded in production). The same words are shown once, with the
 * request, and told once. A customer who says them again, later or with a file, does say something.
 */
import {
  firstWords,
  hasRepeated,
  keepRepeated,
  moveToDescription,
  ownRecord,
} from '../../leads/descriptions.ts';
import { oneLine } from '../../leads/inbox.ts';
import type { Told } from './told.ts';
import { storedJSON } from '../../platform/store/stored.ts';

/** The message is sent with the request; the service may time it a little later. */
const soonMs = 60 * 60_000;

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether a text can be the request's description, by the line that is kept of it: no record is read. */
const looksLike = (requestText: string, text: string): boolean =>
  requestText !== '' && oneLine(plain(text)) === oneLine(plain(requestText));

/** The description in a lead's own record, in which every field has to be read. */
const descriptionIn = ({ reader }: Pick<Told, 'reader'>, record: string): string => {
  const read = reader.lead(storedJSON(record));
  return read.ok ? plain(read.value.request.description) : '';
};

/**
 * Whether a new message without files only repeats the lead's description; then it is known from now
 * on, and nothing more is to be done with it.
 */
export const isDescription = (
  told: Told,
  lead: number,
  said: { readonly messageID: string; readonly text: string; readonly sentAt: number },
): boolean => {
  const { store } = told;
  const own = ownRecord(store, lead, said.sentAt - soonMs);
  if (own === null || !looksLike(own.requestText, said.text) || hasRepeated(store, lead))
    return false;
  if (plain(said.text) !== descriptionIn(told, own.record)) return false;
  keepRepeated(store, lead, said.messageID);
  return true;
};

/**
 * Takes the message that came before its lead out of the conversation; returns when it was sent (UTC
 * milliseconds), or null when there is none.
 */
export const foldDescription = (told: Told, lead: number): number | null => {
  const { store } = told;
  const own = ownRecord(store, lead, 0);
  if (own === null || hasRepeated(store, lead)) return null;
  const alike = firstWords(store, lead, own.createdAt + soonMs).filter(({ text }) =>
    looksLike(own.requestText, text),
  );
  if (alike.length === 0) return null;
  const words = descriptionIn(told, own.record);
  const twin = alike.find(({ text }) => plain(text) === words);
  if (twin === undefined) return null;
  moveToDescription(store, lead, twin);
  return twin.sentAt;
};
