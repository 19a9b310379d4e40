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
import type { Told } from './told.ts';
import { storedJSON } from '../../platform/store/stored.ts';

/** The message is sent with the request; the service may time it a little later. */
const soonMs = 60 * 60_000;

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/**
 * The description of a lead that no message is known to repeat yet, and until when one may; null when
 * that is over at the moment `at`.
 */
const openDescription = (
  { store, reader }: Pick<Told, 'store' | 'reader'>,
  lead: number,
  at: number,
): { readonly words: string; readonly until: number } | null => {
  const own = ownRecord(store, lead, at - soonMs);
  if (own === null || hasRepeated(store, lead)) return null;
  const read = reader.lead(storedJSON(own.record));
  const words = read.ok ? plain(read.value.request.description) : '';
  return words === '' ? null : { words, until: own.createdAt + soonMs };
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
  const description = openDescription(told, lead, said.sentAt);
  if (description === null) return false;
  if (plain(said.text) !== description.words) return false;
  keepRepeated(told.store, lead, said.messageID);
  return true;
};

/**
 * Takes the message that came before its lead out of the conversation; returns when it was sent (UTC
 * milliseconds), or null when there is none.
 */
export const foldDescription = (told: Told, lead: number): number | null => {
  const { store } = told;
  const description = openDescription(told, lead, 0);
  if (description === null) return null;
  const { words, until } = description;
  const twin = firstWords(store, lead, until).find(({ text }) => plain(text) === words);
  if (twin === undefined) return null;
  moveToDescription(store, lead, twin);
  return twin.sentAt;
};
