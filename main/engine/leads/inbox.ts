/**
 * Computes the inbox row of a lead from the lead, its messages and its marks; lists, views and counts read only this
 * row. Code that changes one of those calls `refreshInbox` in the same transaction, and nothing else writes the table.
 * A hidden lead has no row: practice next to a real account, and a legacy lead that its v4 account also has.
 */
import { shownMarkNames, type MarkName } from '../../../contract/marks.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { inboxMarks, independentMarks } from './marks.ts';
import { createReplyDeadline } from './reply-deadlines.ts';
import { readSettings } from '../platform/settings.ts';
import { readStoredWord } from '../platform/store/stored.ts';
import { urgencies, type Urgency } from './urgency.ts';
import {
  createAccountReader,
  findFacts,
  onlyPractice,
  findOwnPerson,
  type Facts,
} from './inbox-facts.ts';

const columns = [
  'account_id',
  'business_id',
  'activity_at',
  'last_side',
  'last_text',
  /** The member of the team who wrote it. */
  'last_person',
  'waiting_since',
  'reply_by',
  'needs_reply',
  'never_answered',
  'older',
  /** Sort key of Needs reply. */
  'turn',
  'unread',
  'outgoing',
  'first_reply_at',
  /** 1 in a team if it is assigned to the person here and not archived, or an unseen note mentions them. */
  'mine',
  /** 1 in a team if it is assigned to somebody else and not archived. */
  'colleagues',
  /** 1 in a team if it needs a reply and nobody is assigned. */
  'unassigned',
  'mentioned',
  /** Sort key of Mine. */
  'mine_turn',
  ...shownMarkNames,
] as const;
type Row = Readonly<Record<(typeof columns)[number], string | number | null>>;

/** Shortens a text to one line of at most 200 characters. */
export const toOneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= 200) return line;
  const characters = [...line];
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('')}…`;
};

/** True if a status of the service means that the customer canceled. */
export const isCanceled = (status: string): boolean => /^cancell?ed$/i.test(status);

/** Time of the customer's last message, or of the request. */
const computeCustomerActivity = (facts: Facts): number =>
  Math.max(facts.complete === 1 ? facts.created_at : 0, facts.customerAt ?? 0);

/** Time since which the customer has been waiting; null when they are not. */
const computeWaitingSince = (facts: Facts): number | null => {
  const requestWaits = !facts.answered && facts.complete === 1;
  if (!requestWaits) return facts.waitingAt;
  return Math.min(facts.created_at, facts.waitingAt ?? facts.created_at);
};

/** Customers who had waited longer at the first connection are probably no longer waiting. */
const olderAfterMs = 14 * 24 * 60 * 60_000;

/** Later than every reply deadline: conversations follow new leads in Needs reply. */
const conversationsFrom = 10_000_000_000_000;

/** Sorts leads that mention the person here before others, but after emergencies and bookings. */
const mentionAdvance = conversationsFrom / 2;

/** Sorts emergencies and bookings before all other new leads. */
const urgencyAdvance: Readonly<Record<Urgency, number>> = {
  emergency: 2 * conversationsFrom,
  booked: conversationsFrom,
};

/** Sort key in Needs reply: emergencies, bookings, other new leads, then latest conversations. */
const computeTurn = (
  order: Settings['newOrder'],
  isNew: boolean,
  { since, due, activityAt }: Readonly<Record<'since' | 'due' | 'activityAt', number>>,
  urgency: Urgency | null,
): number => {
  if (!isNew) return 2 * conversationsFrom - activityAt;
  const turn = order === 'due' ? due : conversationsFrom - since;
  return turn - (urgency === null ? 0 : urgencyAdvance[urgency]);
};

/**
 * Computes the row. A lead needs a reply when the customer wrote last, or sent a request without an
 * answer. An incomplete lead counts once it is fetched, or if it cannot be. A customer who last
 * wrote before the account was connected counts once the conversation is downloaded, because it may
 * contain an answer.
 */
const computeRow = (
  facts: Facts,
  replyDeadline: (since: number) => number | null,
  order: Settings['newOrder'],
  person: string | null,
): Row => {
  const since = computeWaitingSince(facts);
  // While a customer waits, the last message is theirs.
  const isCurrent = Math.max(since ?? 0, facts.last?.at ?? 0) >= facts.connectedAt;
  const isOpen =
    since !== null &&
    (facts.unheard === 0 || isCurrent) &&
    (facts.complete === 1 || facts.fetchable === 0) &&
    facts.archived === 0 &&
    facts.noReplyNeeded === 0 &&
    facts.snoozedUntil === null &&
    facts.job_closed === 0 &&
    facts.test === 0 &&
    facts.availability === 'here' &&
    !isCanceled(facts.status);
  const isOlder = isOpen && !isCurrent && since < facts.connectedAt - olderAfterMs;
  const needsReply = isOpen && !isOlder;
  const isNew = needsReply && !facts.answered;
  const replyBy = needsReply ? replyDeadline(since) : null;
  const activityAt = Math.max(facts.created_at, facts.last?.at ?? 0);
  const isMentioned = person !== null && facts.mentioned === 1;
  const isAssigned = person !== null && facts.assignee !== null && facts.archived === 0;
  return {
    ...facts,
    activity_at: activityAt,
    last_side: facts.last?.side ?? null,
    last_text: facts.last === null ? null : toOneLine(facts.last.text),
    last_person: facts.last?.person ?? null,
    waiting_since: isOpen ? since : null,
    reply_by: replyBy,
    first_reply_at: facts.firstReplyAt,
    needs_reply: Number(needsReply),
    never_answered: Number(isNew),
    older: Number(isOlder),
    turn: needsReply
      ? computeTurn(
          order,
          isNew,
          { since, due: replyBy ?? since, activityAt },
          readStoredWord(urgencies, facts.urgency, null),
        ) - (isMentioned ? mentionAdvance : 0)
      : 0,
    unread: Number(facts.test === 0 && computeCustomerActivity(facts) > facts.read_at),
    mine: Number(isMentioned || (isAssigned && facts.assignee === person)),
    mine_turn: activityAt + (isMentioned ? conversationsFrom : 0),
    colleagues: Number(isAssigned && facts.assignee !== person),
    unassigned: Number(needsReply && person !== null && facts.assignee === null),
  };
};

const selectRow = `SELECT ${columns.join(', ')} FROM inbox WHERE lead = ?`;
const insertRow = `INSERT INTO inbox (lead, ${columns.join(', ')})
VALUES (?, ${columns.map(() => '?').join(', ')})`;

const dropRow = (store: Store, lead: number): boolean =>
  store.prepare<[number]>('DELETE FROM inbox WHERE lead = ?').run(lead).changes > 0;

/** Inserts a row or updates its differing columns only, so that SQLite leaves the other indexes alone. */
const putRow = (store: Store, lead: number, row: Row): boolean => {
  const before = store.prepare<[number], Row>(selectRow).get(lead);
  if (before === undefined) {
    const values = columns.map((column) => row[column]);
    store.prepare<(string | number | null)[]>(insertRow).run(lead, ...values);
    return true;
  }
  const differing = columns.filter((column) => row[column] !== before[column]);
  if (differing.length === 0) return false;
  store
    .prepare<(string | number | null)[]>(
      `UPDATE inbox SET ${differing.map((column) => `${column} = ?`).join(', ')} WHERE lead = ?`,
    )
    .run(...differing.map((column) => row[column]), lead);
  return true;
};

/** Recomputes inbox rows; returns the leads whose row changed. */
export const refreshLeads = (store: Store, leads: Iterable<number>): number[] => {
  const accounts = createAccountReader(store);
  const replyDeadline = createReplyDeadline(store);
  const { newOrder } = readSettings(store);
  const person = findOwnPerson(store);
  const changed: number[] = [];
  for (const lead of leads) {
    const facts = findFacts(store, lead, accounts);
    if (facts === null) continue;
    const isChanged =
      facts.shown === 0
        ? dropRow(store, lead)
        : putRow(store, lead, computeRow(facts, replyDeadline, newOrder, person));
    if (isChanged) changed.push(lead);
  }
  return changed;
};

/** Updates the column of one mark; returns the leads whose row changed. */
const showMark = (
  store: Store,
  leads: readonly number[],
  { name, sql }: (typeof inboxMarks)[number],
): readonly number[] =>
  store
    .prepare<[string], { lead: number }>(
      `UPDATE inbox AS l SET "${name}" = ${sql}
       WHERE lead IN (SELECT value FROM json_each(?)) AND "${name}" IS NOT ${sql} RETURNING lead`,
    )
    .all(JSON.stringify(leads))
    .map(({ lead }) => lead);

/** Updates inbox rows after a change of these marks; returns the leads whose row changed. */
export const refreshMarked = (
  store: Store,
  leads: readonly number[],
  names: readonly MarkName[],
): readonly number[] => {
  const isOwnColumnOnly = names.every((name) => independentMarks.some((each) => each === name));
  if (!isOwnColumnOnly) return refreshLeads(store, leads);
  const shown = inboxMarks.filter(({ name }) => names.includes(name));
  return [...new Set(shown.flatMap((mark) => showMark(store, leads, mark)))];
};

/** Those of `leads` that have an inbox row, in the same order. */
export const filterListed = (store: Store, leads: readonly number[]): readonly number[] => {
  const shown = store
    .prepare<[string], { lead: number }>(
      'SELECT lead FROM inbox WHERE lead IN (SELECT value FROM json_each(?))',
    )
    .all(JSON.stringify(leads))
    .map(({ lead }) => lead);
  const isShown = new Set(shown);
  return leads.filter((lead) => isShown.has(lead));
};

/** Recomputes the inbox row of a lead; true when it changed. */
export const refreshInbox = (store: Store, lead: number): boolean =>
  refreshLeads(store, [lead]).length > 0;

/** Recomputes the rows that depend on the person here, after this computer joined or left a team. */
export const refreshAssigned = (store: Store): void => {
  const leads = store.db
    .prepare<[], { lead: number }>(
      `SELECT lead FROM inbox WHERE needs_reply = 1
       UNION SELECT lead FROM marks WHERE mark = 'assignee'
       UNION SELECT lead FROM inbox WHERE assignee IS NOT NULL OR mentioned = 1`,
    )
    .all();
  refreshLeads(
    store,
    leads.map(({ lead }) => lead),
  );
};

/** Hides practice leads in the transaction that adds or removes a real account; true when rows changed. */
export const refreshPractice = (store: Store): boolean => {
  const leads = store
    .prepare<[], { lead: number }>(
      `SELECT l.lead FROM accounts a JOIN leads l ON l.account_id = a.account_id
       LEFT JOIN inbox i ON i.lead = l.lead
       WHERE a.practice = 1 AND (i.lead IS NULL) = ${onlyPractice}`,
    )
    .all()
    .map(({ lead }) => lead);
  return refreshLeads(store, leads).length > 0;
};
