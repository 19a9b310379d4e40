/** The other leads of a customer. */
import { succeed } from '../../../contract/errors.ts';
import { computeClockOffset, type Clock } from '../../clock/clock.ts';
import type { Handlers } from '../platform/command/handler.ts';
import { toRow } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { readLeadRows } from './lead-rows.ts';

/** A customer's id is valid for all accounts of a service, and only there. */
const ofSameCustomer = `
FROM leads mine
JOIN accounts ours ON ours.account_id = mine.account_id
CROSS JOIN leads l ON l.customer_id = mine.customer_id
CROSS JOIN accounts a ON a.account_id = l.account_id AND a.service = ours.service
CROSS JOIN inbox i ON i.lead = l.lead
WHERE mine.lead = ? AND mine.customer_id <> '' AND l.lead <> mine.lead`;

type OtherLead = { readonly lead: number; readonly answered: number };

/** The newest other leads of the customer that have an inbox row. */
const listNewestOfCustomer = (store: Store, lead: number, limit: number): readonly OtherLead[] =>
  store
    .prepare<[number, number], OtherLead>(
      `SELECT l.lead, EXISTS (SELECT 1 FROM messages m WHERE m.lead = l.lead AND m.side = 'business'
         AND m.automatic = 0 AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message)) AS answered
       ${ofSameCustomer} ORDER BY l.created_at DESC, l.lead DESC LIMIT ?`,
    )
    .all(lead, limit);

const countOfCustomer = (store: Store, lead: number): number =>
  store.prepare<[number], { total: number }>(`SELECT count(*) AS total ${ofSameCustomer}`).get(lead)
    ?.total ?? 0;

export const createCustomerCommands = (
  store: Store,
  clock: Clock,
): Handlers<'leads.ofCustomer'> => ({
  'leads.ofCustomer': ({ leadID, limit }) => {
    const lead = toRow(leadID) ?? 0;
    const found = listNewestOfCustomer(store, lead, limit);
    const rows = readLeadRows(
      store,
      found.map((each) => each.lead),
      computeClockOffset(clock),
    );
    const leads = found.flatMap((each) => {
      const row = rows.get(each.lead);
      return row === undefined ? [] : [{ row, isAnswered: each.answered === 1 }];
    });
    const total = found.length < limit ? found.length : countOfCustomer(store, lead);
    return succeed({ leads, total });
  },
});
