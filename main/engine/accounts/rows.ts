/**
 * Stores accounts and their sync progress, but no grants or secrets, which stay in main. A row
 * outlives the disconnect, so that its leads stay readable.
 */
import { z } from 'zod';
import type { Failure } from '../../../contract/errors.ts';
import { getCapabilities, generationNames } from '../../../contract/generations.ts';
import type { AttachedAccount } from '../../../contract/port.ts';
import { environment, publicProfile, type PublicProfile } from '../../../contract/profile.ts';
import { connectionReport, type ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import type { Store } from '../platform/store/store.ts';
import {
  readStored,
  readStoredFailure,
  readStoredJSON,
  readStoredWord,
} from '../platform/store/stored.ts';

export type AccountRow = {
  readonly accountID: AccountID;
  readonly profile: PublicProfile;
  /** Number of its interface's generation. */
  readonly generation: number;
  readonly userID: string;
  readonly userName: string;
  /** Environment and host: accounts that share them have the same businesses and customers. */
  readonly service: string;
  readonly practice: boolean;
  /** True if the team's hub has its grant; otherwise the account is the person's own. */
  readonly isOfTeam: boolean;
  readonly connected: boolean;
  readonly connectedAt: number;
  readonly listsLeads: boolean | null;
  readonly backfill: ConnectionReport['backfill']['state'];
  /** Cursor of the backfill, in a format of its generation. */
  readonly backfillAt: string | null;
  readonly lastContactAt: number | null;
  readonly lastFailure: Failure | null;
};

export type AccountProgress = Partial<
  Pick<AccountRow, 'listsLeads' | 'backfill' | 'backfillAt' | 'lastContactAt' | 'lastFailure'>
>;

type Flag = 'practice' | 'isOfTeam' | 'connected';
type Row = Omit<AccountRow, Flag | 'profile' | 'listsLeads' | 'lastFailure'> &
  Readonly<Record<Flag, 0 | 1>> & {
    readonly profile: string;
    readonly listsLeads: 0 | 1 | null;
    readonly lastFailure: string | null;
  };

const select = `
SELECT account_id AS accountID, profile, generation, user_id AS userID, user_name AS userName,
  service, practice, team_since IS NOT NULL AS isOfTeam, connected, connected_at AS connectedAt,
  lists_leads AS listsLeads, backfill, backfill_at AS backfillAt, last_contact_at AS lastContactAt,
  last_failure AS lastFailure
FROM accounts`;

const currentGeneration =
  generationNames.find((name) => getCapabilities({ interface: name }).isCurrent) ??
  generationNames[0];

const readableProfile = publicProfile.unwrap().extend({
  baseUrl: z.string().refine((address) => URL.canParse(address)),
});

/** Replaces an unreadable profile until main attaches the account with a readable one. */
const recoverProfile = ({ profile, service }: Row): PublicProfile => {
  const [, environmentName = '', host = ''] = /^(\S+) (.+)$/.exec(service) ?? [];
  const address = `https://${URL.canParse(`https://${host}`) ? host : 'unknown'}`;
  const parts = z
    .object({
      name: z.string().catch(host),
      interface: publicProfile.unwrap().shape.interface.catch(currentGeneration),
      scopes: z.array(z.string()).catch([]),
    })
    .catch({ name: host, interface: currentGeneration, scopes: [] })
    .parse(readStoredJSON(profile));
  return {
    ...parts,
    // Production is the safe choice: nothing is tried out there.
    environment: readStoredWord(environment.options, environmentName, 'production'),
    baseUrl: address,
  };
};

const unreadableProfile: Failure = {
  code: 'profile_unreadable',
  message: 'The stored service profile cannot be read.',
};

const backfillStates = connectionReport.unwrap().shape.backfill.unwrap().shape.state.options;

/** Each poll reads its account, and parsing the profile takes most of that time. */
const profiles = new Map<string, PublicProfile | null>();

const toAccount = (row: Row): AccountRow => {
  const profile = getOrAdd(profiles, row.profile, () => readStored(readableProfile, row.profile));
  return {
    ...row,
    profile: profile ?? recoverProfile(row),
    practice: row.practice === 1,
    isOfTeam: row.isOfTeam === 1,
    connected: row.connected === 1,
    listsLeads: row.listsLeads === null ? null : row.listsLeads === 1,
    backfill: readStoredWord(backfillStates, row.backfill, 'waiting'),
    lastFailure: profile === null ? unreadableProfile : readStoredFailure(row.lastFailure),
  };
};

const extractHost = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;

/** Derives `service`. Practice is one service, although its port changes at each start. */
const deriveServiceKey = ({ practice, profile }: AttachedAccount): string =>
  practice ? 'practice' : `${profile.environment} ${extractHost(profile.baseUrl)}`;

/** Stores an account; a known one keeps its progress and connection time. */
export const putAccount = (
  store: Store,
  account: AttachedAccount,
  generation: number,
  now: number,
): void => {
  const sql = `INSERT INTO accounts (account_id, profile, generation, user_id, user_name, service, practice,
      connected, connected_at, team_since, lacks_scopes)
    VALUES (@accountID, @profile, @generation, @userID, @userName, @service, @practice, @connected,
      @now, @teamSince, @lacksScopes)
    ON CONFLICT (account_id) DO UPDATE SET profile = excluded.profile,
      generation = excluded.generation,
      user_id = excluded.user_id, user_name = excluded.user_name, service = excluded.service,
      practice = excluded.practice, connected = excluded.connected,
      team_since = excluded.team_since, lacks_scopes = excluded.lacks_scopes`;
  store.prepare<[Record<string, string | number | null>]>(sql).run({
    ...account,
    profile: JSON.stringify(account.profile),
    generation,
    service: deriveServiceKey(account),
    practice: Number(account.practice),
    connected: Number(account.connected),
    teamSince: account.teamSince ?? null,
    lacksScopes: Number(account.lacksScopes === true),
    now,
  });
};

export const setConnected = (store: Store, accountID: string, connected: boolean): void => {
  const sql = 'UPDATE accounts SET connected = ? WHERE account_id = ?';
  store.prepare<[number, string]>(sql).run(connected ? 1 : 0, accountID);
};

const selectOne = `${select} WHERE account_id = ?`;

export const findAccount = (store: Store, accountID: string): AccountRow | null => {
  const row = store.prepare<[string], Row>(selectOne).get(accountID);
  return row === undefined ? null : toAccount(row);
};

/** Lists accounts in the order in which they were connected. */
export const listAccounts = (store: Store): readonly AccountRow[] => {
  const sql = `${select} ORDER BY connected_at, account_id`;
  return store.prepare<[], Row>(sql).all().map(toAccount);
};

/** Stores the given parts of an account's progress, unless the account is gone. */
export const setProgress = (store: Store, accountID: string, progress: AccountProgress): void => {
  const account = findAccount(store, accountID);
  if (account === null) return;
  const { listsLeads, backfill, backfillAt, lastContactAt, lastFailure } = {
    ...account,
    ...progress,
  };
  const sql = `UPDATE accounts SET lists_leads = @listsLeads, backfill = @backfill,
      backfill_at = @backfillAt, last_contact_at = @lastContactAt, last_failure = @lastFailure
    WHERE account_id = @accountID`;
  store.prepare<[Record<string, string | number | null>]>(sql).run({
    accountID,
    listsLeads: listsLeads === null ? null : Number(listsLeads),
    backfill,
    backfillAt,
    lastContactAt,
    lastFailure: lastFailure === null ? null : JSON.stringify(lastFailure),
  });
};

/**
 * Resets all backfills except practice's, so that leads are fetched again. A paused one starts over once it is
 * resumed. Call in a transaction.
 */
export const restartBackfills = (store: Store): void => {
  const sql = `UPDATE accounts SET backfill_at = NULL,
      backfill = CASE WHEN backfill IN ('running', 'done') THEN 'waiting' ELSE backfill END
    WHERE practice = 0`;
  store.prepare<[]>(sql).run();
};
