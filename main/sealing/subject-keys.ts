/**
 * Keyed hashes of accounts, leads and words in the log's subjects, which hide them from the server and are equal on all
 * desktops of a team. The subject key never rotates, because it protects nothing else.
 */
import { createHmac } from 'node:crypto';
import { toBase32 } from './base32.ts';

const size = 16;

const hash = (subjectKey: Uint8Array, input: string): string =>
  toBase32(createHmac('sha256', subjectKey).update(input).digest().subarray(0, size));

/** Key of an account. `service` is that of the accounts table. */
export const deriveAccountKey = (
  subjectKey: Uint8Array,
  account: { readonly service: string; readonly generation: number; readonly userID: string },
): string => hash(subjectKey, `${account.service}\n${account.generation}\n${account.userID}`);

/** Key of all accounts of a service and an interface generation, where a negotiation has the same id. */
export const deriveServiceKey = (
  subjectKey: Uint8Array,
  { service, generation }: { readonly service: string; readonly generation: number },
): string => hash(subjectKey, `service\n${service}\n${generation}`);

/** Key of a lead. @param account the key of its service's accounts */
export const deriveLeadKey = (
  subjectKey: Uint8Array,
  account: string,
  negotiationID: string,
): string => hash(subjectKey, `${account}\n${negotiationID}`);

/** Token for a text that is not a valid token, such as a tag or a delivery's unique key. */
export const deriveItemKey = (subjectKey: Uint8Array, text: string): string =>
  hash(subjectKey, `item\n${text}`);
