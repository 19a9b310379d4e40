import { describe, expect, it } from 'vitest';
import { shownFlagNames } from '../../../../contract/flags.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { findLeadRow } from '../../../../main/engine/leads/lead-rows.ts';
import { findLatestMessage, setMarks } from '../../../../main/engine/leads/marks.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { noon, testStore } from '../support/store.ts';

const withLeads = `
  INSERT OR IGNORE INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
    VALUES ('account-1', '{"interface":"v4","environment":"staging","name":"S","baseUrl":"https://s.example"}', 'u', 'Pat', 1, 0);
  INSERT INTO leads (lead, account_id, negotiation_id, created_at, complete, changed_at)
    VALUES (1, 'account-1', 'n1', ${noon}, 1, 0), (2, 'account-1', 'n2', ${noon}, 1, 0),
      (3, 'account-1', 'n3', ${noon}, 1, 0);`;

const knownOf = (store: Store): unknown[] =>
  store.db
    .prepare('SELECT known_at, known_message FROM marks WHERE mark = ? ORDER BY lead')
    .raw()
    .all('archived');

const marked = (store: Store): unknown[] =>
  [1, 2, 3].map((lead) => {
    refreshInbox(store, lead);
    const row = findLeadRow(store, lead);
    return Object.fromEntries(shownFlagNames.map((name) => [name, row?.[name]]));
  });

describe('the professional’s marks', () => {
  it.each(shownFlagNames)('%s is set on some leads and cleared again', (name) => {
    const store = testStore();
    store.db.exec(withLeads);
    const none = marked(store);
    setMarks(store, [1, 2], { [name]: true });
    setMarks(store, [1, 2, 3], { read: true });
    const [first, second, third] = marked(store);
    setMarks(store, [1, 2], { [name]: false });
    expect([first, second, third]).toEqual([
      { ...(none[0] as object), [name]: true },
      { ...(none[1] as object), [name]: true },
      none[2],
    ]);
    expect(marked(store)).toEqual(none);
  });

  it('know the last message of the lead, also when another customer wrote in the same millisecond', () => {
    const store = testStore();
    store.db.exec(`${withLeads}
      INSERT INTO messages (lead, account_id, message_id, side, text, sent_at) VALUES
        (1, 'account-1', 'a', 'customer', 'Hi', ${noon}),
        (1, 'account-1', 'c', 'customer', 'Hi again', ${noon}),
        (1, 'account-1', 'd', 'business', 'Hello', ${noon + 1}),
        (2, 'account-1', 'z', 'customer', 'Good day', ${noon});`);
    expect(findLatestMessage(store, 1)).toEqual({ at: noon, message: 'c' });
    expect(findLatestMessage(store, 2)).toEqual({ at: noon, message: 'z' });
    expect(findLatestMessage(store, 3)).toBeNull();
  });

  it('appear in the list after an update adds their column', () => {
    const store = testStore();
    store.db.exec(withLeads);
    setMarks(store, [2], { starred: true });
    marked(store);
    store.db.exec(
      'DROP INDEX view_starred; DROP INDEX view_starred_of_business; DROP TRIGGER count_added; DROP TRIGGER count_removed;',
    );
    store.db.exec('DROP TRIGGER count_changed; DROP TRIGGER count_moved;');
    store.db.exec('ALTER TABLE inbox DROP COLUMN starred');
    derivedFromLeads.follow(store.db);
    expect([1, 2, 3].map((lead) => findLeadRow(store, lead)?.starred)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('that last until news carry the last message of the customer that was known', () => {
    const store = testStore();
    store.db.exec(`${withLeads}
      INSERT INTO messages (lead, account_id, message_id, side, text, sent_at) VALUES
        (1, 'account-1', 'm1', 'customer', '', ${noon + 1}), (1, 'account-1', 'm2', 'business', '', ${noon + 2})`);
    setMarks(store, [1, 2], { archived: true });
    expect(knownOf(store)).toEqual([
      [noon + 1, 'm1'],
      [noon, ''],
    ]);
  });

  it('are deleted with their lead', () => {
    const store = testStore();
    store.db.exec(withLeads);
    setMarks(store, [1, 2], { read: true, starred: true, archived: true });
    store.db.exec('DELETE FROM leads WHERE lead = 1');
    expect(store.db.prepare('SELECT DISTINCT lead FROM marks').pluck().all()).toEqual([2]);
  });
});
