/**
 * Reads or creates our key in the OS keychain, in a separate process (keychain-process.ts): a keychain may show a
 * prompt that nobody answers, and the native call behind it cannot be canceled. On Linux the entry is pinned to the
 * Secret Service: the library's keytar-compatible entry would fall back to the kernel's keyring, which is lost at
 * reboot.
 */
import { AsyncEntry } from '@napi-rs/keyring';

export type KeychainEntry = {
  readonly getPassword: () => Promise<string | null>;
  readonly setPassword: (password: string) => Promise<void>;
  readonly deletePassword: () => Promise<boolean>;
};

/** Message of the keychain process. `key` is 32 bytes in base64; `reason` contains no secret. */
export type KeychainReply =
  | { readonly state: 'ready'; readonly key: string }
  | { readonly state: 'absent' | 'locked'; readonly reason: string };

const keyLength = 32;

/** Opens the entry. Throws if there is no persistent keychain. */
export const openEntry = (service: string, account: string): KeychainEntry =>
  new AsyncEntry(service, account, { linux: { store: 'secret-service' } });

const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** English words of refusals; systems may report them in another language. */
const refusalWords = /dismissed|(?<!b)lock|denied|not allowed|cancell?ed|passphrase/i;
/** The library's words for an unreadable entry, which do not mean that the keychain is locked. */
const brokenWords = /matched by \d+ credentials|not UTF-8|did not receive a reply/i;

const toReply = (error: unknown, isLocked: (reason: string) => boolean): KeychainReply => {
  const reason = describeError(error);
  return { state: isLocked(reason) ? 'locked' : 'absent', reason };
};

/**
 * Reads the key, or creates, stores and reads back a new one.
 * @param open throws if there is no keychain
 * @returns `locked` if the keychain is locked or refuses access, `absent` if there is none or it does not
 *   return our key
 */
export const readOrCreateKey = async (
  open: () => KeychainEntry,
  random: (bytes: number) => Buffer,
): Promise<KeychainReply> => {
  let entry: KeychainEntry;
  try {
    entry = open();
  } catch (error) {
    return { state: 'absent', reason: describeError(error) };
  }
  let key: string | null;
  try {
    key = await entry.getPassword();
  } catch (error) {
    return toReply(error, (reason) => !brokenWords.test(reason));
  }
  if (key !== null) return checkKey(key);
  try {
    await entry.setPassword(random(keyLength).toString('base64'));
    key = await entry.getPassword();
  } catch (error) {
    return toReply(error, (reason) => refusalWords.test(reason));
  }
  return key === null ? { state: 'absent', reason: 'it did not keep the key' } : checkKey(key);
};

/** Removes the key; false if it is still there. Without it the vault cannot be decrypted. */
export const forgetKey = async (open: () => KeychainEntry): Promise<boolean> => {
  let entry: KeychainEntry;
  try {
    entry = open();
  } catch {
    return true;
  }
  try {
    await entry.deletePassword();
    return true;
  } catch {
    // Some keychains throw if there is no entry.
    return entry.getPassword().then(
      (key) => key === null,
      () => false,
    );
  }
};

/** A foreign value is never overwritten: somebody may need it. */
const checkKey = (key: string): KeychainReply =>
  Buffer.from(key, 'base64').length === keyLength
    ? { state: 'ready', key }
    : { state: 'absent', reason: 'the entry holds something that is not our key' };
