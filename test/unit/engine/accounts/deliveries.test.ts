import { expect, it } from 'vitest';
import {
  listDeliveriesToApply,
  findDelivery,
  recordDelivery,
} from '../../../../main/engine/accounts/deliveries.ts';
import { accountID, testClock, testStore } from '../support/store.ts';

it('a repeated record that follows a different one is found as the delivery that it is', () => {
  const store = testStore(testClock());
  const describe = (record: unknown) => ({
    record,
    recordID: 'n1',
    negotiationID: 'n1',
    customerName: '',
    businessName: '',
  });
  const update = (leadPrice: string) => {
    const body = JSON.stringify({ leadPrice });
    return { accountID, eventType: 'LeadUpdate', webhookID: null, body, isRepeatable: true };
  };
  const [charged, free] = [update('$20'), update('$0')];
  const found = [charged, free, charged, charged].map((delivery) => {
    recordDelivery(store, delivery, describe, 0);
    return findDelivery(store, delivery, describe);
  });
  const [first, second, third] = listDeliveriesToApply(store, 10).map(({ delivery }) => delivery);
  expect(found).toEqual([first, second, third, third]);
  expect(findDelivery(store, free, describe)).toBeNull();
});
