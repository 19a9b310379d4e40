/** Handlers of `deliveries.*`: list deliveries, read a body, and apply deliveries again. */
import type { Delivery } from '../../../contract/commands/webhooks.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { isStoredOnly } from '../marketplaces/choose.ts';
import {
  markToApplyAgain,
  listDeliveriesBefore,
  readDelivery,
  findLeadOfNegotiation,
  countNotUnderstood,
  type DeliveryRow,
} from '../accounts/deliveries.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredWord } from '../platform/store/stored.ts';
import type { EngineDependencies, RunningAccount } from '../accounts/runtime.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'publish'> & {
  readonly findAccount: (accountID: string) => Pick<RunningAccount, 'inbound'> | null;
  readonly applyRecorded: () => Promise<unknown>;
};

const deliveryStates = ['recorded', 'applied', 'not_understood'] as const;

const toView = (store: Store, accountID: string, row: DeliveryRow): Delivery => {
  const { negotiationID } = row;
  const lead =
    negotiationID === null ? null : findLeadOfNegotiation(store, accountID, negotiationID);
  const isKept = row.state === 'applied' && isStoredOnly(row.eventType);
  return {
    deliveryID: String(row.delivery),
    eventType: row.eventType,
    receivedAt: row.receivedAt,
    times: row.times,
    state: isKept ? 'kept' : readStoredWord(deliveryStates, row.state, 'not_understood'),
    reason: row.reason,
    leadID: lead === null ? null : toLeadID(lead.lead),
    customerName: lead?.customerName || row.customerName,
    businessName: lead?.businessName || row.businessName,
    size: row.size,
  };
};

const parseDeliveryID = (id: string): number | null =>
  /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;

/** Deliveries always have a body, so an empty one was removed. */
const isBodyRemoved = ({ state, body }: { readonly state: string; readonly body: string }) =>
  state === 'applied' && body === '';

const failNotFound = (): Answer<never> => fail('not_found', 'There is no such delivery.');

export const createDeliveryCommands = ({
  store,
  findAccount,
  applyRecorded,
  publish,
}: Dependencies): Handlers<'deliveries.list' | 'deliveries.get' | 'deliveries.apply'> => ({
  'deliveries.list': ({ accountID, filter, cursor, limit }) => {
    const before = cursor === undefined ? null : parseDeliveryID(cursor);
    if (cursor !== undefined && before === null)
      return fail('invalid_input', 'There is no such place in the list.');
    const rows = listDeliveriesBefore(store, accountID, filter, before, limit + 1);
    const shown = rows.slice(0, limit);
    return succeed({
      deliveries: shown.map((row) => toView(store, accountID, row)),
      next: rows.length > limit ? String(shown.at(-1)?.delivery) : null,
      notUnderstood: countNotUnderstood(store, accountID),
      lastAt: [...(findAccount(accountID)?.inbound.listLastDeliveries() ?? [])],
    });
  },

  'deliveries.get': ({ accountID, deliveryID }) => {
    const number = parseDeliveryID(deliveryID);
    const row = number === null ? null : readDelivery(store, accountID, number);
    if (row === null) return failNotFound();
    const body = isBodyRemoved(row) ? null : row.body;
    return succeed({ delivery: toView(store, accountID, row), body });
  },

  'deliveries.apply': async ({ accountID, deliveryID }) => {
    const number = deliveryID === undefined ? null : parseDeliveryID(deliveryID);
    if (deliveryID !== undefined && number === null) return failNotFound();
    const row = number === null ? null : readDelivery(store, accountID, number);
    if (row !== null && isBodyRemoved(row))
      return fail('too_late', 'The body of this delivery was removed after 30 days.');
    const marked = markToApplyAgain(store, accountID, number);
    if (number !== null && marked === 0) return failNotFound();
    await applyRecorded();
    publish({ kinds: ['webhooks', 'connection'], leadIDs: [] });
    const notUnderstood =
      number === null
        ? countNotUnderstood(store, accountID)
        : Number(readDelivery(store, accountID, number)?.state === 'not_understood');
    return succeed({ applied: Math.max(0, marked - notUnderstood), notUnderstood });
  },
});
