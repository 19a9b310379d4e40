/** A store with a few leads and all kinds of the professional's data, and backups of it. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ReplyID, NoteID } from '../../../../contract/records.ts';
import { putRule } from '../../../../main/engine/automatic/rules.ts';
import { byRule } from '../../../../main/engine/conversation/automatic.ts';
import { putRuleReply } from '../../../../main/engine/conversation/rule-replies.ts';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { addNote } from '../../../../main/engine/conversation/notes.ts';
import { saveDraft } from '../../../../main/engine/conversation/drafts.ts';
import { openStore } from '../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { runJob } from '../../../../main/engine/files/jobs.ts';
import type { FileJob, InspectedBackup } from '../../../../contract/file-jobs.ts';
import type { Answer } from '../../../../contract/errors.ts';
import { firstReply } from '../automatic/bench.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { noon, temporaryFolder, testClock, testLog } from '../support/store.ts';

export const hour = 60 * 60_000;

/** The number of a lead, by its id at the service. */
export const numberOf = (store: Store, negotiationID: string): number =>
  store.db
    .prepare<[string], number>('SELECT lead FROM leads WHERE negotiation_id = ?')
    .pluck()
    .get(negotiationID) ?? 0;

export const noteID = (n: number): NoteID =>
  `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as NoteID;

export const replyID = (n: number): ReplyID => `reply-${n}` as ReplyID;

/** Adds leads `from` to `to`, each with two messages. */
export const addLeads = ({ deliver }: Bench, from: number, to: number): void => {
  for (let n = from; n <= to; n += 1) {
    deliver('NegotiationCreatedV4', negotiation(`n${n}`));
    deliver('MessageCreated', message(`m${n}a`, `n${n}`, 'Customer', `Hello from ${n}`, noon));
    deliver('MessageCreated', message(`m${n}b`, `n${n}`, 'Business', `Answer ${n}`, noon + 1_000));
  }
};

/** Adds local data of the lead n1: marks, a note, a draft, a saved reply, a setting. */
export const workOn = (store: Store): void => {
  const lead = numberOf(store, 'n1');
  store.write(() => {
    setMarks(store, [lead], {
      starred: true,
      tags: { add: ['Gate code', 'VIP'], remove: [] },
      snoozedUntil: noon + 100 * 24 * hour,
      jobStatus: { status: 'not_hired', reason: 'other', words: 'Moved away' },
    });
    addNote(store, { noteID: noteID(1), kind: 'note', text: 'Two dogs', lead, now: noon + hour });
    saveDraft(store, lead, { text: 'Half a draft', replyID: replyID(1) }, noon + hour);
    store.db
      .prepare(
        `INSERT INTO saved_replies (saved_reply_id, name, text, text_es, business_name, is_pinned, position)
         VALUES ('s1', 'Hello', 'Hi {{customer.firstName|there}}', 'Hola', '', 1, 0)`,
      )
      .run();
    store.db
      .prepare(`INSERT INTO settings (name, value) VALUES ('user', ?)`)
      .run(JSON.stringify({ undoSeconds: 20 }));
    refreshInbox(store, lead);
  });
};

/** Switches a rule on that has sent the business's message to a lead. */
export const addRuleReply = (store: Store, negotiationID: string): void => {
  const lead = numberOf(store, negotiationID);
  const { ruleID, name: ruleName } = firstReply;
  store.write(() => {
    putRule(store, firstReply, noon);
    const { message } = store.db
      .prepare("SELECT message FROM messages WHERE lead = ? AND side = 'business'")
      .get(lead) as { message: number };
    store.db.prepare('UPDATE messages SET automatic = ? WHERE message = ?').run(byRule, message);
    const decision = { kind: 'newLead', knownTo: 0, reason: null, gap: '', at: noon } as const;
    putRuleReply(store, { lead, ruleID, ruleName, message, ...decision });
    refreshInbox(store, lead);
  });
};

export const fileOf = (store: Store): string => store.db.name;

/** Runs a job of the files process, two days after the leads arrived. */
export const job = (
  fileJob: FileJob,
  onProgress: (done: number, total: number | null) => void = () => {},
) =>
  runJob(fileJob, {
    now: () => noon + 48 * hour,
    log: testLog(),
    onProgress: async (done, total) => onProgress(done, total),
  });

/** Backs up a store; returns the backup's path. */
export const backUp = async (store: Store): Promise<string> => {
  const to = join(temporaryFolder(), 'a.hearthline-backup');
  const answer = await job({ kind: 'backup', database: fileOf(store), to, madeBy: '1.2.3' });
  if (!answer.ok) throw new Error(answer.error.message);
  return to;
};

/** A closed database of a new installation. */
export const freshDatabase = (): string => {
  const file = join(temporaryFolder(), 'leads.db');
  const opened = openStore({
    file,
    clock: testClock(),
    log: testLog(),
    derived: derivedFromLeads,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  opened.value.close();
  return file;
};

/** A closed copy of a store's database. */
export const copyOf = (store: Store): string => {
  const file = join(temporaryFolder(), 'leads.db');
  store.db.prepare('VACUUM INTO ?').run(`${file}.copy`);
  copyFileSync(`${file}.copy`, file);
  return file;
};

/** Inspects a backup, as the preview does. */
export const lookAt = async (database: string, from: string): Promise<Answer<InspectedBackup>> =>
  (await job({ kind: 'inspect', database, from })) as Answer<InspectedBackup>;

/** Inspects a backup and restores it. */
export const restore = async (
  database: string,
  from: string,
  main = process.pid,
  onProgress: (done: number, total: number | null) => void = () => {},
) => {
  const looked = await lookAt(database, from);
  if (!looked.ok) return looked;
  return job({ kind: 'restore', database, from, digest: looked.value.digest, main }, onProgress);
};

/** All rows of a closed database, except for internal tables of full text. */
export const contentsOf = (file: string): Record<string, unknown[]> => {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
           AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .pluck()
      .all();
    return Object.fromEntries(
      tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]),
    );
  } finally {
    db.close();
  }
};

/** Reads from a closed database. */
export const rowsOf = <T>(file: string, sql: string): T[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
};

export const bench = (): Bench => {
  const made = testIngest();
  addLeads(made, 1, 3);
  workOn(made.store);
  return made;
};
