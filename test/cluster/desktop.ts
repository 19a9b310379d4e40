/**
 * A desktop of the cluster campaign, as a separate process that is killed at any time: it stores its changes before
 * it publishes them, follows the log into SQLite with the cursor in the same transaction, and wants a duty.
 */
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { parseFact, buildFact } from '../../contract/team/facts.ts';
import { reduceFact, type FactState } from '../../contract/team/reducer.ts';
import { formatSubject } from '../../contract/team/subjects.ts';
import { createBackoff } from '../../main/clock/backoff.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { wantDuty } from '../../main/engine/team/duties.ts';
import { deriveLeadKey } from '../../main/sealing/subject-keys.ts';
import type { Keyring } from '../../main/sealing/keyring.ts';
import { createJetStreamLog } from '../../main/engine/team/log/jetstream.ts';
import { openEnvelope, sealForMembers } from '../../main/sealing/seal.ts';
import type { Credentials } from '../team/cluster.ts';

/** Start arguments of a desktop. */
export type Place = {
  readonly name: string;
  readonly file: string;
  readonly servers: readonly string[];
  readonly credentials: Credentials;
  readonly keyring: Keyring;
  readonly account: string;
};
export type Status = { readonly cursor: number; readonly waiting: number };

const place = JSON.parse(process.argv[2] ?? '') as Place;
const { name, keyring, account } = place;
const subjectKey = Buffer.from(keyring.subjectKey, 'base64url');
const deriveLead = (negotiation: string): string => deriveLeadKey(subjectKey, account, negotiation);

const db = new Database(place.file);
db.pragma('journal_mode = WAL');
db.exec(`
  CREATE TABLE IF NOT EXISTS cursor (sequence INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS entries (sequence INTEGER NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS facts (subject TEXT PRIMARY KEY, sequence INTEGER NOT NULL, text TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL,
    text TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting');
  CREATE TABLE IF NOT EXISTS holds (fence INTEGER NOT NULL, at INTEGER NOT NULL);
  INSERT INTO cursor SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM cursor);
`);
const readCursor = db.prepare<[], number>('SELECT sequence FROM cursor').pluck();
const addEntry = db.prepare('INSERT INTO entries VALUES (?, ?, ?)');
const readFactRow = db.prepare<[string], { sequence: number; text: string }>(
  'SELECT sequence, text FROM facts WHERE subject = ?',
);
const putFact = db.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?, ?)');
const addChange = db.prepare('INSERT INTO outbox (kind, subject, text) VALUES (?, ?, ?)');
const nextChange = db.prepare<[], { number: number; kind: string; subject: string; text: string }>(
  "SELECT * FROM outbox WHERE state = 'waiting' ORDER BY number LIMIT 1",
);
const settleChange = db.prepare('UPDATE outbox SET state = ? WHERE number = ?');
const waiting = db
  .prepare<[], number>("SELECT count(*) FROM outbox WHERE state = 'waiting'")
  .pluck();
const highest = db.prepare<[], number>('SELECT coalesce(max(number), 0) FROM outbox').pluck();

const log = createJetStreamLog({
  ...place,
  inboxPrefix: `_INBOX.${name}`,
  reconnect: createBackoff({ first: 200, max: 2000, jitter: 1 }),
  answerMs: 2000,
  doubtMs: 2000,
});

let isQuiet = false;
const seal = (subject: string, text: string): Buffer =>
  sealForMembers(keyring, subject, Buffer.from(text));
const openText = (subject: string, data: Uint8Array): string => {
  const opened = openEnvelope(keyring, subject, data);
  if (!opened.ok) throw new Error(`${subject}: ${opened.code}`);
  return opened.text.toString();
};

const createMeta = () => ({ author: { person: name, desktop: name }, at: Date.now() });
/** Adds a change: a note, a star that several desktops set, or a claim that they race for. */
const change = (): void => {
  const number = highest.get() ?? 0;
  const seconds = Math.floor(Date.now() / 250);
  const negotiation = `lead ${seconds % 7}`;
  const about = { account, negotiation };
  if (number % 3 === 0) {
    const item = [name, `n${number}`];
    const subject = formatSubject({
      of: 'fact',
      lead: deriveLead(negotiation),
      name: 'note',
      item,
    });
    addChange.run(
      'once',
      subject,
      buildFact('note', { ...about, note: null }, createMeta(), null).text,
    );
  } else if (number % 3 === 1) {
    const on = number % 2 === 0;
    const subject = formatSubject({
      of: 'fact',
      lead: deriveLead(negotiation),
      name: 'starred',
      item: [],
    });
    addChange.run('last', subject, buildFact('starred', { ...about, on }, createMeta(), null).text);
  } else
    addChange.run(
      'claim',
      formatSubject({ of: 'claim', lead: deriveLead(`contested ${seconds}`) }),
      JSON.stringify({ by: name, number }),
    );
};

const publishNext = async (): Promise<boolean> => {
  const next = nextChange.get();
  if (!next) return false;
  const { number, kind, subject, text } = next;
  const data = seal(subject, text);
  const outcome = await log.publish(subject, data, kind === 'last' ? {} : { expectedLast: 0 });
  if (outcome.ok) settleChange.run('stored', number);
  else {
    // An earlier attempt, before a crash or without its answer, may have been stored.
    const last = kind === 'last' ? null : await log.getLast(subject);
    if (!last?.ok || !last.entry) return false;
    const isOwn = openText(subject, last.entry.data) === text;
    settleChange.run(isOwn ? 'stored' : 'lost', number);
  }
  return true;
};

const follow = async (): Promise<void> => {
  const cursor = readCursor.get() ?? 0;
  const answer = await log.read(cursor, { most: 500, waitMs: 2000 });
  if (!answer.ok) return void (await pause(50));
  db.transaction(() => {
    for (const { sequence, subject, data } of answer.entries) {
      if (!subject.startsWith('duty.')) {
        const text = openText(subject, data);
        addEntry.run(sequence, subject, text);
        const fact = parseFact(text);
        if (fact && subject.startsWith('fact.')) {
          const row = readFactRow.get(subject);
          const before: FactState | null = row
            ? { sequence: row.sequence, fact: parseFact(row.text) }
            : null;
          const state = reduceFact(before, { sequence, subject, fact });
          putFact.run(subject, state.sequence, state.fact?.text ?? '');
        }
      }
      db.prepare('UPDATE cursor SET sequence = ?').run(sequence);
    }
  })();
};

let proofs = 0;
const duty = wantDuty({
  teamLog: log,
  clock: systemClock,
  chance: Math.random,
  subject: formatSubject({ of: 'duty', name: 'poll', account }),
  createProof: () => Buffer.from(`${name} ${process.pid} ${(proofs += 1)}`),
  onChange: () => {},
  leaseMs: 5000,
  marginMs: 500,
});
const addHold = db.prepare('INSERT INTO holds VALUES (?, ?)');
setInterval(() => {
  const fence = duty.getFence();
  if (fence !== null) addHold.run(fence, Date.now());
}, 50);
setInterval(() => {
  const status: Status = { cursor: readCursor.get() ?? 0, waiting: waiting.get() ?? 0 };
  process.send?.(status);
}, 200);
setInterval(() => isQuiet || change(), 100);

process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  if (message === 'quiet') isQuiet = true;
});
const repeatForever = async (work: () => Promise<unknown>): Promise<void> => {
  for (;;) await work();
};
void repeatForever(follow);
void repeatForever(async () => (await publishNext()) || pause(50));
