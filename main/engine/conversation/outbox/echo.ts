/**
 * Detects whether a message of the service is an outgoing reply. Until the service has answered
 * there is no id to compare, so side, text and time decide; a message of another row never
 * matches.
 */
import type { Store } from '../../platform/store/store.ts';
import { confirmSent, earliestSentAt, leavingReplies } from './rows.ts';

/** Matches a message of the business to an outgoing reply; true when it matched. */
export type AdoptEcho = (
  store: Store,
  echo: {
    readonly accountID: string;
    readonly lead: number;
    readonly messageID: string;
    readonly text: string;
    readonly sentAt: number;
  },
) => boolean;

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Whether the texts are equal, apart from spaces and Unicode composition. */
export const isSameText = (ours: string, theirs: string): boolean => plain(ours) === plain(theirs);

/**
 * Matches a message without a row to an outgoing reply, in the current transaction. True when a
 * reply adopted its id; the caller then inserts nothing.
 */
export const adoptEcho: AdoptEcho = (store, echo) => {
  const reply = leavingReplies(store, echo.lead).find(
    (row) => isSameText(row.text, echo.text) && echo.sentAt >= earliestSentAt(store, row),
  );
  if (reply === undefined) return false;
  confirmSent(store, reply, echo.messageID, echo.sentAt);
  return true;
};
