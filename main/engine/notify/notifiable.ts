/** Reads the times that decide whether leads of a burst get notices, in one statement. */
import { selectReadAt } from '../leads/read-mark.ts';
import { selectStored } from '../platform/store/stored.ts';
import type { Store } from '../platform/store/store.ts';

/** Times in UTC milliseconds, 0 for never. */
type NotifiableLead = {
  readonly lead: number;
  readonly connectedAt: number;
  readonly notifiedAt: number;
  readonly readAt: number;
};

/** Reads the listed leads among these, by number, without test leads and those assigned to colleagues. */
export const readNotifiableLeads = (store: Store, leads: readonly number[]) =>
  new Map(
    store
      .prepare<[string], NotifiableLead>(
        `SELECT i.lead, a.connected_at AS connectedAt, ifnull(n.at, 0) AS notifiedAt,
           ifnull(${selectReadAt('i.lead')}, 0) AS readAt
         FROM json_each(?) j CROSS JOIN inbox i ON i.lead = j.value
         CROSS JOIN accounts a ON a.account_id = i.account_id
         LEFT JOIN notified_leads n ON n.lead = i.lead
         WHERE ${selectStored('a.profile', '$.environment')} IS NOT 'staging'
           AND i.colleagues = 0`,
      )
      .all(JSON.stringify(leads))
      .map((row) => [row.lead, row]),
  );
