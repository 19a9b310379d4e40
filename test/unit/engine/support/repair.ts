/** A filled store with backups, for tests of damage and repair. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readMessagesBefore } from '../../../../main/engine/conversation/message-pages.ts';
import { insertMessage } from '../../../../main/engine/conversation/messages.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { buildBackupPath } from '../../../../main/engine/platform/store/backups.ts';
import { openStore } from '../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import {
  account,
  accountID,
  noon,
  putAccount,
  temporaryFolder,
  testClock,
  testLog,
} from './store.ts';

type Place = { readonly file: string; readonly met: string[] };

export const place = (): Place => ({ file: join(temporaryFolder(), 'leads.db'), met: [] });

export const open = ({ file, met }: Place): Store => {
  const opened = openStore({
    file,
    clock: testClock(),
    log: testLog(),
    onDamage: () => void met.push('damaged'),
    derived: derivedFromLeads,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  onTestFinished(() => opened.value.close());
  return opened.value;
};

export const leads = 120;

/** Adds many leads with long conversations, and some drafts, marks and replies of the professional. */
export const fill = (store: Store): void =>
  store.write(() => {
    putAccount(store, account, noon);
    const insertLead = store.db.prepare(
      `INSERT INTO leads (lead, account_id, negotiation_id, customer_name, category, created_at, complete, record, changed_at)
       VALUES (?, ?, ?, ?, 'Plumbing', ?, 1, ?, 0)`,
    );
    for (let lead = 1; lead <= leads; lead++) {
      const record = JSON.stringify({
        request: { description: `The boiler number${lead} leaks.` },
      });
      insertLead.run(lead, accountID, `n-${lead}`, `Customer ${lead}`, noon + lead, record);
      for (let index = 0; index < 5; index++) {
        insertMessage(store, {
          lead,
          accountID,
          messageID: `m-${lead}-${index}`,
          side: 'customer',
          author: `Customer ${lead}`,
          text: `word${index} `.repeat(60),
          attachments: [],
          sentAt: noon + lead * 10 + index,
        });
      }
      refreshInbox(store, lead);
    }
    saveDraft(store, 3, { text: 'Dear customer three', replyID: null }, noon);
    setMarks(store, [7], { starred: true });
    changeSettings(store, { undoSeconds: 17 });
    keepReply(store, 9, 'On my way');
  });

/** Adds a queued reply. */
export const keepReply = (store: Store, lead: number, text: string): number => {
  const { lastInsertRowid } = store.db
    .prepare(
      `INSERT INTO messages (lead, account_id, side, text, sent_at, written_here)
       VALUES (?, ?, 'business', ?, ?, 1)`,
    )
    .run(lead, accountID, text, noon + 100_000);
  store.db
    .prepare(
      `INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at)
       VALUES (?, ?, ?, 'queued', 0, ?)`,
    )
    .run(lastInsertRowid, lead, accountID, noon);
  refreshInbox(store, lead);
  return Number(lastInsertRowid);
};

/** Copies a closed database as a backup made at `at`. */
export const keepBackup = (file: string, at: number): void => {
  mkdirSync(join(file, '../backups'), { recursive: true });
  copyFileSync(file, buildBackupPath(file, at, 1));
};

export const readAll = (store: Store): number =>
  Array.from({ length: leads }, (_, index) =>
    readMessagesBefore(store, index + 1, null, 50, 0),
  ).flatMap(({ messages }) => messages).length;

export const asides = (file: string): readonly string[] =>
  readdirSync(join(file, '..')).filter((name) => /^leads\.db\.damaged-[^-]+-.*Z$/.test(name));
