/**
 * Matches messages of the service to outgoing replies. Until the service has answered there is no
 * id to compare, so side, text and time decide.
 */
import type { Store } from '../../platform/store/store.ts';
import { confirmSent, computeEarliestSentAt, listPossiblySentReplies } from './rows.ts';

/** Matches a business message to an outgoing reply, in the current transaction; true when a reply adopted its id. */
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

const normalizeText = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** True if two texts are equal except for whitespace and Unicode normalization. */
export const isSameText = (ours: string, theirs: string): boolean =>
  normalizeText(ours) === normalizeText(theirs);

export const adoptEcho: AdoptEcho = (store, echo) => {
  const reply = listPossiblySentReplies(store, echo.lead).find(
    (row) => isSameText(row.text, echo.text) && echo.sentAt >= computeEarliestSentAt(store, row),
  );
  if (reply === undefined) return false;
  confirmSent(store, reply, echo.messageID, echo.sentAt);
  return true;
};
