/**
 * Accounts and leads by the keys of the team's log, which do not depend on this database. A desktop may know a lead
 * under another account of the same service, or have merged it into its newer copy; both are found.
 */
import { allAccounts } from '../accounts/rows.ts';
import type { Store } from '../platform/store/store.ts';
import { accountKey, leadKey } from '../../sealing/subject-keys.ts';

/** A lead in the body of a fact. */
export type LeadPlace = { readonly account: string; readonly negotiation: string };

export type LeadKeys = {
  /** Null for an unknown lead and for practice. */
  readonly placeOf: (lead: number) => LeadPlace | null;
  /** The token of a lead in subjects. */
  readonly tokenOf: (place: LeadPlace) => string;
  /** Null while the lead is not here. */
  readonly leadOf: (place: LeadPlace) => number | null;
  /** Row of an account; null while it is not here. */
  readonly accountOf: (key: string) => string | null;
  /** Key of an account; null for an unknown one and for practice. */
  readonly accountKeyOf: (accountID: string) => string | null;
};

const leadOfAccount = (store: Store, accountID: string, negotiation: string): number | null =>
  store
    .prepare<[{ readonly accountID: string; readonly negotiation: string }], { lead: number }>(
      'leadKeys.lead',
      `SELECT lead FROM leads WHERE account_id = @accountID AND negotiation_id = @negotiation
       UNION ALL SELECT lead FROM moved_leads
         WHERE from_account = @accountID AND negotiation_id = @negotiation
       UNION ALL SELECT l.lead FROM accounts a JOIN accounts o
           ON o.service = a.service AND o.generation = a.generation AND o.account_id <> a.account_id
         JOIN leads l ON l.account_id = o.account_id AND l.negotiation_id = @negotiation
         WHERE a.account_id = @accountID LIMIT 1`,
    )
    .get({ accountID, negotiation })?.lead ?? null;

/** @param subjectKey the team's, which hides numbers */
export const createLeadKeys = (store: Store, subjectKey: Uint8Array): LeadKeys => {
  const keys = new Map<string, string>();
  /** Accounts can be added at any time, but the key of one never changes. */
  const readAccounts = (): void => {
    for (const account of allAccounts(store))
      if (!account.practice) keys.set(account.accountID, accountKey(subjectKey, account));
  };
  const accountOf = (key: string): string | null => {
    const find = (): string | undefined => [...keys].find(([, each]) => each === key)?.[0];
    if (find() === undefined) readAccounts();
    return find() ?? null;
  };
  const accountKeyOf = (accountID: string): string | null => {
    if (!keys.has(accountID)) readAccounts();
    return keys.get(accountID) ?? null;
  };
  return {
    accountKeyOf,
    placeOf: (lead) => {
      const row = store
        .prepare<[number], { accountID: string; negotiation: string }>(
          'leadKeys.place',
          'SELECT account_id AS accountID, negotiation_id AS negotiation FROM leads WHERE lead = ?',
        )
        .get(lead);
      if (row === undefined) return null;
      const account = accountKeyOf(row.accountID);
      return account === null ? null : { account, negotiation: row.negotiation };
    },
    tokenOf: ({ account, negotiation }) => leadKey(subjectKey, account, negotiation),
    leadOf: ({ account, negotiation }) => {
      const accountID = accountOf(account);
      return accountID === null ? null : leadOfAccount(store, accountID, negotiation);
    },
    accountOf,
  };
};
