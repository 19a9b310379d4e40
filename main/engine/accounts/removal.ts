/** Counts and removes the data of an account, in short transactions. */
import type { AccountID } from '../../../contract/records.ts';
import { listOlderTwins } from '../leads/holders.ts';
import { refreshInbox } from '../leads/inbox.ts';
import type { Store } from '../platform/store/store.ts';

const noContents = { leads: 0, messages: 0, drafts: 0, notes: 0, unsent: 0 };

/** Counts the data that the removal of an account deletes. */
export const countContents = (store: Store, accountID: AccountID): typeof noContents => {
  const sql = `SELECT (SELECT count(*) FROM leads WHERE account_id = @accountID) AS leads,
      (SELECT count(*) FROM leads l JOIN messages m ON m.lead = l.lead
        WHERE l.account_id = @accountID) AS messages,
      (SELECT count(*) FROM drafts d JOIN leads l ON l.lead = d.lead
        WHERE l.account_id = @accountID) AS drafts,
      (SELECT count(*) FROM notes n JOIN leads l ON l.lead = n.lead
        WHERE l.account_id = @accountID) AS notes,
      (SELECT count(*) FROM outbox WHERE account_id = @accountID) AS unsent`;
  return (
    store.prepare<[{ accountID: string }], typeof noContents>(sql).get({ accountID }) ?? noContents
  );
};

export const countLeads = (store: Store, accountID: AccountID): number => {
  const sql = 'SELECT count(*) AS leads FROM leads WHERE account_id = ?';
  return store.prepare<[string], { leads: number }>(sql).get(accountID)?.leads ?? 0;
};

/** Rows that are not deleted by cascade come first. */
const leadRemovals = ['DELETE FROM drafts WHERE lead = ?', 'DELETE FROM leads WHERE lead = ?'];

/** Removes up to `most` leads; returns how many. Older twins that they hid become visible again. */
export const removeLeads = (store: Store, accountID: AccountID, most: number): number =>
  store.writeRepeatable(() => {
    const leads = store
      .prepare<[string, number], { lead: number; negotiationID: string }>(
        'SELECT lead, negotiation_id AS negotiationID FROM leads WHERE account_id = ? LIMIT ?',
      )
      .all(accountID, most);
    for (const { lead, negotiationID } of leads) {
      const twins = listOlderTwins(store, accountID, negotiationID);
      for (const sql of leadRemovals) store.prepare<[number]>(sql).run(lead);
      for (const twin of twins) refreshInbox(store, twin.lead);
    }
    return leads.length;
  });

export const removeDeliveries = (store: Store, accountID: AccountID, most: number): number => {
  const sql = `DELETE FROM deliveries WHERE delivery IN
      (SELECT delivery FROM deliveries WHERE account_id = ? LIMIT ?)`;
  return store.prepare<[string, number]>(sql).run(accountID, most).changes;
};

/** Removes an account whose leads are removed already. Moves to it lose their target. */
export const removeAccount = (store: Store, accountID: AccountID): void =>
  store.write(() => {
    for (const sql of [
      'UPDATE moves SET to_account = NULL WHERE to_account = ?',
      'DELETE FROM counts WHERE account_id = ?',
      "DELETE FROM settings WHERE name = 'coverage.' || ?",
      'DELETE FROM accounts WHERE account_id = ?',
    ])
      store.prepare<[string]>(sql).run(accountID);
  });
