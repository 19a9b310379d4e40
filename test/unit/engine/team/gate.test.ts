/** A person's changes are recorded for the team; changes that every desktop derives from news or the log are not. */
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchID } from '../../../../contract/commands/selection.ts';
import type { SavedReplyID } from '../../../../contract/commands/saved-replies.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import { removeAccount, removeLeads } from '../../../../main/engine/accounts/removal.ts';
import { createWaking } from '../../../../main/engine/leads/waking.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { recordOwnChanges } from '../../../../main/engine/team/gate.ts';
import { addLeads, backUp, copyOf, noteID, replyID, restore, rowsOf } from '../files/support.ts';
import { startEngine } from '../support/engine.ts';
import { firstReply } from '../automatic/bench.ts';
import { testIngest } from '../support/ingest.ts';
import { message } from '../support/records.ts';
import { account, accountID, noon, putAccount, testLog } from '../support/store.ts';
import { legacyID, openBench } from '../tools/move/bench.ts';

/** @param isTeams whether the accounts here are the team's, and not the person's own */
const joinTeam = (store: Store, isTeams = true): void => {
  if (isTeams) store.db.exec(share);
  store.db.exec(
    "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('t', 'ana', 'desk', 7)",
  );
  recordOwnChanges(store);
};

const share = 'UPDATE accounts SET team_since = 1';
const recorded = 'SELECT kind, lead, item FROM team_outbox ORDER BY place';
const waiting = ({ db }: Store): unknown[] => db.prepare(recorded).raw().all();
const authorsOf = ({ db }: Store, table: string): unknown[] =>
  db.prepare(`SELECT person FROM ${table}`).pluck().all();

/** An engine on three leads, in a team. */
const running = (isTeams = true) => {
  const made = testIngest();
  addLeads(made, 1, 3);
  joinTeam(made.store, isTeams);
  const file = copyOf(made.store);
  const engine = startEngine(dirname(file));
  onTestFinished(() => engine.stop());
  const read = <T>(sql: string): T[] => rowsOf<T>(file, sql);
  return {
    ask: engine.ask,
    read,
    /** As another connection would. */
    write: (sql: string) => {
      const db = new Database(file);
      db.exec(sql);
      db.close();
    },
    recorded: () =>
      read<{ kind: string; lead: number | null; item: string }>(recorded).map(
        ({ kind, lead, item }) => [kind, lead, item],
      ),
  };
};

const [one, two, three] = [1, 2, 3].map(toLeadID) as [
  ReturnType<typeof toLeadID>,
  ReturnType<typeof toLeadID>,
  ReturnType<typeof toLeadID>,
];
const batchID = '7f0f7f0a-0000-4000-8000-000000000001' as BatchID;
const reply = {
  name: 'Hello',
  text: 'Hi',
  scope: { for: 'all' },
  isPinned: false,
} as const;
const savedID = (n: number) => `00000000-0000-4000-9000-00000000000${n}` as SavedReplyID;

describe('a change by the person is recorded for the team', () => {
  it('for each mark of a lead, once, as it is set and unset', async () => {
    const { ask, recorded: now, read } = running();
    const marks = { starred: true, snoozedUntil: noon * 2, tags: { add: ['VIP'], remove: [] } };
    await ask('leads.mark', { leadIDs: [two], ...marks });
    await ask('leads.mark', {
      leadIDs: [two],
      jobStatus: { status: 'done', reason: null, words: '' },
    });
    await ask('leads.mark', { leadIDs: [two], starred: false });
    expect(now()).toEqual([
      ['snoozedUntil', 2, ''],
      ['tags', 2, 'VIP'],
      ['jobStatus', 2, ''],
      ['starred', 2, ''],
    ]);
    expect(read("SELECT DISTINCT person FROM marks WHERE mark <> 'read'")).toEqual([
      { person: 'ana' },
    ]);
  });

  it('for a batch and its undo, but not where nothing changes', async () => {
    const { ask, recorded: now } = running();
    await ask('leads.mark', { leadIDs: [three], archived: true });
    const leadIDs = [one, two, three];
    await ask('selection.mark', { batchID, view: 'all', leadIDs, archived: true });
    const all = [3, 1, 2].map((lead) => ['archived', lead, '']);
    expect(now()).toEqual(all);
    await ask('selection.unmark', { batchID });
    expect(now()).toEqual(all);
  });

  it('for a note as it is added, edited and deleted', async () => {
    const { ask, recorded: now, read } = running();
    const save = (text: string) =>
      ask('notes.save', { leadID: one, noteID: noteID(1), kind: 'note', text });
    await save('Two dogs');
    await save('Three dogs');
    expect(now()).toEqual([['note', 1, noteID(1)]]);
    expect(read('SELECT person FROM notes')).toEqual([{ person: 'ana' }]);
    await ask('notes.remove', { leadID: one, noteID: noteID(1) });
    expect(now()).toEqual([['note', 1, noteID(1)]]);
  });

  it('but a colleague’s note can be neither edited nor deleted', async () => {
    const { ask, recorded: now, read, write } = running();
    write(`INSERT INTO notes VALUES ('${noteID(1)}', 1, 'note', 'By Ben', 0, NULL, 'ben')`);
    const note = { leadID: one, noteID: noteID(1) };
    const answers = [
      await ask('notes.save', { ...note, kind: 'note', text: 'Mine now' }),
      await ask('notes.remove', note),
    ];
    expect(answers).toMatchObject([
      { ok: false, error: { code: 'conflict' } },
      { ok: false, error: { code: 'conflict' } },
    ]);
    expect([read('SELECT text FROM notes'), now()]).toEqual([[{ text: 'By Ben' }], []]);
  });

  it('for saved replies that are changed, moved or deleted', async () => {
    const { ask, recorded: now } = running();
    for (const n of [1, 2, 3])
      await ask('savedReplies.save', { savedReplyID: savedID(n), ...reply });
    await ask('savedReplies.reorder', { savedReplyIDs: [savedID(2), savedID(1), savedID(3)] });
    expect(now()).toEqual([3, 2, 1].map((n) => ['savedReply', null, savedID(n)]));
    await ask('savedReplies.remove', { savedReplyID: savedID(3) });
    expect(now().at(-1)).toEqual(['savedReply', null, savedID(3)]);
  });

  it('for rules of automatic replies and their pause, as they change', async () => {
    const { ask, recorded: now } = running();
    await ask('automaticReplies.save', firstReply);
    await ask('automaticReplies.pause', { isPaused: false });
    expect(now()).toEqual([['rule', null, firstReply.ruleID]]);
    await ask('automaticReplies.pause', { isPaused: true });
    await ask('automaticReplies.remove', { ruleID: firstReply.ruleID });
    expect(now()).toEqual([
      ['pause', null, ''],
      ['rule', null, firstReply.ruleID],
    ]);
  });

  it('for the business hours, but not for other settings', async () => {
    const { ask, recorded: now } = running();
    await ask('settings.change', { undoSeconds: 10 });
    expect(now()).toEqual([]);
    const { businessHours } = initialSettings;
    await ask('settings.change', { businessHours: { ...businessHours, timeZone: 'UTC' } });
    expect(now()).toEqual([['businessHours', null, '']]);
  });

  it('for a reply, which carries who wrote it', async () => {
    const { ask, read, recorded: now } = running();
    await ask('messages.send', { leadID: one, replyID: replyID(1), text: 'On my way' });
    expect(read('SELECT person FROM messages WHERE written_here = 1')).toEqual([{ person: 'ana' }]);
    expect(now()).toEqual([['reply', 1, 'reply-1']]);
  });

  it('for what a restored backup adds, with the authors in it', async () => {
    const made = testIngest();
    addLeads(made, 1, 3);
    const before = copyOf(made.store);
    setMarks(made.store, [1, 2], { starred: true });
    made.store.db.exec(`UPDATE marks SET person = 'ben' WHERE lead = 2 AND mark = 'starred';
      INSERT INTO notes VALUES ('${noteID(1)}', 1, 'note', 'By Ben', 0, NULL, 'ben'),
        ('${noteID(2)}', 1, 'note', 'By me', 0, NULL, NULL);`);
    const from = await backUp(made.store);
    const joined = (sql: string) => rowsOf(before, sql);
    const db = new Database(before);
    db.exec(share);
    db.exec(
      "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('t', 'ana', 'd', 7)",
    );
    db.close();
    await restore(before, from);
    expect(joined(recorded)).toEqual([
      { kind: 'starred', lead: 1, item: '' },
      { kind: 'starred', lead: 2, item: '' },
      { kind: 'note', lead: 1, item: noteID(2) },
    ]);
    expect(joined("SELECT person FROM marks WHERE mark = 'starred' ORDER BY lead")).toEqual([
      { person: 'ana' },
      { person: 'ben' },
    ]);
    expect(joined('SELECT team, person, sequence FROM team_cursor')).toEqual([
      { team: 't', person: 'ana', sequence: 7 },
    ]);
  });

  it('for a lead that a legacy copy was merged into', () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.v4.lead('n1');
    const [from, to] = [bench.numberOf(legacyID, 'n1'), bench.numberOf(accountID, 'n1')];
    setMarks(bench.store, [from], { starred: true, archived: true });
    joinTeam(bench.store);
    setMarks(bench.store, [from], { tags: { add: ['VIP'], remove: [] } });
    bench.merge('n1');
    expect(waiting(bench.store)).toEqual([
      ['read', to, ''],
      ['starred', to, ''],
      ['archived', to, ''],
      ['tags', to, 'VIP'],
    ]);
  });
});

describe('a lead of the person’s own account', () => {
  it('is nothing of the team: marks, assignee, notes and replies are not recorded', async () => {
    const { ask, recorded: now, read } = running(false);
    const [leadIDs, note] = [[one], { leadID: one, noteID: noteID(1), kind: 'note' as const }];
    const marks = { starred: true, assignee: 'ben', tags: { add: ['VIP'], remove: [] } };
    for (const answer of [
      await ask('leads.mark', { leadIDs, ...marks }),
      await ask('leads.mark', { leadIDs, starred: false }),
      await ask('notes.save', { ...note, text: 'Two dogs' }),
      await ask('notes.save', { ...note, text: 'Three dogs' }),
      await ask('messages.send', { leadID: one, replyID: replyID(1), text: 'On my way' }),
    ])
      expect(answer).toMatchObject({ ok: true });
    expect(now()).toEqual([]);
    expect(read('SELECT person FROM notes')).toEqual([{ person: null }]);
  });

  it('is brought, with what is there, when an owner connects the account for the team', () => {
    const made = testIngest();
    addLeads(made, 1, 2);
    const { store } = made;
    joinTeam(store, false);
    setMarks(store, [1], { starred: true, tags: { add: ['VIP'], remove: [] } });
    store.db.exec(`INSERT INTO notes VALUES ('${noteID(1)}', 1, 'note', 'By me', 0, NULL, NULL)`);
    expect(waiting(store)).toEqual([]);
    const attach = (more: object) => putAccount(store, { ...account, ...more }, noon);
    attach({});
    expect(waiting(store)).toEqual([]);
    for (let times = 0; times < 2; times += 1) {
      attach({ teamSince: 1 });
      expect(store.db.prepare('SELECT kind, item, existing FROM team_outbox').raw().all()).toEqual([
        ['starred', '', 1],
        ['tags', 'VIP', 1],
        ['note', noteID(1), 1],
      ]);
      attach({});
    }
    expect(authorsOf(store, 'notes')).toEqual(['ana']);
  });
});

describe('changes that every desktop derives are not recorded', () => {
  it('as messages arrive, marks end, and snoozes expire', () => {
    const made = testIngest();
    addLeads(made, 1, 3);
    joinTeam(made.store);
    setMarks(made.store, [1], { archived: true });
    setMarks(made.store, [2], { snoozedUntil: noon + 1 });
    for (const lead of [1, 2]) refreshInbox(made.store, lead);
    made.store.db.exec('DELETE FROM team_outbox');
    made.deliver('MessageCreated', message('m9', 'n1', 'Customer', 'Hello?', noon + 5_000));
    made.deliver('MessageCreated', message('m10', 'n3', 'Business', 'Hello!', noon + 5_000));
    const { store, clock } = made;
    const none = (): void => undefined;
    const listeners = { publish: none, onWoken: none, onZoneChange: none };
    const waking = createWaking({ store, clock, log: testLog(), ...listeners });
    clock.advance(20_000);
    waking.stop();
    expect(store.db.prepare("SELECT lead, mark FROM marks WHERE mark <> 'read'").all()).toEqual([]);
    expect(waiting(store)).toEqual([]);
    expect(authorsOf(store, 'messages').filter((person) => person !== null)).toEqual([]);
  });

  it('as an account is removed with its leads', () => {
    const made = testIngest();
    addLeads(made, 1, 3);
    joinTeam(made.store);
    setMarks(made.store, [1, 2, 3], { starred: true });
    made.store.db.exec('DELETE FROM team_outbox WHERE lead = 1');
    removeLeads(made.store, accountID, 100);
    removeAccount(made.store, accountID);
    expect(waiting(made.store)).toEqual([]);
  });

  it('as marks are set by the team’s log', () => {
    const made = testIngest();
    addLeads(made, 1, 1);
    joinTeam(made.store);
    made.store.changeAs('log', () => setMarks(made.store, [1], { starred: true }));
    expect([waiting(made.store), authorsOf(made.store, 'marks').includes('ana')]).toEqual([
      [],
      false,
    ]);
  });
});

it('an app without a team has no trigger for it, records nothing and names nobody', async () => {
  const { ask, recorded: now, read } = running(false);
  await ask('leads.mark', { leadIDs: [one], starred: true });
  await ask('notes.save', { leadID: one, noteID: noteID(1), kind: 'note', text: 'Two dogs' });
  expect(now()).toEqual([]);
  expect(read('SELECT person FROM marks UNION SELECT person FROM notes')).toEqual([
    { person: null },
  ]);
  const made = testIngest();
  recordOwnChanges(made.store);
  expect(made.store.db.prepare('SELECT name FROM sqlite_temp_schema').all()).toEqual([]);
});
