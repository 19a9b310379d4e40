/** Entries and announcements whose content is JSON that members seal for each other. */
import { parseJSON } from '../../http/json.ts';
import type { Keyring } from '../../sealing/keyring.ts';
import { openFromMember, sealForMembers } from '../../sealing/seal.ts';

export const sealJSON = (keyring: Keyring, subject: string, content: object): Buffer =>
  sealForMembers(keyring, subject, JSON.stringify(content));

/** Undefined for data that no member sealed for this subject, or that is not JSON. */
export const openJSON = (keyring: Keyring, subject: string, data: Uint8Array): unknown => {
  const opened = openFromMember(keyring, subject, data);
  return opened.ok ? parseJSON(opened.text.toString('utf8')) : undefined;
};
