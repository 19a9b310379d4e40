/**
 * Keys of the hub. Every key is derived from the one secret in the key file, so that hubs with the same file are equal
 * and no key of a team needs storing. The file gives the rights of every team: keep it apart from data and backups.
 */
import { Prefix, type KeyPair } from '@nats-io/nkeys';
import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createNkey } from '../main/sealing/nkey.ts';

const secretBytes = 32;

export const deriveKeys = (secret: Uint8Array) => {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'hearthline hub 1', purpose, secretBytes));
  return {
    operator: createNkey(Prefix.Operator, derive('operator')),
    systemAccount: createNkey(Prefix.Account, derive('account system')),
    systemUser: createNkey(Prefix.User, derive('user system')),
    /** The account of the hub's own stream, and its user. */
    hubAccount: createNkey(Prefix.Account, derive('account hub')),
    hubUser: createNkey(Prefix.User, derive('user hub')),
    /** The account of a team's desktops. */
    teamAccount: (team: string): KeyPair =>
      createNkey(Prefix.Account, derive(`account team ${team}`)),
    /** The account of a team's log, and the hub's user in it. */
    logAccount: (team: string): KeyPair =>
      createNkey(Prefix.Account, derive(`account log ${team}`)),
    logUser: (team: string): KeyPair => createNkey(Prefix.User, derive(`user log ${team}`)),
    /** AES-256 key of the grants. */
    grants: derive('grants'),
  };
};
export type HubKeys = ReturnType<typeof deriveKeys>;

/** Creates a key file with a new secret; does nothing if it exists. */
export const createKeyFile = async (file: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const secret = `${randomBytes(secretBytes).toString('base64')}\n`;
  try {
    await writeFile(draft, secret, { flag: 'wx', mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces the file of another process.
    await link(draft, file);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  } finally {
    await rm(draft, { force: true });
  }
};

/** Reads a key file. Throws if it is absent, damaged or readable by others. */
export const readKeyFile = async (file: string): Promise<HubKeys> => {
  const secret = Buffer.from(await readFile(file, 'latin1'), 'base64');
  if (secret.length !== secretBytes) throw new Error(`${file} is no key file of a hub`);
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0)
    throw new Error(`${file} can be read by others; run: chmod 600 ${file}`);
  return deriveKeys(secret);
};
