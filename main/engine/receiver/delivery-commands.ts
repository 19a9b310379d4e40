/** Handlers of `deliveries.*`: the list, a body, and applying a delivery again. */
import type { Delivery } from '../../../contract/commands/webhooks.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { isStoredOnly } from '../marketplaces/choose.ts';
import {
  markToApplyAgain,
  deliveriesBefore,
  deliveryOf,
  leadOfNegotiation,
  notUnderstoodCount,
  type DeliveryRow,
} from '../accounts/deliveries.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { storedWord } from '../platform/store/stored.ts';
import type { EngineDependencies, RunningAccount } from '../accounts/runtime.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'publish'> & {
  readonly account: (accountID: string) => Pick<RunningAccount, 'inbound'> | null;
  readonly applyRecorded: () => Promise<unknown>;
};

const deliveryStates = ['recorded', 'applied', 'not_understood'] as const;

const viewOf = (store: Store, accountID: string, row: DeliveryRow): Delivery => {
  const { negotiationID } = row;
  const lead = negotiationID === null ? null : leadOfNegotiation(store, accountID, negotiationID);
  const isKept = row.state === 'applied' && isStoredOnly(row.eventType);
  return {
    deliveryID: String(row.delivery),
    eventType: row.eventType,
    receivedAt: row.receivedAt,
    times: row.times,
    state: isKept ? 'kept' : storedWord(deliveryStates, row.state, 'not_understood'),
    reason: row.reason,
    leadID: lead === null ? null : leadIDOf(lead.lead),
    customerName: lead?.customerName || row.customerName,
    businessName: lead?.businessName || row.businessName,
    size: row.size,
  };
};

const numberOf = (id: string): number | null => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null);

/** Deliveries always have a body, so an empty one was removed. */
const isBodyRemoved = ({ state, body }: { readonly state: string; readonly body: string }) =>
  state === 'applied' && body === '';

const noSuchDelivery = (): Answer<never> => fail('not_found', 'There is no such delivery.');

export const deliveryCommands = ({
  store,
  account,
  applyRecorded,
  publish,
}: Dependencies): Handlers<'deliveries.list' | 'deliveries.get' | 'deliveries.apply'> => ({
  'deliveries.list': ({ accountID, filter, cursor, limit }) => {
    const before = cursor === undefined ? null : numberOf(cursor);
    if (cursor !== undefined && before === null)
      return fail('invalid_input', 'There is no such place in the list.');
    const rows = deliveriesBefore(store, accountID, filter, before, limit + 1);
    const shown = rows.slice(0, limit);
    return succeed({
      deliveries: shown.map((row) => viewOf(store, accountID, row)),
      next: rows.length > limit ? String(shown.at(-1)?.delivery) : null,
      notUnderstood: notUnderstoodCount(store, accountID),
      lastAt: [...(account(accountID)?.inbound.lastDeliveries() ?? [])],
    });
  },

  'deliveries.get': ({ accountID, deliveryID }) => {
    const number = numberOf(deliveryID);
    const row = number === null ? null : deliveryOf(store, accountID, number);
    if (row === null) return noSuchDelivery();
    const body = isBodyRemoved(row) ? null : row.body;
    return succeed({ delivery: viewOf(store, accountID, row), body });
  },

  'deliveries.apply': async ({ accountID, deliveryID }) => {
    const number = deliveryID === undefined ? null : numberOf(deliveryID);
    if (deliveryID !== undefined && number === null) return noSuchDelivery();
    const one = number === null ? null : deliveryOf(store, accountID, number);
    if (one !== null && isBodyRemoved(one))
      return fail('too_late', 'The body of this delivery was removed after 30 days.');
    const again = markToApplyAgain(store, accountID, number);
    if (number !== null && again === 0) return noSuchDelivery();
    await applyRecorded();
    publish({ kinds: ['webhooks', 'connection'], leadIDs: [] });
    const notUnderstood =
      number === null
        ? notUnderstoodCount(store, accountID)
        : Number(deliveryOf(store, accountID, number)?.state === 'not_understood');
    return succeed({ applied: Math.max(0, again - notUnderstood), notUnderstood });
  },
});
