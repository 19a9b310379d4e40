/**
 * Seeded stores: leads, messages and marks, plus the tables that the engine derives from them. They are
 * kept in the temporary folder, one per schema, and copied for each figure. Only this file and rows.ts
 * use the engine's internals.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttachedAccount } from '../../contract/port.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Clock } from '../../main/clock/clock.ts';
import { findGeneration } from '../../main/engine/marketplaces/choose.ts';
import { recordDelivery } from '../../main/engine/accounts/deliveries.ts';
import { putAccount } from '../../main/engine/accounts/rows.ts';
import { putWebhook } from '../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import { putListedBusinesses } from '../../main/engine/leads/businesses.ts';
import { derivedFromLeads } from '../../main/engine/leads/derived.ts';
import { applyAllChanges } from '../../main/engine/leads/search.ts';
import { openStore } from '../../main/engine/platform/store/open.ts';
import type { Store } from '../../main/engine/platform/store/store.ts';
import type { Log } from '../../main/log/log.ts';
import {
  businesses,
  connectedAt,
  computeCreatedAt,
  createLead,
  standstill,
  type Posted,
} from './records.ts';
import { prepareRows } from './rows.ts';

const cacheFolder = join(tmpdir(), 'hearthline-bench');

/** Messages per lead. */
export const messagesEach = 10;

/** Credentials of the webhooks. */
export const credentials = { username: 'bench', password: 'bench' } as const;
export const buildHookPath = (businessID: string): string => `hook-${businessID}`;

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const still: Clock = {
  now: () => standstill,
  steady: () => standstill,
  after: () => () => undefined,
};

const accounts: readonly AttachedAccount[] = ['one', 'two'].map((name) => ({
  accountID: `account-${name}` as AccountID,
  profile: {
    name: `Marketplace ${name}`,
    environment: 'sandbox',
    interface: 'v4',
    baseUrl: `https://${name}.marketplace.invalid`,
    scopes: [],
  },
  userID: `user-${name}`,
  userName: 'Pat Pro',
  connected: true,
  practice: false,
  // Without a team it changes nothing.
  teamSince: 1,
}));

const getAccountID = (index: number): string => accounts[index]?.accountID ?? '';

/** Opens a data folder's store with the engine's SQLite settings. */
export const openFolder = (folder: string): Store => {
  const file = join(folder, 'leads.db');
  const opened = openStore({ file, clock: still, log: silent, derived: derivedFromLeads });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

const putAccounts = (store: Store): void => {
  const passwordDigest = createHash('sha256').update(credentials.password).digest('hex');
  for (const [index, account] of accounts.entries()) {
    putAccount(store, account, findGeneration(account.profile.interface).number, connectedAt);
    const owned = businesses[index] ?? [];
    putListedBusinesses(
      store,
      account.accountID,
      owned.map(({ businessID, name }) => ({ businessID, name, imageURL: null })),
    );
    for (const { businessID } of owned) {
      putWebhook(store, {
        accountID: account.accountID,
        businessID,
        webhookID: `w-${businessID}`,
        url: null,
        path: buildHookPath(businessID),
        username: credentials.username,
        passwordDigest,
        isShared: false,
        state: 'active',
        reason: null,
        checkedAt: standstill,
      });
    }
  }
};

/** Records unapplied deliveries in a folder's store. */
export const recordDeliveries = (folder: string, deliveries: readonly Posted[]): void => {
  const store = openFolder(folder);
  store.write(() => {
    for (const { account, eventType, body } of deliveries) {
      const delivery = { accountID: getAccountID(account), eventType, webhookID: null, body };
      recordDelivery(store, delivery, findGeneration('v4').intake.describe, standstill);
    }
  });
  store.close();
};

/** Creates a data folder with accounts and businesses, without leads. */
export const createFolderWithoutLeads = (): string => {
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, 'copy-'));
  const store = openFolder(folder);
  putAccounts(store);
  store.close();
  return folder;
};

/** Fills an empty store with leads. */
export const fill = (folder: string, leads: number, messages: number): void => {
  const store = openFolder(folder);
  store.db.pragma('synchronous = OFF');
  putAccounts(store);
  store.write(() => {
    const put = prepareRows(store, getAccountID);
    for (let n = 0; n < leads; n += 1) put(createLead(n, messages, computeCreatedAt(n, leads)), n);
  });
  derivedFromLeads.rebuild(store);
  applyAllChanges(store);
  store.close();
};

const makers = ['seed.ts', 'rows.ts', 'records.ts', 'text.ts'];

/** Hash of everything that a seeded store depends on: the app's schema and the code that makes the rows. */
const computeKey = (base: string): string => {
  const folder = mkdtempSync(join(base, 'schema-'));
  const store = openFolder(folder);
  const schema = store.db.prepare('SELECT sql FROM sqlite_master ORDER BY name').pluck().all();
  // A migration can change data without changing a table.
  const version = store.db.pragma('user_version', { simple: true });
  store.close();
  rmSync(folder, { recursive: true });
  const hash = createHash('sha256').update(JSON.stringify([version, schema]));
  for (const maker of makers) hash.update(readFileSync(join(import.meta.dirname, maker)));
  return hash.digest('hex').slice(0, 12);
};

/** Returns the folder of the seeded store with `leads` leads, and creates it first if necessary. Read-only. */
export const seedStore = (
  leads: number,
  say: (line: string) => void,
  messages = messagesEach,
): string => {
  mkdirSync(cacheFolder, { recursive: true });
  const place = join(cacheFolder, `${computeKey(cacheFolder)}-${leads}x${messages}`);
  if (existsSync(place)) return place;
  const began = performance.now();
  const making = `${place}-${randomUUID()}`;
  mkdirSync(making);
  fill(making, leads, messages);
  renameSync(making, place);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  say(`seeded ${leads} leads with ${messages} messages each in ${seconds} s: ${place}`);
  return place;
};

/** Copies a store to a new data folder. */
export const copyStore = (folder: string): string => {
  const copy = mkdtempSync(join(cacheFolder, 'copy-'));
  const file = join(copy, 'leads.db');
  copyFileSync(join(folder, 'leads.db'), file);
  // Flushed now, so that no measurement pays for it.
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  return copy;
};

export const dispose = (folder: string): void => rmSync(folder, { recursive: true, force: true });
