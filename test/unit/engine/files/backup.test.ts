/** A restore only adds data, never sends, and can be interrupted at any point. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SavedReply, SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { fuzz } from '../../../fuzz.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { openStore } from '../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { lockRestore } from '../../../../main/engine/platform/store/restore-lock.ts';
import { startEngine } from '../support/engine.ts';
import { isOwnerOnly } from '../../../owner-only.ts';
import { includedTables, omittedTables } from '../../../../main/engine/files/backup-tables.ts';
import { listNewLeads, listUsedRules } from '../../../../main/engine/automatic/candidates.ts';
import { putRule, listRules } from '../../../../main/engine/automatic/rules.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { readMessagesBefore } from '../../../../main/engine/conversation/message-pages.ts';
import {
  listSavedReplies,
  putSavedReply,
} from '../../../../main/engine/conversation/saved-replies.ts';
import { rewordNote } from '../../../../main/engine/conversation/notes.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { createOutbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { unknownSender } from '../../../../main/engine/conversation/outbox/courier.ts';
import { firstReply } from '../automatic/bench.ts';
import { message } from '../support/records.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { noon, temporaryFolder, testClock, testLog } from '../support/store.ts';
import { tablesOf } from '../support/filled.ts';
import type { Bench } from '../support/ingest.ts';
import {
  addLeads,
  addRuleReply,
  backUp,
  bench,
  contentsOf,
  copyOf,
  freshDatabase,
  hour,
  job,
  lookAt,
  noteID,
  numberOf,
  replyID,
  restore,
  rowsOf,
} from './support.ts';

const marksIn = (file: string) =>
  rowsOf<{ negotiation_id: string; mark: string; item: string; value: unknown }>(
    file,
    `SELECT negotiation_id, mark, item, value FROM marks JOIN leads USING (lead)
     ORDER BY negotiation_id, mark, item`,
  );

const reopen = (file: string): Store => {
  const opened = openStore({ file, clock: testClock(), log: testLog(), derived: derivedFromLeads });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
};

const outboxOf = ({ store, clock }: Bench) =>
  createOutbox({
    store,
    getSender: () => unknownSender,
    clock,
    random: systemRandom,
    publish: () => undefined,
    log: testLog(),
    release: () => true,
    readUndoSeconds: () => 30,
  });

describe('a backup', () => {
  it('includes or excludes every table explicitly', () => {
    const { store } = bench();
    const tables = tablesOf(store.db);
    expect([...Object.keys(includedTables), ...Object.keys(omittedTables)].toSorted()).toEqual(
      tables.toSorted(),
    );
  });

  it('contains no password, address or token, and only its owner can read it', async () => {
    const { store } = bench();
    store.db.exec(`
      INSERT INTO webhooks (account_id, business_id, path, username, password_digest, state)
        VALUES ('account-1', 'b1', 'SECRET-path', 'SECRET-user', 'SECRET-digest', 'active');
      INSERT INTO settings (name, value) VALUES ('tunnel', '"SECRET-tunnel"');`);
    const to = await backUp(store);
    expect(gunzipSync(readFileSync(to)).toString()).not.toContain('SECRET');
    expect(isOwnerOnly(to)).toBe(true);
  });

  it('restores all data in a new installation', async () => {
    const { store } = bench();
    const here = copyOf(store);
    const there = freshDatabase();
    const from = await backUp(store);
    const preview = await job({ kind: 'inspect', database: there, from });
    expect(preview).toMatchObject({
      ok: true,
      value: {
        preview: { madeBy: '1.2.3', madeAt: noon + 48 * hour, counts: { leads: 3, messages: 6 } },
      },
    });
    expect(await restore(there, from)).toMatchObject({
      ok: true,
      value: {
        counts: { leads: 3, messages: 6, notes: 1, savedReplies: 1, drafts: 1 },
        heldBack: 0,
      },
    });
    const [was, is] = [contentsOf(here), contentsOf(there)];
    for (const table of ['leads', 'messages', 'notes', 'marks', 'inbox', 'counts', 'saved_replies'])
      expect(is[table], table).toEqual(was[table]);
    expect(rowsOf(there, 'SELECT text, reply_id FROM drafts')).toEqual([
      { text: 'Half a draft', reply_id: 'reply-1' },
    ]);
    // The account has no sign-in here, but its leads are readable.
    expect(rowsOf(there, 'SELECT connected, backfill FROM accounts')).toEqual([
      { connected: 0, backfill: 'waiting' },
    ]);
    expect(rowsOf(there, "SELECT value ->> '$.undoSeconds' AS s FROM settings")).toEqual([
      { s: 20 },
    ]);
    // A restore never sends job statuses to the marketplace.
    expect(rowsOf(there, 'SELECT state FROM job_status_reports')).toEqual([{ state: 'kept' }]);
    expect(readdirSync(dirname(there)).toSorted()).toEqual(['backups', 'leads.db']);
  });

  it('changes nothing when it is restored a second time', async () => {
    const made = bench();
    const from = await backUp(made.store);
    made.deliver('MessageCreated', message('m9', 'n2', 'Customer', 'Later', noon + 60 * hour));
    for (const there of [freshDatabase(), copyOf(made.store)]) {
      await restore(there, from);
      const once = contentsOf(there);
      expect(await restore(there, from)).toMatchObject({
        value: { counts: { leads: 0, messages: 0, notes: 0, savedReplies: 0, drafts: 0 } },
      });
      expect(contentsOf(there)).toEqual(once);
    }
  });

  it('restores lost data and keeps newer data', async () => {
    const made = bench();
    const { store } = made;
    const from = await backUp(store);
    const lead = numberOf(store, 'n1');
    addLeads(made, 4, 4);
    made.deliver('MessageCreated', message('m9', 'n1', 'Customer', 'Later', noon + 60 * hour));
    store.write(() => {
      rewordNote(store, noteID(1), 'Three dogs', noon + 60 * hour);
      saveDraft(store, lead, { text: 'A newer draft', replyID: replyID(2) }, noon + 60 * hour);
      setMarks(store, [lead], {
        jobStatus: { status: 'hired', reason: null, words: '' },
        snoozedUntil: null,
        tags: { add: [], remove: ['VIP'] },
      });
      store.db.exec(`DELETE FROM messages WHERE message_id = 'm2a'`);
      refreshInbox(store, lead);
    });
    const there = copyOf(store);
    expect(await restore(there, from)).toMatchObject({
      ok: true,
      value: { counts: { leads: 0, messages: 1, notes: 0, drafts: 1 } },
    });
    expect(rowsOf(there, 'SELECT text FROM notes')).toEqual([{ text: 'Three dogs' }]);
    expect(rowsOf(there, 'SELECT text, reply_id FROM drafts')).toEqual([
      { text: 'Half a draft\n\nA newer draft', reply_id: 'reply-2' },
    ]);
    const marks = marksIn(there).filter(({ negotiation_id }) => negotiation_id === 'n1');
    expect(marks.find(({ mark }) => mark === 'jobStatus')?.value).toContain('hired');
    expect(marks.filter(({ mark }) => mark === 'tags').map(({ item }) => item)).toEqual([
      'Gate code',
      'VIP',
    ]);
    // The customer has written since then.
    expect(marks.some(({ mark }) => mark === 'snoozedUntil')).toBe(false);
    expect(rowsOf(there, 'SELECT lead FROM leads')).toHaveLength(4);
  });

  it('ends an archived lead when the customer wrote before the backup what its computer never received', async () => {
    const made = bench();
    const archived = ['n2', 'n3'].map((id) => numberOf(made.store, id));
    setMarks(made.store, archived, { archived: true });
    const from = await backUp(made.store);
    setMarks(made.store, archived, { archived: false });
    made.deliver('MessageCreated', message('m9', 'n2', 'Customer', 'And today?', noon + hour));
    const there = copyOf(made.store);
    await restore(there, from);
    const marks = marksIn(there).filter(({ mark }) => mark === 'archived');
    expect(marks.map(({ negotiation_id }) => negotiation_id)).toEqual(['n3']);
  });

  it('restores an assignee only where the person belongs to the team', async () => {
    const { store } = bench();
    setMarks(store, [numberOf(store, 'n2')], { assignee: 'ben' });
    const from = await backUp(store);
    const assigneesIn = async (database: string) => {
      expect((await restore(database, from)).ok).toBe(true);
      return marksIn(database).flatMap(({ mark, value }) => (mark === 'assignee' ? value : []));
    };
    expect(await assigneesIn(freshDatabase())).toEqual([]);
    const ofTeam = freshDatabase();
    const db = new Database(ofTeam);
    db.exec("INSERT INTO team_people (person, name) VALUES ('ben', 'Ben Ode')");
    db.close();
    expect(await assigneesIn(ofTeam)).toEqual(['ben']);
  });

  it('restores a waiting reply as a draft, unless it was sent since', async () => {
    const made = bench();
    const { store } = made;
    const outbox = outboxOf(made);
    const later = { at: noon + 100 * hour, unlessAnswered: false };
    for (const [n, text] of [
      [2, 'See you Monday'],
      [3, 'Sent meanwhile'],
    ] as const)
      outbox.send(toLeadID(numberOf(store, `n${n}`)), replyID(10 + n), text, { later });
    expect(rowsOf(copyOf(store), 'SELECT state FROM outbox')).toHaveLength(2);
    const from = await backUp(store);

    const there = freshDatabase();
    expect(await restore(there, from)).toMatchObject({ value: { heldBack: 2 } });
    expect(rowsOf(there, 'SELECT * FROM outbox')).toEqual([]);
    expect(rowsOf(there, 'SELECT text FROM drafts ORDER BY lead')).toEqual([
      { text: 'Half a draft' },
      { text: 'See you Monday' },
      { text: 'Sent meanwhile' },
    ]);

    // In the original database they still wait and stay unchanged.
    const same = copyOf(store);
    expect(await restore(same, from)).toMatchObject({ value: { heldBack: 0 } });
    expect(rowsOf(same, 'SELECT * FROM outbox')).toHaveLength(2);
    expect(rowsOf(same, 'SELECT text FROM drafts')).toHaveLength(1);

    // Elsewhere the service already has one of them.
    const synced = bench();
    const at = noon + 101 * hour;
    synced.deliver('MessageCreated', message('mx', 'n3', 'Business', 'Sent meanwhile', at));
    const elsewhere = copyOf(synced.store);
    expect(await restore(elsewhere, from)).toMatchObject({ value: { heldBack: 1 } });
    expect(rowsOf(elsewhere, 'SELECT text FROM drafts ORDER BY lead')).toEqual([
      { text: 'Half a draft' },
      { text: 'See you Monday' },
    ]);
  });

  it('restores rules of automatic replies switched off, and what they sent, so that none sends again', async () => {
    const { store } = bench();
    addRuleReply(store, 'n2');
    const from = await backUp(store);

    const there = freshDatabase();
    await restore(there, from);
    const restored = reopen(there);
    expect(listRules(restored)).toMatchObject([{ rule: { ...firstReply, isOn: false } }]);
    const lead = numberOf(restored, 'n2');
    expect(listUsedRules(restored, lead)).toEqual(new Set([firstReply.ruleID]));
    expect(listNewLeads(restored, 0, [lead])).toEqual([]);
    expect(
      readMessagesBefore(restored, lead, null, 50, 0).messages.filter(({ rule }) => rule !== null),
    ).toMatchObject([{ text: 'Answer 2', rule: { name: 'First reply' } }]);
  });

  it('restores a rule with the equal saved reply that is here under another id', async () => {
    const { store } = bench();
    const reply: SavedReply = {
      ...{ savedReplyID: 'there' as SavedReplyID, name: 'Greeting', text: 'We got it.' },
      ...{ scope: { for: 'all' }, isPinned: false },
    };
    const content = { kind: 'savedReply', savedReplyID: reply.savedReplyID } as const;
    const database = copyOf(store);
    putSavedReply(store, reply);
    putRule(store, { ...firstReply, content }, noon);
    const here = reopen(database);
    putSavedReply(here, { ...reply, savedReplyID: 'here' as SavedReplyID });
    here.db.close();
    expect((await restore(database, await backUp(store))).ok).toBe(true);
    const restored = reopen(database);
    const greetings = listSavedReplies(restored).filter(({ name }) => name === reply.name);
    expect(greetings.map(({ savedReplyID }) => savedReplyID)).toEqual(['here']);
    expect(listRules(restored)).toMatchObject([
      { rule: { content: { kind: 'savedReply', savedReplyID: 'here' } } },
    ]);
  });

  it('restores a saved view of all leads next to one of the same name in a single view', async () => {
    const { store } = bench();
    const database = copyOf(store);
    const save = (at: Database.Database, savedViewID: string, isEverywhere: 0 | 1): unknown =>
      at
        .prepare(
          `INSERT INTO saved_views (saved_view_id, name, view, query, is_everywhere, position)
           VALUES (?, 'Boilers', 'needs_reply', 'boiler', ?, 0)`,
        )
        .run(savedViewID, isEverywhere);
    save(store.db, 'v1', 1);
    const here = new Database(database);
    save(here, 'v2', 0);
    here.close();
    expect((await restore(database, await backUp(store))).ok).toBe(true);
    expect(
      rowsOf(database, 'SELECT saved_view_id AS id, position FROM saved_views ORDER BY position'),
    ).toEqual([
      { id: 'v2', position: 0 },
      { id: 'v1', position: 1 },
    ]);
  });

  it('restores no rule over one that is here, and every row of what it sent', async () => {
    const { store } = bench();
    addRuleReply(store, 'n2');
    const from = await backUp(store);
    const now = { ...firstReply, name: 'Renamed since' };
    putRule(store, now, noon);
    store.db.exec('DELETE FROM automatic_replies');
    const there = copyOf(store);
    await restore(there, from);
    await restore(there, from);
    const restored = reopen(there);
    expect(listRules(restored).map(({ rule }) => rule)).toEqual([now]);
    expect(listUsedRules(restored, numberOf(restored, 'n2'))).toEqual(new Set([now.ruleID]));
  });

  it('leaves everything unchanged when its restore is interrupted', async () => {
    const { store } = bench();
    const from = await backUp(store);
    const there = freshDatabase();
    const before = contentsOf(there);
    for (const [most] of [[0], [40], [100]] as const) {
      const ended = restore(there, from, process.pid, (done) => {
        if (done >= most) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      });
      expect(await ended).toMatchObject({ ok: false, error: { code: 'disk_full' } });
      expect(contentsOf(there)).toEqual(before);
      expect(readdirSync(dirname(there)).filter((name) => /restored|backup$/.test(name))).toEqual(
        [],
      );
    }
  });

  it('leaves a copy of the previous data when it is restored', async () => {
    const { store } = bench();
    const there = copyOf(store);
    const before = contentsOf(there);
    await restore(there, await backUp(store));
    const [copy] = readdirSync(join(dirname(there), 'backups'));
    expect(contentsOf(join(dirname(there), 'backups', copy ?? ''))).toEqual(before);
  });
});

const lines = (from: string): string[] => gunzipSync(readFileSync(from)).toString().split('\n');
const file = (content: Buffer | string): string => {
  const path = join(temporaryFolder(), 'b.hearthline-backup');
  writeFileSync(path, content);
  return path;
};
/** A backup of these lines with a valid digest. */
const sealed = (content: readonly string[]): string => {
  const text = content.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return file(gzipSync(`${text}${JSON.stringify({ sha256 })}\n`));
};

type Cell = string | number | null;

describe('a backup from a stranger', () => {
  const rubbish: readonly Cell[] = ['not json', '{"code":"newer"}', '[1,{}]', -1, 1e300, null, ''];

  it('with any bad cell is refused, or every page opens after its restore', async () => {
    const made = lines(await backUp(bench().store)).slice(0, -2);
    const rows = made.flatMap((line, index) => (line.startsWith('[') ? [index] : []));
    const choice = fc.record({
      row: fc.constantFrom(...rows),
      column: fc.nat(30),
      cell: fc.constantFrom(...rubbish),
    });
    const property = fc.asyncProperty(choice, async ({ row, column, cell }) => {
      const cells = JSON.parse(made[row] ?? '[]') as Cell[];
      cells[column % cells.length] = cell;
      const there = freshDatabase();
      const from = sealed(made.with(row, JSON.stringify(cells)));
      const answer = await restore(there, from);
      if (!answer.ok) return void expect(answer.error.code).toBe('backup_damaged');
      const { ask, stop } = startEngine(dirname(there));
      const leads = rowsOf<{ lead: number }>(there, 'SELECT lead FROM leads');
      const codes = await Promise.all([
        ask('leads.list', { view: 'all', limit: 50 }),
        ask('connection.report', {}),
        ask('connection.kept', {}),
        ask('settings.get', {}),
        ask('savedReplies.list', {}),
        ...leads.flatMap(({ lead }) => [
          ask('leads.get', { leadID: String(lead) }),
          ask('thread.page', { leadID: String(lead), limit: 50 }),
        ]),
      ]);
      await stop();
      expect(codes.filter((each) => !each.ok)).toEqual([]);
    });
    await fc.assert(property, fuzz(12));
  });

  it('that unpacks to a huge size is refused before it fills the disk', async () => {
    const made = lines(await backUp(bench().store)).slice(0, -2);
    const row = made.find((line) => line.startsWith('[')) ?? '';
    const bomb = gzipSync(
      `${made[0]}\n${made[1]}\n${`${row}${' '.repeat(50_000)}\n`.repeat(2_000)}`,
    );
    const from = file(bomb);
    const there = freshDatabase();
    expect(await lookAt(there, from)).toMatchObject({ error: { code: 'backup_damaged' } });
    expect(await restore(there, from)).toMatchObject({ error: { code: 'backup_damaged' } });
  });

  it('is not restored when it differs from the inspected one', async () => {
    const { store } = bench();
    const from = await backUp(store);
    const there = freshDatabase();
    const looked = await lookAt(there, from);
    const digest = looked.ok ? looked.value.digest : '';
    saveDraft(store, numberOf(store, 'n2'), { text: 'Other', replyID: replyID(9) }, noon);
    copyFileSync(await backUp(store), from);
    const before = contentsOf(there);
    const job_ = { kind: 'restore', database: there, from, digest, main: process.pid } as const;
    expect(await job(job_)).toMatchObject({ error: { code: 'backup_damaged' } });
    expect(contentsOf(there)).toEqual(before);
  });
});

describe('a restore whose app exited', () => {
  it('leaves the database unchanged', async () => {
    const there = freshDatabase();
    const before = contentsOf(there);
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    expect(await restore(there, await backUp(bench().store), gone)).toMatchObject({ ok: false });
    expect(contentsOf(there)).toEqual(before);
  });

  it('keeps the database closed until it ends', async () => {
    const there = freshDatabase();
    const unlock = lockRestore(there);
    const open = () => openStore({ file: there, clock: testClock(), log: testLog() });
    expect(open()).toMatchObject({ ok: false, error: { code: 'database_busy' } });
    unlock();
    const opened = open();
    expect(opened).toMatchObject({ ok: true });
    if (opened.ok) opened.value.close();
  });

  it('leaves no files next to the database after the next start', async () => {
    const there = freshDatabase();
    const backups = join(dirname(there), 'backups');
    mkdirSync(backups, { recursive: true });
    const left = [
      ...['leads.db.backup', 'leads.db.backup-journal', 'leads.db.restored', 'leads.db.inspected'],
      'backups/2026-03-02T12-00-00-000Z-version-1-leads.db.new',
    ];
    for (const name of left) writeFileSync(join(dirname(there), name), 'x');
    const opened = openStore({ file: there, clock: testClock(), log: testLog() });
    if (opened.ok) opened.value.close();
    expect(left.filter((name) => existsSync(join(dirname(there), name)))).toEqual([]);
  });
});

describe('a file that cannot be restored', () => {
  it.each<[string, string, (from: string) => string]>([
    ['backup_foreign', 'a text', () => file('Dear diary')],
    ['backup_foreign', 'an empty file', () => file('')],
    ['backup_foreign', 'another gzip', () => file(gzipSync('{"a":1}\n'))],
    [
      'backup_damaged',
      'a truncated one',
      (from) => {
        truncateSync(from, statSync(from).size - 20);
        return from;
      },
    ],
    [
      'backup_damaged',
      'one without its end',
      (from) => file(gzipSync(lines(from).slice(0, -2).join('\n'))),
    ],
    [
      'backup_damaged',
      'one with a changed letter',
      (from) => file(gzipSync(lines(from).join('\n').replace('Two dogs', 'Two cats'))),
    ],
    [
      'backup_damaged',
      'one with extra data after its end',
      (from) => {
        appendFileSync(from, gzipSync('{}\n'));
        return from;
      },
    ],
    [
      'backup_newer',
      'one of a newer app',
      (from) =>
        file(
          gzipSync(
            lines(from)
              .join('\n')
              .replace(/"schema":\d+/, '"schema":9999'),
          ),
        ),
    ],
  ])('is refused as %s: %s', async (code, _, spoil) => {
    const { store } = bench();
    const from = spoil(await backUp(store));
    const there = freshDatabase();
    const before = contentsOf(there);
    expect(await lookAt(there, from)).toMatchObject({ error: { code } });
    const unseen = {
      kind: 'restore',
      database: there,
      from,
      digest: '',
      main: process.pid,
    } as const;
    expect(await job(unseen)).toMatchObject({ error: { code } });
    expect(contentsOf(there)).toEqual(before);
    expect(existsSync(`${there}.backup`)).toBe(false);
  });
});
