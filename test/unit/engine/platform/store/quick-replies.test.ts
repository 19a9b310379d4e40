/** What becomes of Quick Replies that a file of before them counted as replies of the professional's. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { derivedFromLeads } from '../../../../../main/engine/leads/derived.ts';
import { followHours } from '../../../../../main/engine/leads/follow-hours.ts';
import { migrations } from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { leadRow } from '../../../../../main/engine/leads/lead-rows.ts';
import { messagesBefore } from '../../../../../main/engine/conversation/message-pages.ts';
import { noon, temporaryFolder, testClock, testLog, testSlices } from '../../support/store.ts';

const before = migrations.findIndex(({ name }) => name === 'quick-replies');

const opened = (file: string, isOld = false): Store => {
  const answer = openStore({
    file,
    clock: testClock(),
    log: testLog(),
    ...(isOld ? { migrations: migrations.slice(0, before) } : { derived: derivedFromLeads }),
  });
  if (!answer.ok) throw new Error(answer.error.message);
  onTestFinished(() => answer.value.close());
  return answer.value;
};

const second = 1_000;
const quickReply = (name: string): string => `Hi ${name}, thanks for reaching out!`;

type Said = readonly [text: string, afterMs: number, writtenHere?: boolean];

/** The leads of before: what the business said to each, after the request. */
const leads = {
  'Ann Lee': [[quickReply('Ann'), 2 * second]],
  'Bo Diaz': [[quickReply('Bo'), -second]],
  'Cy Roth': [
    [quickReply('Cy'), 2 * second],
    ['I can come at five', 600 * second],
  ],
  'Di Katz': [['On my way', 5 * second, true]],
  'Ed Voss': [['Can you send a photo?', 900 * second]],
} as const satisfies Readonly<Record<string, readonly Said[]>>;
type Name = keyof typeof leads;
const names = Object.keys(leads) as Name[];

/** A file of the version before, in which everybody counts as answered. */
const olderFile = (): string => {
  const file = join(temporaryFolder(), 'leads.db');
  const { db, close } = opened(file, true);
  db.exec(`INSERT INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
    VALUES ('a', '{"interface":"v4","environment":"production","name":"S","baseUrl":"https://s.example"}',
      'u', 'Pat', 1, 0);
    INSERT INTO settings (name, value) VALUES ('replyTimes.hours', '"as before"');`);
  const addLead = db.prepare(`INSERT INTO leads (lead, account_id, negotiation_id, business_id,
    customer_name, created_at, complete, changed_at) VALUES (?, 'a', ?, 'b', ?, ?, 1, 0)`);
  const addMessage = db.prepare(`INSERT INTO messages (lead, account_id, message_id, side, text,
    sent_at, written_here) VALUES (?, 'a', ?, 'business', ?, ?, ?)`);
  const addRow =
    db.prepare(`INSERT INTO inbox (lead, account_id, business_id, activity_at, last_side,
    last_text, needs_reply, unread, starred, archived, first_reply_at)
    VALUES (?, 'a', 'b', ?, 'business', '', 0, 0, 0, 0, ?)`);
  names.forEach((name, index) => {
    const lead = index + 1;
    const said: readonly Said[] = leads[name];
    addLead.run(lead, `n${lead}`, name, noon);
    said.forEach(([text, afterMs, writtenHere = false], nth) =>
      addMessage.run(lead, `m${lead}.${nth}`, text, noon + afterMs, writtenHere ? 1 : 0),
    );
    addRow.run(lead, noon, noon + (said[0]?.[1] ?? 0));
  });
  close();
  return file;
};

const afterUpdate = async () => {
  const store = opened(olderFile());
  await followHours(store, testSlices(testClock()), () => undefined);
  const rowOf = (name: Name) => {
    const row = leadRow(store, names.indexOf(name) + 1);
    if (row === null) throw new Error(name);
    return row;
  };
  return { store, rowOf };
};

it.each(['Ann Lee', 'Bo Diaz'] as const)(
  'a lead that only a Quick Reply answered needs a reply and has a clock: %s',
  async (name) => {
    const { store, rowOf } = await afterUpdate();
    expect(rowOf(name)).toMatchObject({ needsReply: true, neverAnswered: true });
    expect(rowOf(name).replyBy).not.toBeNull();
    const lead = names.indexOf(name) + 1;
    expect(
      messagesBefore(store, lead, null, 5, 0).messages.map(({ automatic }) => automatic),
    ).toEqual([true]);
    expect(
      store.db.prepare('SELECT first_reply_at FROM inbox WHERE lead = ?').pluck().get(lead),
    ).toBeNull();
  },
);

it('a lead that was answered after its Quick Reply stays answered, and its first reply is that answer', async () => {
  const { store, rowOf } = await afterUpdate();
  expect(rowOf('Cy Roth')).toMatchObject({ needsReply: false, neverAnswered: false });
  expect(store.db.prepare('SELECT first_reply_at FROM inbox WHERE lead = 3').pluck().get()).toBe(
    noon + 600 * second,
  );
});

it.each(['Di Katz', 'Ed Voss'] as const)(
  'a reply that the professional wrote, at once here or later elsewhere, stays one: %s',
  async (name) => {
    const { store, rowOf } = await afterUpdate();
    expect(rowOf(name)).toMatchObject({ needsReply: false });
    const lead = names.indexOf(name) + 1;
    expect(
      messagesBefore(store, lead, null, 5, 0).messages.map(({ automatic }) => automatic),
    ).toEqual([false]);
  },
);
