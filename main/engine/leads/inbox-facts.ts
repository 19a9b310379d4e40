/**
 * What a lead's row of the inbox follows from, read with as few and as short looks as can be: a burst
 * of deliveries asks for it thousands of times. It decides nothing; inbox.ts does.
 */
import type { ShownFlagName, ShownMarkName } from '../../../contract/marks.ts';
import type { Side } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { inboxMarks, isJobClosed } from './marks.ts';
import { readAt } from './read-mark.ts';
import { storedAt } from '../platform/store/stored.ts';

/** 1 while there is no other account than the practice one (product, Accounts). */
export const onlyPractice = 'NOT EXISTS (SELECT 1 FROM accounts real WHERE real.practice = 0)';

type Account = {
  /** 0 while its leads stand in no list: practice beside a real account. */
  readonly shown: number;
  /** 1 for a staging service: nobody waits for an answer. */
  readonly test: number;
  /** 1 for an account whose service is known by a newer interface generation too. */
  readonly twinned: number;
  /** When it was first connected: UTC milliseconds. */
  readonly connectedAt: number;
};

const accountOf = (store: Store, accountID: string): Account =>
  store
    .prepare<[string], Account>(
      'inbox.account',
      `SELECT a.practice <= (${onlyPractice}) AS shown,
         ifnull(${storedAt('a.profile', '$.environment')} = 'staging', 0) AS test,
         EXISTS (SELECT 1 FROM accounts o
           WHERE o.service = a.service AND o.generation > a.generation) AS twinned,
         a.connected_at AS connectedAt
       FROM accounts a WHERE a.account_id = ?`,
    )
    .get(accountID) ?? { shown: 0, test: 0, twinned: 0, connectedAt: 0 };

/** Accounts as they stand, each read once: good for as long as nothing else is written. */
export const accountsNow = (store: Store): ((accountID: string) => Account) => {
  const read = new Map<string, Account>();
  return (accountID) => {
    const known = read.get(accountID) ?? accountOf(store, accountID);
    read.set(accountID, known);
    return known;
  };
};

/**
 * Whether an account of a newer generation of the same service has this lead too. What the professional
 * is writing or sending there stays in sight until the move takes it over.
 */
const standsAtNewer = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>(
      'inbox.standsAtNewer',
      `SELECT 1 FROM leads l CROSS JOIN accounts a ON a.account_id = l.account_id
       CROSS JOIN accounts o ON o.service = a.service AND o.generation > a.generation
       CROSS JOIN leads twin
         ON twin.account_id = o.account_id AND twin.negotiation_id = l.negotiation_id
       WHERE l.lead = ? AND twin.complete = 1
         AND NOT EXISTS (SELECT 1 FROM drafts WHERE drafts.lead = l.lead)
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.lead = l.lead) LIMIT 1`,
    )
    .get(lead) !== undefined;

/** What `inbox` holds of the marks. */
export type MarkColumns = Readonly<Record<ShownFlagName, number>> &
  Readonly<Record<Exclude<ShownMarkName, ShownFlagName>, string | number | null>>;

type Lead = MarkColumns & {
  readonly account_id: string;
  readonly business_id: string;
  readonly created_at: number;
  readonly complete: number;
  /** 1 while the rest of an incomplete lead can be asked for. */
  readonly fetchable: number;
  /** 1 while its conversation has still to be read, and can be. */
  readonly unheard: number;
  readonly availability: string;
  readonly status: string;
  readonly read_at: number;
  /** 1 while a reply is on its way out or has failed. */
  readonly outgoing: number;
  readonly failed: number;
  readonly urgency: string | null;
  /** 1 while the job is over and the customer has written nothing since. */
  readonly job_closed: number;
};

const leadOf = `
SELECT l.account_id, l.business_id, l.created_at, l.complete, l.availability, l.status, l.urgency,
  ${isJobClosed} AS job_closed,
  l.complete = 0 AND EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead) AS fetchable,
  EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead AND p.read_to IS NULL
    AND p.failures = 0 AND p.misses = 0) AS unheard,
  ifnull(${readAt('l.lead')}, 0) AS read_at,
  ${inboxMarks.map(({ name, sql }) => `${sql} AS "${name}"`).join(', ')},
  EXISTS (SELECT 1 FROM outbox o WHERE o.lead = l.lead) AS outgoing,
  EXISTS (SELECT 1 FROM outbox o WHERE o.lead = l.lead AND o.state = 'failed') AS failed
FROM leads l WHERE l.lead = ?`;

type Said = { readonly message: number; readonly side: Side; readonly at: number };

const newestFirst = 'ORDER BY m.sent_at DESC, m.message DESC LIMIT 1';

// A reply that could not be sent does not count as said; one on its way does.
const isSaid = `NOT EXISTS
  (SELECT 1 FROM outbox o WHERE o.message = m.message AND o.state = 'failed')`;

/** The last thing that a person said in a conversation, at most 800 characters of it. */
const lastSaid = (store: Store, lead: number, { failed }: Lead): (Said & { text: string }) | null =>
  store
    .prepare<[number], Said & { text: string }>(
      'inbox.last',
      `SELECT m.message, m.side, m.sent_at AS at, substr(m.text, 1, 800) AS text FROM messages m
       WHERE m.lead = ? AND m.automatic = 0 ${failed === 1 ? `AND ${isSaid}` : ''} ${newestFirst}`,
    )
    .get(lead) ?? null;

/** The last thing that one side said. */
const lastOf = (store: Store, lead: number, side: Side, failed: number): Said | null =>
  store
    .prepare<[number, Side], Said>(
      'inbox.lastOf',
      `SELECT m.message, m.side, m.sent_at AS at FROM messages m
       WHERE m.lead = ? AND m.side = ? AND m.automatic = 0 ${failed === 1 ? `AND ${isSaid}` : ''} ${newestFirst}`,
    )
    .get(lead, side) ?? null;

/** When the customer first wrote after our last word, or ever. */
const waitingAt = (store: Store, lead: number, own: Said | null): number | null =>
  store
    .prepare<[number, number, number], { at: number }>(
      'inbox.waiting',
      `SELECT m.sent_at AS at FROM messages m
       WHERE m.lead = ? AND m.side = 'customer' AND (m.sent_at, m.message) > (?, ?)
       ORDER BY m.sent_at, m.message LIMIT 1`,
    )
    .get(lead, own?.at ?? -1, own?.message ?? -1)?.at ?? null;

/** When the customer first had a reply that somebody wrote and that has left, or is about to. */
const firstReplyAt = (store: Store, lead: number): number | null =>
  store
    .prepare<[number], { at: number }>(
      'inbox.firstReply',
      `SELECT m.sent_at AS at FROM leads l CROSS JOIN messages m ON m.lead = l.lead
       WHERE l.lead = ? AND l.complete = 1 AND m.side = 'business' AND m.automatic = 0
         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message
           AND (o.state = 'failed' OR o.waits_for = 'schedule'))
       ORDER BY m.sent_at, m.message LIMIT 1`,
    )
    .get(lead)?.at ?? null;

export type Facts = Lead &
  Pick<Account, 'shown' | 'test' | 'connectedAt'> & {
    readonly last: (Said & { readonly text: string }) | null;
    /** Whether we have said anything. */
    readonly answered: boolean;
    /** When the customer first had a reply that is no automatic one; null while there is none. */
    readonly firstReplyAt: number | null;
    /** When the customer first wrote after our last word, or ever; null when that is ours. */
    readonly waitingAt: number | null;
    /** When the customer last wrote, if that is after `read_at`; else it may be null. */
    readonly customerAt: number | null;
  };

/** What follows for a lead; null when there is none of that number. */
export const factsOf = (
  store: Store,
  lead: number,
  accounts: (accountID: string) => Account,
): Facts | null => {
  const row = store.prepare<[number], Lead>('inbox.lead', leadOf).get(lead);
  if (row === undefined) return null;
  const { shown, test, twinned, connectedAt } = accounts(row.account_id);
  const isShown = shown === 1 && !(twinned === 1 && standsAtNewer(store, lead));
  const last = lastSaid(store, lead, row);
  const isOurs = last?.side === 'business';
  const own = isOurs || last === null ? last : lastOf(store, lead, 'business', row.failed);
  const customer =
    last === null || last.at <= row.read_at
      ? null
      : last.side === 'customer'
        ? last
        : lastOf(store, lead, 'customer', 0);
  return {
    ...row,
    shown: Number(isShown),
    test,
    connectedAt,
    last,
    answered: own !== null,
    firstReplyAt: own === null ? null : firstReplyAt(store, lead),
    waitingAt: isOurs || last === null ? null : waitingAt(store, lead, own),
    customerAt: customer?.at ?? null,
  };
};
