/** Compares the app's database with the services' data and with the actions confirmed to the professional. */
import Database from 'better-sqlite3';
import type { ReachMessage } from '../../contract/reach.ts';
import type { Gate } from './gate.ts';
import type { Journal, Lead } from './journal.ts';
import type { HeldMessage } from './service.ts';
import { findWords } from './word.ts';

export type Findings = {
  /** Missing data, one line each. */
  readonly lost: string[];
  readonly doubled: string[];
  /** Data in the wrong place or state. */
  readonly misplaced: string[];
  /** Number of messages and leads that the service never delivered and the app cannot request. */
  undelivered: number;
  /** Number of automatic replies that customers got. */
  automatic: number;
};

/** The texts of the campaign's rules. */
export const automaticTexts = {
  firstReply: 'We got your request and will call you.',
  followUp: 'Are you still looking for somebody?',
} as const;

type LeadRow = { readonly lead: number; readonly kind: string; readonly negotiationID: string };
type MessageRow = {
  readonly lead: number;
  readonly messageID: string | null;
  readonly text: string;
  readonly at: number;
};

/** Reads everything from the app's database. */
const readStore = (db: Database.Database) => {
  const leads = db
    .prepare<[], LeadRow>(
      `SELECT lead, a.profile ->> 'name' AS kind, negotiation_id AS negotiationID
       FROM leads l JOIN accounts a USING (account_id)`,
    )
    .all();
  const messages = db
    .prepare<[], MessageRow>(
      `SELECT lead, message_id AS messageID, text, sent_at AS at FROM messages
       ORDER BY lead, sent_at, message`,
    )
    .all();
  const list = <R>(sql: string): readonly R[] => db.prepare<[], R>(sql).all();
  return {
    leads,
    messages,
    drafts: list<{ lead: number; text: string }>('SELECT lead, text FROM drafts'),
    notes: list<{ note: string; lead: number; text: string }>('SELECT note, lead, text FROM notes'),
    marks: list<{ lead: number; mark: string; item: string; value: unknown }>(
      'SELECT lead, mark, item, value FROM marks',
    ),
    outbox: list<{ lead: number; text: string; state: string; waitsFor: string }>(
      `SELECT o.lead, m.text, o.state, o.waits_for AS waitsFor FROM outbox o JOIN messages m USING (message)`,
    ),
    toApply: list<{ delivery: number }>(`SELECT delivery FROM deliveries WHERE state = 'recorded'`)
      .length,
    deliveries: list<{ eventType: string; times: number }>(
      `SELECT event_type AS eventType, count(*) AS times FROM deliveries
       WHERE event_type <> 'LeadUpdate'
       GROUP BY account_id, event_type, ifnull(body ->> '$.data', body) HAVING count(*) > 1`,
    ),
  };
};
type Kept = ReturnType<typeof readStore>;

const hasWord = (text: string, word: string): boolean => findWords(text).includes(word);

/** True unless the service never delivered it and the app could not request it. */
const mustHave = (lead: Lead, word: string, gate: Gate): boolean =>
  lead.service.kind === 'listed' || gate.hasAcknowledged(word);

const compareLead = (
  lead: Lead,
  held: readonly HeldMessage[],
  kept: Kept,
  gate: Gate,
  found: Findings,
): void => {
  const { word, negotiationID, service } = lead;
  const kind = `Marketplace ${service.kind}`;
  const describe = (what: string): string =>
    `${service.kind} lead ${word} (${negotiationID}): ${what}`;
  const rows = kept.leads.filter((row) => row.kind === kind && row.negotiationID === negotiationID);
  if (rows.length > 1) found.doubled.push(describe('the lead'));
  const [row] = rows;
  if (row === undefined) {
    const isKnown = [word, ...lead.written].some((one) => mustHave(lead, one, gate));
    if (isKnown) found.lost.push(describe('the lead'));
    else found.undelivered += 1;
    return;
  }
  const isLegacy = service.kind === 'legacy';
  const own = kept.messages.filter((message) => message.lead === row.lead);

  for (const written of lead.written) {
    const everywhere = kept.messages.filter(({ text }) => hasWord(text, written));
    const here = everywhere.filter((message) => message.lead === row.lead);
    if (here.length === 0 && isLegacy && !gate.hasAcknowledged(written)) found.undelivered += 1;
    else if (here.length === 0) found.lost.push(describe(`the customer's ${written}`));
    if (here.length > 1) found.doubled.push(describe(`the customer's ${written}`));
    if (everywhere.length > here.length)
      found.misplaced.push(describe(`the customer's ${written}`));
  }

  for (const reply of lead.replies) {
    const sent = held.filter(({ text }) => hasWord(text, reply.word)).length;
    const here = own.filter(({ text }) => hasWord(text, reply.word)).length;
    const waiting = kept.outbox.filter(({ text }) => hasWord(text, reply.word));
    const about = `the reply ${reply.word}`;
    if (sent > 1) found.doubled.push(describe(`${about} with the customer ${sent} times`));
    if (here > 1) found.doubled.push(describe(`${about} in the conversation`));
    switch (reply.state) {
      case 'sent':
        if (sent === 0) found.lost.push(describe(`${about}, which never left`));
        if (waiting.length > 0) found.misplaced.push(describe(`${about}, still in the outbox`));
        // It may have been discarded here after it was seen on the marketplace's page.
        if (here === 0 && !isLegacy) found.lost.push(describe(about));
        break;
      case 'waits':
        if (sent > 0) found.misplaced.push(describe(`${about}, sent before its time`));
        if (!waiting.some((one) => one.state === 'queued' && one.waitsFor === 'schedule'))
          found.lost.push(describe(`${about}, to be sent in a year`));
        break;
      case 'back':
        if (sent > 0) found.misplaced.push(describe(`${about}, sent though it was taken back`));
        if (here > 0) found.misplaced.push(describe(`${about}, taken back and still there`));
    }
  }

  for (const automaticText of Object.values(automaticTexts)) {
    const sent = held.filter(({ text }) => text === automaticText).length;
    found.automatic += sent;
    if (sent > 1)
      found.doubled.push(describe(`"${automaticText}" with the customer ${sent} times`));
    if (own.filter(({ text }) => text === automaticText).length > 1)
      found.doubled.push(describe(`"${automaticText}" in the conversation`));
  }

  const draft = kept.drafts.find((one) => one.lead === row.lead)?.text ?? '';
  if (draft !== lead.draft)
    found.lost.push(describe(`the draft "${lead.draft}" (there is "${draft}")`));
  const notes = kept.notes.filter((note) => note.lead === row.lead);
  for (const [noteID, text] of lead.notes) {
    const kin = notes.filter((one) => one.note === noteID);
    if (!kin.some((one) => one.text === text)) found.lost.push(describe(`the note "${text}"`));
  }
  if (notes.length > lead.notes.size) found.doubled.push(describe('a note'));
  const marks = kept.marks.filter((mark) => mark.lead === row.lead);
  const isMarked = (mark: string): boolean => marks.some((one) => one.mark === mark);
  const tags = marks.filter(({ mark }) => mark === 'tags').map(({ item }) => item);
  if (tags.toSorted().join() !== [...lead.tags].sort().join())
    found.lost.push(describe(`the tags ${[...lead.tags].join()} (there are ${tags.join()})`));
  if (isMarked('starred') !== lead.starred) found.lost.push(describe(`the star: ${lead.starred}`));
  if (isMarked('archived') !== lead.archived)
    found.lost.push(describe(`archived: ${lead.archived}`));
  const snoozed = marks.find(({ mark }) => mark === 'snoozedUntil')?.value ?? null;
  if (snoozed !== lead.snoozedUntil)
    found.lost.push(describe(`snoozed until ${lead.snoozedUntil}`));

  compareOrder(held, own, isLegacy, (what) => found.misplaced.push(describe(what)));
};

/** Checks that the conversation has only the service's messages, in the service's order. */
const compareOrder = (
  held: readonly HeldMessage[],
  own: readonly MessageRow[],
  isLegacy: boolean,
  report: (what: string) => void,
): void => {
  const places = new Map(held.map(({ messageID }, place) => [messageID, place]));
  let last = -1;
  /** Legacy times have whole seconds. */
  const getTime = (place: number): number =>
    Math.floor((held[place]?.at ?? 0) / (isLegacy ? 1_000 : 1));
  for (const { messageID, text } of own) {
    if (messageID === null) continue;
    const place = places.get(messageID);
    if (place === undefined) {
      // A legacy message without the service's id has one that we made.
      if (!isLegacy) report(`"${text}" is not with the service`);
      continue;
    }
    const isSameTime = getTime(place) === getTime(last);
    if (place < last && !isSameTime) report(`"${text}" is after a later message`);
    last = Math.max(last, place);
  }
};

/** Finds news that reached the professional's phone more than once. */
export const findDoubledNews = (
  received: readonly ReachMessage[],
  { leads }: Journal,
): readonly string[] => {
  const count = (kind: 'lead' | 'message'): number =>
    received.reduce((sum, { counts }) => sum + counts[kind], 0);
  const written = leads.reduce((sum, lead) => sum + lead.written.length, 0);
  const alone = received.filter(
    ({ counts }) => counts.lead === 1 && Object.values(counts).every((one) => one <= 1),
  );
  return [
    ...leads.flatMap(({ word }) => {
      const times = alone.filter(({ title }) => hasWord(title, word)).length;
      return times > 1 ? [`the news of the lead ${word} on the phone ${times} times`] : [];
    }),
    ...(count('lead') > leads.length ? [`news of leads on the phone: ${count('lead')}`] : []),
    ...(count('message') > written ? [`news of messages on the phone: ${count('message')}`] : []),
  ];
};

/** Reads the messages of every lead from the services. */
export const readTruth = async (
  journal: Journal,
): Promise<ReadonlyMap<Lead, readonly HeldMessage[]>> =>
  new Map(
    await Promise.all(
      journal.leads.map(
        async (lead) => [lead, await lead.service.readThread(lead.negotiationID)] as const,
      ),
    ),
  );

/** Compares the database at `file` with the services' messages and the journal. */
export const compare = (
  file: string,
  journal: Journal,
  truth: ReadonlyMap<Lead, readonly HeldMessage[]>,
  gate: Gate,
): Findings & { readonly isCalm: boolean; readonly waiting: number } => {
  const found: Findings = { lost: [], doubled: [], misplaced: [], undelivered: 0, automatic: 0 };
  const db = new Database(file, { readonly: true });
  try {
    db.exec('BEGIN');
    const kept = readStore(db);
    db.exec('COMMIT');
    for (const lead of journal.leads) compareLead(lead, truth.get(lead) ?? [], kept, gate, found);
    for (const { eventType, times } of kept.deliveries)
      found.doubled.push(`a delivery ${eventType} is kept ${times} times`);
    const isCalm =
      kept.toApply === 0 && kept.outbox.every(({ waitsFor }) => waitsFor === 'schedule');
    // Replies of rules count too: each can delay a person's reply by half a minute.
    return { ...found, isCalm, waiting: kept.outbox.length };
  } finally {
    db.close();
  }
};
