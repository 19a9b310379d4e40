import { expect, it } from 'vitest';
import { insertMessage } from '../../../../../main/engine/conversation/messages.ts';
import { insertStub } from '../../../../../main/engine/leads/leads.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { accountID, testStore } from '../../support/store.ts';

const lead = (store: Store, negotiationID: string): number =>
  insertStub(
    store,
    { accountID, negotiationID, businessID: 'b', customerID: 'c', customerName: 'C', createdAt: 0 },
    0,
  );

it('the number of a deleted message or lead is never reused', () => {
  const store = testStore();
  const first = lead(store, 'n1');
  const add = (messageID: string): void =>
    void insertMessage(store, {
      lead: first,
      accountID,
      messageID,
      side: 'customer',
      author: '',
      text: 'Hello',
      attachments: [],
      sentAt: 0,
    });
  const lastMessage = (): number =>
    store.db.prepare('SELECT max(message) FROM messages').pluck().get() as number;
  add('m1');
  const gone = lastMessage();
  store.db.exec('DELETE FROM messages');
  add('m2');
  expect(lastMessage()).toBeGreaterThan(gone);

  const second = lead(store, 'n2');
  store.db.exec(`DELETE FROM leads WHERE lead = ${second}`);
  expect(lead(store, 'n3')).toBeGreaterThan(second);
});
