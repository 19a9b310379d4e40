/** Damage is detected when it is read, and a repair keeps everything readable. */
import {
  existsSync,
  openSync,
  closeSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isOwnerOnly } from '../../../../owner-only.ts';
import type { ReplyID } from '../../../../../contract/records.ts';
import { findAccount, setProgress } from '../../../../../main/engine/accounts/rows.ts';
import { putRule, listRules } from '../../../../../main/engine/automatic/rules.ts';
import { buildBackupPath } from '../../../../../main/engine/platform/store/backups.ts';
import { readDraft, saveDraft } from '../../../../../main/engine/conversation/drafts.ts';
import { setMarks } from '../../../../../main/engine/leads/marks.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import { migrations } from '../../../../../main/engine/platform/store/migrations.ts';
import { findOutgoing, setState } from '../../../../../main/engine/conversation/outbox/rows.ts';
import { addPolls, listDueLeads, settlePoll } from '../../../../../main/engine/accounts/polls.ts';
import { derivedFromLeads } from '../../../../../main/engine/leads/derived.ts';
import { applyAllChanges } from '../../../../../main/engine/leads/search.ts';
import { findReplyByID, claimReplyID } from '../../../../../main/engine/conversation/replies.ts';
import { readSettings } from '../../../../../main/engine/platform/settings.ts';
import { firstReply, hourMs } from '../../automatic/bench.ts';
import {
  asides,
  fill,
  keepBackup,
  keepReply,
  leads,
  open,
  place,
  readAll,
} from '../../support/repair.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { account, accountID, noon, putAccount, testClock, testLog } from '../../support/store.ts';

/** Overwrites every `each`-th leaf page of a table, or its first or last, as a failing disk does. */
const damage = (file: string, table: string, each: number | 'first' | 'last' = 2): void => {
  const db = new Database(file, { readonly: true });
  const size = db.pragma('page_size', { simple: true }) as number;
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .all(table);
  db.close();
  const handle = openSync(file, 'r+');
  const isHit = (index: number): boolean =>
    typeof each === 'number'
      ? index % each === 1
      : index === (each === 'first' ? 0 : pages.length - 1);
  for (const page of pages.filter((_, index) => isHit(index))) {
    writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  }
  closeSync(handle);
};

const found = (store: Store, word: string): number =>
  store.db
    .prepare('SELECT count(*) FROM lead_words WHERE lead_words MATCH ?')
    .pluck()
    .get(word) as number;

const replies = (store: Store): unknown[] =>
  store.db.prepare("SELECT state, reason ->> 'code' AS reason FROM outbox").all();

describe('damage after a clean close', () => {
  it('is reported when found, and the next start repairs it with all local data', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    keepBackup(at.file, noon);
    damage(at.file, 'messages');

    const second = open(at);
    expect(() => readAll(second)).toThrow('malformed');
    expect(() => readAll(second)).toThrow('malformed');
    expect(at.met).toEqual(['damaged']);
    second.close();

    const third = open(at);
    applyAllChanges(third);
    expect(readAll(third)).toBe(leads * 5 + 1);
    expect(third.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect({
      draft: readDraft(third, 3).text,
      starred: third.db.prepare('SELECT lead FROM inbox WHERE starred = 1').pluck().all(),
      undoSeconds: readSettings(third).undoSeconds,
      replies: replies(third),
      counted: third.db.prepare('SELECT sum("all") FROM counts').pluck().get(),
      foundByRequest: found(third, 'number42'),
      foundByMessage: found(third, 'word4'),
    }).toEqual({
      draft: 'Dear customer three',
      starred: [7],
      undoSeconds: 17,
      replies: [{ state: 'failed', reason: 'restored' }],
      counted: leads,
      foundByRequest: 1,
      foundByMessage: leads,
    });
    expect(asides(at.file)).toHaveLength(1);
    third.close();
    open(at);
    expect([at.met, asides(at.file).length]).toEqual([['damaged'], 1]);
  });

  it('without a backup loses only unreadable rows', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    damage(at.file, 'messages', 10);
    const second = open(at);
    expect(() => readAll(second)).toThrow('malformed');
    second.close();
    const third = open(at);
    expect(third.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(third.db.prepare('SELECT count(*) FROM leads').pluck().get()).toBe(leads);
    expect([readDraft(third, 3).text, readSettings(third).undoSeconds]).toEqual([
      'Dear customer three',
      17,
    ]);
    expect(readAll(third)).toBeGreaterThan(leads);
  });

  it.each(['first', 'last'] as const)('on the %s page of a table loses no other pages', (page) => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    damage(at.file, 'messages', page);
    writeFileSync(`${at.file}.suspect`, 'damaged');
    expect(readAll(open(at))).toBeGreaterThan(leads * 5 * 0.8);
  });

  it('restores no row of the backup that was deleted since', () => {
    const at = place();
    const first = open(at);
    fill(first);
    const waiting = keepReply(first, 11, 'I take this back');
    first.close();
    keepBackup(at.file, noon);
    const since = open(at);
    since.db.prepare('DELETE FROM outbox WHERE message = ?').run(waiting);
    since.db.prepare('DELETE FROM messages WHERE message = ?').run(waiting);
    saveDraft(since, 3, { text: '', replyID: null }, noon);
    saveDraft(since, 4, { text: 'Written since', replyID: null }, noon);
    since.close();
    damage(at.file, 'leads', 3);
    const met = open(at);
    expect(() => met.db.prepare('SELECT sum(length(record)) FROM leads').get()).toThrow();
    expect(() => met.write(() => met.db.exec('UPDATE leads SET status = 1'))).toThrow();
    met.close();
    const store = open(at);
    expect([
      findOutgoing(store, waiting),
      readDraft(store, 3).text,
      readDraft(store, 4).text,
    ]).toEqual([null, '', 'Written since']);
    expect(store.db.prepare('SELECT count(*) FROM leads').pluck().get()).toBe(leads);
  });

  it.each([
    ['a message', 'messages', leads],
    ['a lead', 'leads', leads],
    ['no record of the service', 'drafts', 0],
  ])('that lost %s causes a new fetch from the service if needed', (_, table, asked) => {
    const at = place();
    const first = open(at);
    fill(first);
    for (let lead = 11; lead <= leads; lead++) {
      saveDraft(first, lead, { text: 'a draft '.repeat(40), replyID: null }, noon);
    }
    addPolls(first, accountID, 0, noon);
    for (let lead = 1; lead <= leads; lead++) {
      const week = { nextAt: noon + 7 * 86_400_000, readTo: noon, failures: 0, misses: 0 };
      settlePoll(first, lead, { ...week, missedAt: null });
    }
    const backfillAt = JSON.stringify({ walked: ['business-1'], at: null });
    setProgress(first, accountID, { listsLeads: true, backfill: 'done', backfillAt });
    first.close();
    damage(at.file, table, 3);
    writeFileSync(`${at.file}.suspect`, 'damaged');

    const store = open(at);
    const rows = store.db.prepare('SELECT count(*) FROM polls').pluck().get() as number;
    const due = listDueLeads(store, accountID, noon + 86_400_000, [], 1_000);
    expect(due.filter(({ readTo }) => readTo === null)).toHaveLength(asked === 0 ? 0 : rows);
    expect(rows).toBeGreaterThan(leads / 2);
    expect(findAccount(store, accountID)).toMatchObject(
      asked === 0 ? { backfill: 'done', backfillAt } : { backfill: 'waiting', backfillAt: null },
    );
  });

  it.each([2, 9])('on one of %i pages loses only the marks on damaged pages', (each) => {
    const at = place();
    const many = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const first = open(at);
    first.write(() => {
      putAccount(first, account, noon);
      const lead = first.db.prepare(
        `INSERT INTO leads (lead, account_id, negotiation_id, created_at, complete, changed_at)
         VALUES (?, ?, ?, 0, 1, 0)`,
      );
      for (const number of many) lead.run(number, accountID, `n-${number}`);
      setMarks(first, many, { starred: true, archived: true });
    });
    const marks = (store: Store): number =>
      store.db.prepare('SELECT count(*) FROM marks NOT INDEXED').pluck().get() as number;
    const had = marks(first);
    first.close();
    damage(at.file, 'marks', each);
    writeFileSync(`${at.file}.suspect`, 'damaged');
    const store = open(at);
    expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(marks(store)).toBeGreaterThan(had * (each === 2 ? 0.4 : 0.8));
    expect(store.db.prepare('SELECT count(*) FROM inbox WHERE starred = 1').pluck().get()).toBe(
      store.db.prepare("SELECT count(*) FROM marks WHERE mark = 'starred'").pluck().get(),
    );
  });

  it.each([
    ['follows the team’s log from the start', 1, (file: string) => damage(file, 'messages')],
    [
      'publishes no change of a backup for the team again',
      0,
      (file: string) => writeFileSync(file, 'no database'),
    ],
  ])('%s', (_, changes, harm) => {
    const at = place();
    const first = open(at);
    fill(first);
    first.db.exec(`
      INSERT INTO team_cursor (team, person, desktop, epoch, sequence) VALUES ('t', 'ana', 'desk', 'epoch-1', 70);
      INSERT INTO team_facts (subject, sequence, lead, fact) VALUES ('fact.x.starred', 70, 7, '{}');
      INSERT INTO team_outbox (kind, lead, item) VALUES ('starred', 7, '')`);
    first.close();
    keepBackup(at.file, noon);
    harm(at.file);
    writeFileSync(`${at.file}.suspect`, 'damaged');
    const { db } = open(at);
    expect(db.prepare('SELECT person, epoch, sequence FROM team_cursor').raw().all()).toEqual([
      ['ana', null, 0],
    ]);
    expect(db.prepare('SELECT count(*) FROM team_facts').pluck().get()).toBe(0);
    expect(db.prepare('SELECT count(*) FROM team_outbox').pluck().get()).toBe(changes);
  });

  it('loses only the rows of the damaged page, even without row numbers', () => {
    const at = place();
    const first = open(at);
    fill(first);
    const taken = Array.from({ length: 900 }, (_, index) => ({
      replyID: `${String(index).padStart(4, '0')}-a-reply-that-was-taken` as ReplyID,
      message: index + 1,
      lead: 1,
    }));
    first.write(() => {
      for (const reply of taken) claimReplyID(first, reply);
    });
    first.close();
    damage(at.file, 'replies', 1_000);
    writeFileSync(`${at.file}.suspect`, 'damaged');
    const store = open(at);
    const known = taken.filter(({ replyID }) => findReplyByID(store, replyID) !== null);
    expect(known.length).toBeGreaterThan(700);
    expect([known[0], known.at(-1)]).toEqual([taken[0], taken.at(-1)]);
  });

  it('that a full check does not find leads to a repair only the second time', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    const meet = (store: Store): void => {
      expect(() =>
        store.write(() => {
          throw new Database.SqliteError('malformed', 'SQLITE_CORRUPT_VTAB');
        }),
      ).toThrow();
      store.close();
    };
    meet(open(at));
    const second = open(at);
    expect(asides(at.file)).toEqual([]);
    meet(second);
    const third = open(at);
    expect(asides(at.file)).toHaveLength(1);
    expect(readAll(third)).toBe(leads * 5 + 1);
  });

  it('that restored an older outbox marks a failed reply as possibly sent', () => {
    const at = place();
    const first = open(at);
    fill(first);
    const failed = keepReply(first, 11, 'Tried again after the backup, and sent');
    setState(first, failed, {
      state: 'failed',
      reason: { code: 'forbidden', message: 'Not allowed.' },
    });
    first.close();
    keepBackup(at.file, noon);
    writeFileSync(at.file, 'damaged'.repeat(1000));
    expect(findOutgoing(open(at), failed)).toMatchObject({ state: 'failed', mayHaveLeft: 1 });
  });
});

describe('a repair', () => {
  it('lets rules of automatic replies count only from now', () => {
    const at = place();
    const first = open(at);
    fill(first);
    putRule(first, firstReply, noon - 5 * hourMs);
    first.close();
    keepBackup(at.file, noon);
    writeFileSync(at.file, 'damaged'.repeat(1000));
    expect(listRules(open(at))).toMatchObject([{ rule: firstReply, beginning: { at: noon } }]);
  });

  it('on a disk that is too small fails with disk_full, and on a larger one loses nothing', () => {
    const at = place();
    const first = open(at);
    putAccount(first, account, noon);
    const put = first.db.prepare(
      `INSERT INTO deliveries (account_id, unique_key, event_type, body, received_at, state)
       VALUES (?, ?, 'MessageCreatedV4', ?, 0, 'applied')`,
    );
    // A repair that skipped the long row would have room for everything else.
    for (let index = 1; index <= 100; index++) {
      put.run(accountID, `k-${index}`, 'b'.repeat(index === 50 ? 800_000 : 300));
    }
    first.close();
    writeFileSync(`${at.file}.suspect`, 'damaged');
    const outcomes = new Set<unknown>();
    for (let pages = 100; pages <= 500 && !outcomes.has(100); pages += 50) {
      const small = migrations.map((migration) => ({
        ...migration,
        migrate: (db: Database.Database) => {
          migration.migrate(db);
          db.pragma(`max_page_count = ${pages}`);
        },
      }));
      const opened = openStore({
        file: at.file,
        clock: testClock(),
        log: testLog(),
        migrations: small,
        derived: derivedFromLeads,
      });
      outcomes.add(
        opened.ok
          ? opened.value.db.prepare('SELECT count(*) FROM deliveries').pluck().get()
          : opened.error.code,
      );
      if (opened.ok) opened.value.close();
    }
    expect([...outcomes]).toEqual(['disk_full', 100]);
  });

  it('continues after an interruption with the file that it set aside', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    keepBackup(at.file, noon);
    const later = open(at);
    saveDraft(later, 5, { text: 'Only in the damaged file', replyID: null }, noon);
    later.close();
    const aside = `${basename(at.file)}.damaged-2026-03-02T12-00-00-000Z`;
    renameSync(at.file, join(at.file, '..', aside));
    writeFileSync(`${at.file}.suspect`, `damaged\n${aside}`);
    writeFileSync(`${at.file}.repaired`, 'half of a new file');

    const store = open(at);
    expect([readDraft(store, 3).text, readDraft(store, 5).text]).toEqual([
      'Dear customer three',
      'Only in the damaged file',
    ]);
    expect(asides(at.file)).toEqual([aside]);
    expect(existsSync(`${at.file}.suspect`)).toBe(false);
  });

  it('restores an emptied database from the backup', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    keepBackup(at.file, noon);
    truncateSync(at.file, 0);
    const store = open(at);
    expect([readDraft(store, 3).text, readAll(store)]).toEqual([
      'Dear customer three',
      leads * 5 + 1,
    ]);
    expect(replies(store)).toEqual([{ state: 'failed', reason: 'restored' }]);
  });

  it('uses the newest sound backup', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    keepBackup(at.file, noon - 2);
    keepBackup(at.file, noon - 1);
    damage(buildBackupPath(at.file, noon - 1, 1), 'leads');
    writeFileSync(buildBackupPath(at.file, noon, 1), 'a truncated backup');
    writeFileSync(at.file, 'damaged'.repeat(1000));
    const store = open(at);
    expect(readAll(store)).toBe(leads * 5 + 1);
  });

  it('prefers today’s backup to one from a clock that was ahead', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    keepBackup(at.file, noon + 30 * 86_400_000);
    const later = open(at);
    saveDraft(later, 3, { text: 'Written since', replyID: null }, noon);
    later.close();
    keepBackup(at.file, noon - 1);
    writeFileSync(at.file, 'damaged'.repeat(1000));
    expect(readDraft(open(at), 3).text).toBe('Written since');
  });

  it('keeps the file readable by its owner only', () => {
    const at = place();
    const first = open(at);
    fill(first);
    first.close();
    keepBackup(at.file, noon);
    writeFileSync(at.file, 'damaged'.repeat(1000), { mode: 0o644 });
    open(at);
    expect(isOwnerOnly(at.file)).toBe(true);
  });
});
