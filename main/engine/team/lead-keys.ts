/**
 * The team's accounts and their leads by the keys of its log, which do not depend on this database: a lead has one key
 * whichever account of the team serves it. The person's own accounts and practice have no keys, so that the team
 * learns nothing about them.
 */
import { getOrAdd } from '../platform/get-or-add.ts';
import type { Store } from '../platform/store/store.ts';
import {
  deriveAccountKey,
  deriveItemKey,
  deriveLeadKey,
  deriveServiceKey,
} from '../../sealing/subject-keys.ts';

export type TeamAccount = {
  readonly accountID: string;
  readonly key: string;
  /** Key of the accounts that may serve each other's leads. */
  readonly service: string;
};

/** A lead in the body of a fact; in a snapshot, `account` is the key of its account alone. */
export type LeadRef = { readonly account: string; readonly negotiation: string };

export type LeadKeys = ReturnType<typeof createLeadKeys>;

type Account = {
  readonly accountID: string;
  readonly service: string;
  readonly generation: number;
  readonly userID: string;
};

const isOfTeam = 'a.practice = 0 AND a.team_since IS NOT NULL';

const readTeamAccounts = (store: Store): readonly Account[] =>
  store
    .prepare<[], Account>(
      `SELECT account_id AS accountID, service, generation, user_id AS userID
       FROM accounts a WHERE ${isOfTeam} ORDER BY account_id`,
    )
    .all();

/** Finds a lead, also one of another account of the same service, or one that was merged into its newer copy. */
const findLeadOfAccount = (store: Store, accountID: string, negotiation: string): number | null =>
  store
    .prepare<[{ readonly accountID: string; readonly negotiation: string }], { lead: number }>(
      `SELECT lead FROM leads WHERE account_id = @accountID AND negotiation_id = @negotiation
       UNION ALL SELECT lead FROM moved_leads
         WHERE from_account = @accountID AND negotiation_id = @negotiation
       UNION ALL SELECT l.lead FROM accounts a CROSS JOIN accounts o
           ON o.service = a.service AND o.generation = a.generation AND o.account_id <> a.account_id
         CROSS JOIN leads l ON l.account_id = o.account_id AND l.negotiation_id = @negotiation
         WHERE a.account_id = @accountID LIMIT 1`,
    )
    .get({ accountID, negotiation })?.lead ?? null;

/** @param subjectKey the team's key, which hides ids from the server */
export const createLeadKeys = (store: Store, subjectKey: Uint8Array) => {
  /** Keys by account, which never change; the set of the team's accounts can. */
  const known = new Map<string, TeamAccount>();
  const toTeamAccount = (of: Account): TeamAccount =>
    getOrAdd(known, of.accountID, () => ({
      accountID: of.accountID,
      key: deriveAccountKey(subjectKey, of),
      service: deriveServiceKey(subjectKey, of),
    }));
  const listAccounts = (): readonly TeamAccount[] => readTeamAccounts(store).map(toTeamAccount);
  const listAccountIDs = (wanted: string): readonly string[] =>
    listAccounts()
      .filter(({ key, service }) => key === wanted || service === wanted)
      .map(({ accountID }) => accountID);
  return {
    listAccounts,
    /** Ids of the accounts with this account or service key. */
    listAccountIDs,
    /** Id of the account with this key; null while it is not here. */
    findAccountID: (wanted: string): string | null =>
      listAccounts().find(({ key }) => key === wanted)?.accountID ?? null,
    /** Key of an account; null for an unknown one, and for one that is not the team's. */
    findAccountKey: (accountID: string): string | null =>
      listAccounts().find((each) => each.accountID === accountID)?.key ?? null,
    /** Null for an unknown lead, and for one that is not the team's. */
    findRef: (lead: number): LeadRef | null => {
      const row = store
        .prepare<[number], Account & { negotiation: string }>(
          `SELECT a.account_id AS accountID, a.service, a.generation, a.user_id AS userID,
             l.negotiation_id AS negotiation
           FROM leads l JOIN accounts a USING (account_id) WHERE l.lead = ? AND ${isOfTeam}`,
        )
        .get(lead);
      return row === undefined
        ? null
        : { account: toTeamAccount(row).service, negotiation: row.negotiation };
    },
    /** Token for a text that is not a valid token, such as a tag. */
    deriveItemKey: (text: string) => deriveItemKey(subjectKey, text),
    /** The token of a lead in subjects. */
    deriveToken: ({ account, negotiation }: LeadRef) =>
      deriveLeadKey(subjectKey, account, negotiation),
    /** Null while the lead is not here. */
    findLead: ({ account, negotiation }: LeadRef): number | null => {
      for (const accountID of listAccountIDs(account)) {
        const lead = findLeadOfAccount(store, accountID, negotiation);
        if (lead !== null) return lead;
      }
      return null;
    },
  };
};
