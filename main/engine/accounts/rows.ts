/**
 * Stores accounts and the progress of their synchronization. Grants and secrets stay in main and are never
 * stored here. A row outlives the disconnect, so that its leads stay readable.
 */
import { z } from 'zod';
import type { Failure } from '../../../contract/errors.ts';
import { capabilitiesOf, generationNames } from '../../../contract/generations.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import { environment, publicProfile, type PublicProfile } from '../../../contract/profile.ts';
import { connectionReport, type ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored, storedFailure, storedJSON, storedWord } from '../platform/store/stored.ts';

export type AccountRow = {
  readonly accountID: AccountID;
  readonly profile: PublicProfile;
  readonly userID: string;
  readonly userName: string;
  /** Environment and host: accounts that share them have the same businesses and customers. */
  readonly service: string;
  /** True for the practice account, whose customers are fictional. */
  readonly practice: boolean;
  /** True while main holds a usable grant. */
  readonly connected: boolean;
  readonly connectedAt: number;
  /** Whether the service lists leads; null until the first request. */
  readonly listsLeads: boolean | null;
  readonly backfill: ConnectionReport['backfill']['state'];
  /** Cursor of the backfill, in a format of its generation. */
  readonly backfillAt: string | null;
  readonly lastContactAt: number | null;
  readonly lastFailure: Failure | null;
};

/** The columns that synchronization updates. */
export type AccountProgress = Partial<
  Pick<AccountRow, 'listsLeads' | 'backfill' | 'backfillAt' | 'lastContactAt' | 'lastFailure'>
>;

type Row = {
  readonly account_id: string;
  readonly profile: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly service: string;
  readonly practice: number;
  readonly connected: number;
  readonly connected_at: number;
  readonly lists_leads: number | null;
  readonly backfill: AccountRow['backfill'];
  readonly backfill_at: string | null;
  readonly last_contact_at: number | null;
  readonly last_failure: string | null;
};

const currentGeneration = generationNames.find(
  (name) => capabilitiesOf({ interface: name }).isCurrent,
);

const readableProfile = publicProfile.unwrap().extend({
  baseUrl: z.string().refine((address) => URL.canParse(address)),
});

/**
 * Rebuilds a profile that cannot be parsed from its readable fields and the service column. Main replaces
 * it with the whole profile when the account is attached.
 */
const recoverProfile = ({ profile, service }: Row): PublicProfile => {
  const [, place = '', host = ''] = /^(\S+) (.+)$/.exec(service) ?? [];
  const address = `https://${URL.canParse(`https://${host}`) ? host : 'unknown'}`;
  const parts = z
    .object({
      name: z.string().catch(host),
      interface: publicProfile
        .unwrap()
        .shape.interface.catch(currentGeneration ?? generationNames[0]),
      scopes: z.array(z.string()).catch([]),
    })
    .catch({ name: host, interface: currentGeneration ?? generationNames[0], scopes: [] })
    .parse(storedJSON(profile));
  return {
    ...parts,
    // Production is the safe choice: nothing is tried out there.
    environment: storedWord(environment.options, place, 'production'),
    baseUrl: address,
  };
};

const profileLost: Failure = {
  code: 'profile_unreadable',
  message: 'The stored service profile cannot be read.',
};

const backfillStates = connectionReport.unwrap().shape.backfill.unwrap().shape.state.options;

const accountOf = (row: Row): AccountRow => {
  const profile = readStored(readableProfile, row.profile);
  return {
    accountID: row.account_id as AccountID,
    profile: profile ?? recoverProfile(row),
    userID: row.user_id,
    userName: row.user_name,
    service: row.service,
    practice: row.practice === 1,
    connected: row.connected === 1,
    connectedAt: row.connected_at,
    listsLeads: row.lists_leads === null ? null : row.lists_leads === 1,
    backfill: storedWord(backfillStates, row.backfill, 'waiting'),
    backfillAt: row.backfill_at,
    lastContactAt: row.last_contact_at,
    lastFailure: profile === null ? profileLost : storedFailure(row.last_failure),
  };
};

const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;

/** The practice service is one service, although its port changes at each start. */
const serviceOf = ({ practice, profile }: AttachedAccount): string =>
  practice ? 'practice' : `${profile.environment} ${hostOf(profile.baseUrl)}`;

/**
 * Adds or updates an account; its progress stays.
 *
 * @param generation the number of its interface generation
 * @param now UTC milliseconds
 */
export const putAccount = (
  store: Store,
  account: AttachedAccount,
  generation: number,
  now: number,
): void => {
  store
    .prepare<[Record<string, string | number>]>(
      'accounts.put',
      `INSERT INTO accounts (account_id, profile, generation, user_id, user_name, service, practice,
         connected, connected_at)
       VALUES (@accountID, @profile, @generation, @userID, @userName, @service, @practice, @connected,
         @now)
       ON CONFLICT (account_id) DO UPDATE SET profile = excluded.profile,
         generation = excluded.generation,
         user_id = excluded.user_id, user_name = excluded.user_name, service = excluded.service,
         practice = excluded.practice, connected = excluded.connected`,
    )
    .run({
      accountID: account.accountID,
      profile: JSON.stringify(account.profile),
      generation,
      userID: account.userID,
      userName: account.userName,
      service: serviceOf(account),
      practice: Number(account.practice),
      connected: Number(account.connected),
      now,
    });
};

export const setConnected = (store: Store, accountID: string, connected: boolean): void => {
  store
    .prepare<[number, string]>(
      'accounts.connected',
      'UPDATE accounts SET connected = ? WHERE account_id = ?',
    )
    .run(connected ? 1 : 0, accountID);
};

export const accountByID = (store: Store, accountID: string): AccountRow | null => {
  const row = store
    .prepare<[string], Row>('accounts.get', 'SELECT * FROM accounts WHERE account_id = ?')
    .get(accountID);
  return row === undefined ? null : accountOf(row);
};

/** Every account, the oldest first. */
export const allAccounts = (store: Store): readonly AccountRow[] =>
  store
    .prepare<[], Row>('accounts.all', 'SELECT * FROM accounts ORDER BY connected_at, account_id')
    .all()
    .map(accountOf);

/** Updates the given progress columns. */
export const setProgress = (store: Store, accountID: string, progress: AccountProgress): void => {
  const account = accountByID(store, accountID);
  if (account === null) return;
  const now = { ...account, ...progress };
  store
    .prepare<[number | null, string, string | null, number | null, string | null, string]>(
      'accounts.progress',
      'UPDATE accounts SET lists_leads = ?, backfill = ?, backfill_at = ?, last_contact_at = ?, last_failure = ? WHERE account_id = ?',
    )
    .run(
      now.listsLeads === null ? null : Number(now.listsLeads),
      now.backfill,
      now.backfillAt,
      now.lastContactAt,
      now.lastFailure === null ? null : JSON.stringify(now.lastFailure),
      accountID,
    );
};
