/**
 * The inbox row of a lead: what the list, the views and their counts need, worked out from the
 * lead, its messages and the professional's marks. Whoever changes one of those calls `refreshInbox`
 * in the same transaction; nobody else writes the table. A lead without a row is in no list, count,
 * search or notice: practice beside a real account, and a legacy lead that its v4 account has as well.
 */
import { shownMarkNames, type MarkName } from '../../../contract/marks.ts';
import type { Settings, Side } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { inboxMarks, marksOnTheirOwn } from './marks.ts';
import { replyTimes } from './reply-times.ts';
import { settingsNow } from '../platform/settings.ts';
import { storedWord } from '../platform/store/stored.ts';
import { urgencies, type Urgency } from './urgency.ts';
import { accountsNow, factsOf, onlyPractice, type Facts, type MarkColumns } from './inbox-facts.ts';

type Row = MarkColumns & {
  readonly account_id: string;
  readonly business_id: string;
  readonly activity_at: number;
  readonly last_side: Side | null;
  readonly last_text: string | null;
  readonly waiting_since: number | null;
  readonly reply_by: number | null;
  readonly first_reply_at: number | null;
  readonly needs_reply: number;
  readonly never_answered: number;
  readonly older: number;
  /** What Needs reply is ordered by. */
  readonly turn: number;
  readonly unread: number;
  readonly outgoing: number;
};
type Column = keyof Row;
type NewOrder = Settings['newOrder'];

/** One line of at most 200 characters, as the list shows it. */
export const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= 200) return line;
  const characters = [...line];
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('')}…`;
};

const isCanceled = (status: string): boolean => /^cancell?ed$/i.test(status);

/** When the customer last did something: the request itself, or the last message. */
const customerActivity = (facts: Facts): number =>
  Math.max(facts.complete === 1 ? facts.created_at : 0, facts.customerAt ?? 0);

/** Since when the customer waits; null when the last word is ours. */
const waitingSince = (facts: Facts): number | null => {
  const requestWaits = !facts.answered && facts.complete === 1;
  if (!requestWaits) return facts.waitingAt;
  return Math.min(facts.created_at, facts.waitingAt ?? facts.created_at);
};

const dayMs = 24 * 60 * 60_000;
/** Who waited longer than this when the account was first connected has given up or been answered elsewhere. */
const olderAfterMs = 14 * dayMs;

/** Behind every moment at which a reply can be due: where conversations begin in Needs reply. */
const conversationsFrom = 10_000_000_000_000;

/** So far ahead of their moment emergencies and bookings stand: before all other new leads. */
const ahead: Readonly<Record<Urgency, number>> = {
  emergency: 2 * conversationsFrom,
  booked: conversationsFrom,
};

/**
 * The place in Needs reply: new leads by the order that the settings say (emergencies first, then
 * bookings), then conversations, the latest first.
 */
const turnOf = (
  order: NewOrder,
  isNew: boolean,
  { since, due, activityAt }: Readonly<Record<'since' | 'due' | 'activityAt', number>>,
  urgency: Urgency | null,
): number => {
  if (!isNew) return 2 * conversationsFrom - activityAt;
  const turn = order === 'due' ? due : conversationsFrom - since;
  return turn - (urgency === null ? 0 : ahead[urgency]);
};

/**
 * The row that follows. A lead needs a reply when the customer spoke last, or has asked and nobody has
 * written yet, and it can still be answered. One that is being fetched waits until it is here; nobody
 * fetches a legacy one, whose request may never come. A customer who last wrote before the account was
 * connected counts once the conversation is here, because it says whether they had an answer.
 */
const rowOf = (facts: Facts, replyDue: (since: number) => number | null, order: NewOrder): Row => {
  const since = waitingSince(facts);
  // While somebody waits, the last word is never ours.
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
  const replyBy = needsReply ? replyDue(since) : null;
  const activityAt = Math.max(facts.created_at, facts.last?.at ?? 0);
  return {
    ...facts,
    activity_at: activityAt,
    last_side: facts.last?.side ?? null,
    last_text: facts.last === null ? null : oneLine(facts.last.text),
    waiting_since: isOpen ? since : null,
    reply_by: replyBy,
    first_reply_at: facts.firstReplyAt,
    needs_reply: Number(needsReply),
    never_answered: Number(isNew),
    older: Number(isOlder),
    turn: needsReply
      ? turnOf(
          order,
          isNew,
          { since, due: replyBy ?? since, activityAt },
          storedWord(urgencies, facts.urgency, null),
        )
      : 0,
    unread: Number(facts.test === 0 && customerActivity(facts) > facts.read_at),
  };
};

const columns = [
  ...(['account_id', 'business_id', 'activity_at', 'last_side', 'last_text'] as const),
  ...(['waiting_since', 'reply_by', 'needs_reply', 'never_answered', 'older', 'turn'] as const),
  ...(['unread', 'outgoing', 'first_reply_at'] as const),
  ...shownMarkNames,
] satisfies readonly Column[];

const insertRow = `INSERT INTO inbox (lead, ${columns.join(', ')})
VALUES (?, ${columns.map(() => '?').join(', ')})`;

const dropRow = (store: Store, lead: number): boolean =>
  store.prepare<[number]>('inbox.drop', 'DELETE FROM inbox WHERE lead = ?').run(lead).changes > 0;

/** Writes what differs and nothing else: an index whose column is not named is left alone. */
const putRow = (store: Store, lead: number, row: Row): boolean => {
  const before = store
    .prepare<[number], Row>('inbox.row', `SELECT ${columns.join(', ')} FROM inbox WHERE lead = ?`)
    .get(lead);
  if (before === undefined) {
    const values = columns.map((column) => row[column]);
    store.prepare<(string | number | null)[]>('inbox.insert', insertRow).run(lead, ...values);
    return true;
  }
  const differing = columns.filter((column) => row[column] !== before[column]);
  if (differing.length === 0) return false;
  store
    .prepare<(string | number | null)[]>(
      'inbox.update',
      `UPDATE inbox SET ${differing.map((column) => `${column} = ?`).join(', ')} WHERE lead = ?`,
    )
    .run(...differing.map((column) => row[column]), lead);
  return true;
};

/** Works out the inbox rows of leads again; returns those whose row that changed. */
export const refreshLeads = (store: Store, leads: Iterable<number>): number[] => {
  const accounts = accountsNow(store);
  const replyDue = replyTimes(store);
  const { newOrder } = settingsNow(store);
  const changed: number[] = [];
  for (const lead of leads) {
    const facts = factsOf(store, lead, accounts);
    if (facts === null) continue;
    const isChanged =
      facts.shown === 0
        ? dropRow(store, lead)
        : putRow(store, lead, rowOf(facts, replyDue, newOrder));
    if (isChanged) changed.push(lead);
  }
  return changed;
};

/** Shows what is marked of leads that have rows; returns those whose row that changed. */
const showMark = (
  store: Store,
  leads: readonly number[],
  { name, sql }: (typeof inboxMarks)[number],
): readonly number[] =>
  store
    .prepare<[string], { lead: number }>(
      'inbox.showMark',
      `UPDATE inbox AS l SET "${name}" = ${sql}
       WHERE lead IN (SELECT value FROM json_each(?)) AND "${name}" IS NOT ${sql} RETURNING lead`,
    )
    .all(JSON.stringify(leads))
    .map(({ lead }) => lead);

/**
 * Brings the inbox rows of leads that have rows to marks of these names; returns those whose row that
 * changed. Where nothing else follows from these marks, nothing else is worked out.
 */
export const refreshMarked = (
  store: Store,
  leads: readonly number[],
  names: readonly MarkName[],
): readonly number[] => {
  const isAll = names.every((name) => marksOnTheirOwn.some((each) => each === name));
  if (!isAll) return refreshLeads(store, leads);
  const shown = inboxMarks.filter(({ name }) => names.includes(name));
  return [...new Set(shown.flatMap((mark) => showMark(store, leads, mark)))];
};

/** Those of the leads that stand in a list, in their order. */
export const shownAmong = (store: Store, leads: readonly number[]): readonly number[] => {
  const shown = store
    .prepare<[string], { lead: number }>(
      'inbox.shown',
      'SELECT lead FROM inbox WHERE lead IN (SELECT value FROM json_each(?))',
    )
    .all(JSON.stringify(leads))
    .map(({ lead }) => lead);
  const isShown = new Set(shown);
  return leads.filter((lead) => isShown.has(lead));
};

/** Works out the inbox row of a lead again; true when that changed it. */
export const refreshInbox = (store: Store, lead: number): boolean =>
  refreshLeads(store, [lead]).length > 0;

/**
 * Takes practice leads out of every list once there is a real account, and back when there is none;
 * true when that changed anything. Accounts have come or gone: the caller's transaction is theirs.
 */
export const refreshPractice = (store: Store): boolean => {
  const leads = store
    .prepare<[], { lead: number }>(
      'inbox.practice',
      `SELECT l.lead FROM accounts a JOIN leads l ON l.account_id = a.account_id
       LEFT JOIN inbox i ON i.lead = l.lead
       WHERE a.practice = 1 AND (i.lead IS NULL) = ${onlyPractice}`,
    )
    .all();
  return (
    refreshLeads(
      store,
      leads.map(({ lead }) => lead),
    ).length > 0
  );
};
