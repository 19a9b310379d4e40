/** Reads the facts of an inbox row (inbox.ts) in few short queries, because bursts run them thousands of times. */
import type { ShownFlagName } from '../../../contract/flags.ts';
import type { ShownMarkName } from '../../../contract/marks.ts';
import type { Side } from '../../../contract/records.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import type { Store } from '../platform/store/store.ts';
import { inboxMarks, isJobClosed } from './marks.ts';
import { selectReadAt } from './read-mark.ts';
import { selectStored } from '../platform/store/stored.ts';

/** SQL: 1 while the practice account is the only one. */
export const onlyPractice = 'NOT EXISTS (SELECT 1 FROM accounts real WHERE real.practice = 0)';

type Account = {
  /** 0 while its leads are not listed: practice next to a real account. */
  readonly shown: number;
  /** 1 for a staging service, where nobody waits for a reply. */
  readonly test: number;
  /** 1 when another account has a newer interface generation of the same service. */
  readonly twinned: number;
  /** First connection, UTC milliseconds. */
  readonly connectedAt: number;
};

// SQL is built once: a new text for each call would be hashed each time.
const selectAccount = `
SELECT a.practice <= (${onlyPractice}) AS shown,
  ifnull(${selectStored('a.profile', '$.environment')} = 'staging', 0) AS test,
  EXISTS (SELECT 1 FROM accounts o
    WHERE o.service = a.service AND o.generation > a.generation) AS twinned,
  a.connected_at AS connectedAt
FROM accounts a WHERE a.account_id = ?`;

const readAccount = (store: Store, accountID: string): Account =>
  store.prepare<[string], Account>(selectAccount).get(accountID) ?? {
    shown: 0,
    test: 0,
    twinned: 0,
    connectedAt: 0,
  };

/** The person at this computer; null without a team. */
export const findOwnPerson = (store: Store): string | null =>
  store.prepare<[], { person: string }>('SELECT person FROM team_cursor').get()?.person ?? null;

/** Caches accounts until the next write. */
export const createAccountReader = (store: Store): ((accountID: string) => Account) => {
  const read = new Map<string, Account>();
  return (accountID) => getOrAdd(read, accountID, () => readAccount(store, accountID));
};

/** True if an account of a newer generation has this lead, and no reply or draft keeps it in the list. */
const isListedInNewer = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>(
      `SELECT 1 FROM leads l CROSS JOIN accounts a ON a.account_id = l.account_id
       CROSS JOIN accounts o ON o.service = a.service AND o.generation > a.generation
       CROSS JOIN leads twin
         ON twin.account_id = o.account_id AND twin.negotiation_id = l.negotiation_id
       WHERE l.lead = ? AND twin.complete = 1
         AND NOT EXISTS (SELECT 1 FROM drafts WHERE drafts.lead = l.lead)
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.lead = l.lead) LIMIT 1`,
    )
    .get(lead) !== undefined;

type MarkColumns = Readonly<Record<ShownFlagName, number>> &
  Readonly<Record<Exclude<ShownMarkName, ShownFlagName>, string | number | null>>;

type Lead = MarkColumns & {
  readonly account_id: string;
  readonly business_id: string;
  readonly created_at: number;
  readonly complete: number;
  /** 1 while an incomplete lead can be fetched. */
  readonly fetchable: number;
  /** 1 while the history of its conversation has not been downloaded but can be. */
  readonly unheard: number;
  readonly availability: string;
  readonly status: string;
  readonly read_at: number;
  /** 1 while a reply is in the outbox. */
  readonly outgoing: number;
  readonly failed: number;
  readonly urgency: string | null;
  /** 1 while the job is over and the customer has not written since. */
  readonly job_closed: number;
  /** 1 while the person here has not seen a note that mentions them. */
  readonly mentioned: number;
};

const leadOf = `
SELECT l.account_id, l.business_id, l.created_at, l.complete, l.availability, l.status, l.urgency,
  ${isJobClosed} AS job_closed,
  EXISTS (SELECT 1 FROM team_mentions n WHERE n.lead = l.lead AND n.seen = 0) AS mentioned,
  l.complete = 0 AND EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead) AS fetchable,
  EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead AND p.read_to IS NULL
    AND p.failures = 0 AND p.misses = 0) AS unheard,
  ifnull(${selectReadAt('l.lead')}, 0) AS read_at,
  ${inboxMarks.map(({ name, sql }) => `${sql} AS "${name}"`).join(', ')},
  EXISTS (SELECT 1 FROM outbox o WHERE o.lead = l.lead) AS outgoing,
  EXISTS (SELECT 1 FROM outbox o WHERE o.lead = l.lead AND o.state = 'failed') AS failed
FROM leads l WHERE l.lead = ?`;

type Last = { readonly message: number; readonly side: Side; readonly at: number };

type LastMessage = Last & { readonly text: string; readonly person: string | null };

const newestFirst = 'ORDER BY m.sent_at DESC, m.message DESC LIMIT 1';

// A reply on its way counts as sent; a failed one does not.
const isSent = `NOT EXISTS
  (SELECT 1 FROM outbox o WHERE o.message = m.message AND o.state = 'failed')`;

/** SQL: a message by a person, or by a rule that answers the lead (conversation/automatic.ts). */
const isAnswer = 'm.automatic IN (0, 4)';

/** SQL: the message `m` can be the last one in a row. */
export const canBeLast = `${isAnswer} AND ${isSent}`;

const buildSelectLast = (columns: string, condition: string, failed: number): string =>
  `SELECT m.message, m.side, m.sent_at AS at ${columns} FROM messages m
   WHERE m.lead = ? ${condition} AND ${isAnswer} ${failed === 1 ? `AND ${isSent}` : ''} ${newestFirst}`;
const selectLast = [0, 1].map((failed) =>
  buildSelectLast(', substr(m.text, 1, 800) AS text, m.person', '', failed),
);
const selectLastOf = [0, 1].map((failed) => buildSelectLast('', 'AND m.side = ?', failed));

/** The last message that counts, with at most 800 characters. */
const findLastMessage = (store: Store, lead: number, { failed }: Lead): LastMessage | null =>
  store.prepare<[number], LastMessage>(selectLast[failed] ?? '').get(lead) ?? null;

const findLastMessageOf = (store: Store, lead: number, side: Side, failed: number): Last | null =>
  store.prepare<[number, Side], Last>(selectLastOf[failed] ?? '').get(lead, side) ?? null;

/** Time of the first customer message after our last one (`own`). */
const findWaitingAt = (store: Store, lead: number, own: Last | null): number | null =>
  store
    .prepare<[number, number, number], { at: number }>(
      `SELECT m.sent_at AS at FROM messages m
       WHERE m.lead = ? AND m.side = 'customer' AND (m.sent_at, m.message) > (?, ?)
       ORDER BY m.sent_at, m.message LIMIT 1`,
    )
    .get(lead, own?.at ?? -1, own?.message ?? -1)?.at ?? null;

/** SQL: a person's reply `m` that has left or is about to: a failed or scheduled one has not. */
export const isReply = `m.side = 'business' AND m.automatic = 0
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message
    AND (o.state = 'failed' OR o.waits_for = 'schedule'))`;

const selectFirstReply = `SELECT m.sent_at AS at FROM leads l CROSS JOIN messages m ON m.lead = l.lead
  WHERE l.lead = ? AND l.complete = 1 AND ${isReply} ORDER BY m.sent_at, m.message LIMIT 1`;

/** Time of a person's first reply. */
const findFirstReplyAt = (store: Store, lead: number): number | null =>
  store.prepare<[number], { at: number }>(selectFirstReply).get(lead)?.at ?? null;

export type Facts = Lead &
  Pick<Account, 'shown' | 'test' | 'connectedAt'> & {
    readonly last: LastMessage | null;
    /** True if a person or an answering rule has written. */
    readonly answered: boolean;
    readonly firstReplyAt: number | null;
    /** Time of the first unanswered customer message; null when the last message is ours. */
    readonly waitingAt: number | null;
    /** Time of the last customer message; may be null if it is not later than `read_at`. */
    readonly customerAt: number | null;
  };

/** Null for an unknown number. */
export const findFacts = (
  store: Store,
  lead: number,
  accounts: (accountID: string) => Account,
): Facts | null => {
  const row = store.prepare<[number], Lead>(leadOf).get(lead);
  if (row === undefined) return null;
  const { shown, test, twinned, connectedAt } = accounts(row.account_id);
  const isShown = shown === 1 && !(twinned === 1 && isListedInNewer(store, lead));
  const last = findLastMessage(store, lead, row);
  const isOurs = last?.side === 'business';
  const own =
    isOurs || last === null ? last : findLastMessageOf(store, lead, 'business', row.failed);
  const customer =
    last === null || last.at <= row.read_at
      ? null
      : last.side === 'customer'
        ? last
        : findLastMessageOf(store, lead, 'customer', 0);
  return {
    ...row,
    shown: Number(isShown),
    test,
    connectedAt,
    last,
    answered: own !== null,
    firstReplyAt: own === null ? null : findFirstReplyAt(store, lead),
    waitingAt: isOurs || last === null ? null : findWaitingAt(store, lead, own),
    customerAt: customer?.at ?? null,
  };
};
