/** What a file of before the reply ids becomes, and that no number means somebody else later. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { insertMessage } from '../../../../../main/engine/conversation/messages.ts';
import { insertStub } from '../../../../../main/engine/leads/leads.ts';
import { migrations } from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { accountID, temporaryFolder, testClock, testLog, testStore } from '../../support/store.ts';

const opened = (file: string, steps = migrations): Store => {
  const answer = openStore({ file, clock: testClock(), log: testLog(), migrations: steps });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};

const lead = (store: Store, negotiationID: string): number =>
  insertStub(
    store,
    { accountID, negotiationID, businessID: 'b', customerID: 'c', customerName: 'C', createdAt: 0 },
    0,
  );

it('a file from before the reply ids keeps its messages, its waiting replies and its drafts', () => {
  const file = join(temporaryFolder(), 'leads.db');
  const before = opened(file, migrations.slice(0, 5));
  before.db.exec(`
    INSERT INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
      VALUES ('a', '{"interface":"v4","environment":"staging","name":"S","baseUrl":"https://s.example"}', 'u', 'Pat', 1, 0);
    INSERT INTO leads (lead, account_id, negotiation_id, created_at, complete, changed_at)
      VALUES (1, 'a', 'n', 0, 1, 0);
    INSERT INTO messages (message, lead, account_id, message_id, side, text, sent_at, written_here)
      VALUES (1, 1, 'a', 'm', 'customer', 'Hello', 5, 0), (7, 1, 'a', NULL, 'business', 'On my way', 6, 1);
    INSERT INTO outbox (message, lead, account_id, state, queued_at, undo_until, next_at)
      VALUES (7, 1, 'a', 'queued', 6, 5006, 5006);
    INSERT INTO drafts (lead, text, saved_at) VALUES (1, 'Half a thought', 0);`);
  before.close();

  const { db, close } = opened(file);
  expect(db.prepare('SELECT message, text FROM messages ORDER BY message').raw().all()).toEqual([
    [1, 'Hello'],
    [7, 'On my way'],
  ]);
  expect(db.prepare('SELECT message, state, undo_ms, next_at FROM outbox').raw().all()).toEqual([
    [7, 'queued', 5_000, 5_006],
  ]);
  expect(db.prepare('SELECT text, reply_id FROM drafts').raw().all()).toEqual([
    ['Half a thought', null],
  ]);
  db.prepare('DELETE FROM messages WHERE message = 7').run();
  expect(db.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(0);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  close();
});

it('the number of a message or a lead that is gone is never given again', () => {
  const store = testStore();
  const first = lead(store, 'n1');
  const say = (messageID: string): void =>
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
  say('m1');
  const gone = lastMessage();
  store.db.exec('DELETE FROM messages');
  say('m2');
  expect(lastMessage()).toBeGreaterThan(gone);

  const second = lead(store, 'n2');
  store.db.exec(`DELETE FROM leads WHERE lead = ${second}`);
  expect(lead(store, 'n3')).toBeGreaterThan(second);
});
