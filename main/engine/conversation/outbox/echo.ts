/**
 * Tells whether a message that the service shows is a reply of ours on its way out. Ids cannot tell
 * before the service has answered, so side, text and time do; a message that another row owns is
 * never taken.
 */
import type { Store } from '../../platform/store/store.ts';
import { confirmSent, earliestSentAt, leavingReplies } from './rows.ts';

/** Meets a message of our side with the reply that it is: true when it was a reply on its way out. */
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

/** Whether the service may have made `theirs` of `ours`: spaces and composition do not count. */
export const isSameText = (ours: string, theirs: string): boolean => plain(ours) === plain(theirs);

/**
 * Meets a message of our side that no row owns yet with the reply that is leaving, inside the
 * caller's transaction. True when a reply took the message's id; the caller then inserts nothing.
 */
export const adoptEcho: AdoptEcho = (store, echo) => {
  const reply = leavingReplies(store, echo.lead).find(
    (row) => isSameText(row.text, echo.text) && echo.sentAt >= earliestSentAt(store, row),
  );
  if (reply === undefined) return false;
  confirmSent(store, reply, echo.messageID, echo.sentAt);
  return true;
};
