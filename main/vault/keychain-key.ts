/**
 * One question to the OS keychain: our key, made at the first time. It runs in a process of its own
 * (keychain-process.ts), because a keychain may put up a prompt that nobody answers, and the native
 * call behind it can neither be called off nor be left behind when a process ends.
 *
 * The library's keytar-compatible entry is not used: on Linux without a Secret Service it silently
 * takes the kernel's keyring, which is lost at reboot. The entry made here is pinned to the Secret
 * Service, so that such a computer is told apart instead.
 */
import { AsyncEntry } from '@napi-rs/keyring';

/** The part of a keychain entry that is used. */
export type KeychainEntry = {
  readonly getPassword: () => Promise<string | null>;
  readonly setPassword: (password: string) => Promise<void>;
  readonly deletePassword: () => Promise<boolean>;
};

/** What the keychain's process says. `key` is 32 bytes in base64; `reason` holds no secret. */
export type KeychainReply =
  | { readonly state: 'ready'; readonly key: string }
  | { readonly state: 'absent' | 'locked'; readonly reason: string };

const keyLength = 32;

/** The entry of the OS keychain. Throws when there is no keychain that lasts. */
export const openEntry = (service: string, account: string): KeychainEntry =>
  new AsyncEntry(service, account, { linux: { store: 'secret-service' } });

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** The words in which keychains say that the person did not let us in. */
const saysLocked = (reason: string): boolean => /dismissed|lock|denied|not allowed/i.test(reason);

/**
 * Reads the key; makes, stores and reads back a new one when there is none.
 *
 * @param open opens the entry; throws when there is no keychain
 * @param random secure random bytes
 * @returns `absent` when there is no keychain or it holds nothing for us, `locked` when it has the
 *   entry and does not give it
 */
export const askForKey = async (
  open: () => KeychainEntry,
  random: (bytes: number) => Buffer,
): Promise<KeychainReply> => {
  let entry: KeychainEntry;
  try {
    entry = open();
  } catch (error) {
    return { state: 'absent', reason: reasonOf(error) };
  }
  let key: string | null;
  try {
    key = await entry.getPassword();
  } catch (error) {
    return { state: 'locked', reason: reasonOf(error) };
  }
  if (key !== null) return checked(key);
  try {
    await entry.setPassword(random(keyLength).toString('base64'));
    key = await entry.getPassword();
  } catch (error) {
    const reason = reasonOf(error);
    return { state: saysLocked(reason) ? 'locked' : 'absent', reason };
  }
  return key === null ? { state: 'absent', reason: 'it forgets what it is given' } : checked(key);
};

/**
 * Removes the key; false when it is still there. What it opened cannot be read by anybody from then on.
 *
 * @param open opens the entry; throws when there is no keychain
 */
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
    // Not every keychain says calmly that there is nothing.
    return entry.getPassword().then(
      (key) => key === null,
      () => false,
    );
  }
};

/** A value that is not ours is left alone: writing over it could cost somebody a key. */
const checked = (key: string): KeychainReply =>
  Buffer.from(key, 'base64').length === keyLength
    ? { state: 'ready', key }
    : { state: 'absent', reason: 'the entry holds something that is not our key' };
