/** Collects facts about a database for support, without names, numbers, texts or addresses of people. */
import { readLeadCounts } from '../leads/counts.ts';
import type { Store } from '../platform/store/store.ts';
import { readVersion } from '../platform/store/migrations.ts';
import { selectStored } from '../platform/store/stored.ts';

type Fact = Readonly<Record<string, unknown>>;

const countByState = ({ db }: Store, table: string): Fact =>
  Object.fromEntries(
    db
      .prepare<[], [string, number]>(
        `SELECT ifnull(state, 'none'), count(*) FROM ${table} GROUP BY 1 ORDER BY 1`,
      )
      .raw()
      .all(),
  );

/** Replaces everything that is not one of our words or error codes. */
const redactUnknown = (value: unknown): unknown =>
  typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? value : value === null ? null : '?';

export const collectFacts = (store: Store): Fact => {
  const { db } = store;
  const readNumber = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const tables = [
    'accounts',
    'businesses',
    'leads',
    'messages',
    'notes',
    'marks',
    'drafts',
    'outbox',
    'saved_replies',
    'deliveries',
    'polls',
    'webhooks',
    'search_changes',
    'moved_leads',
  ];
  const accounts = db
    .prepare<[], Record<string, string | number | null>>(
      `SELECT a.generation, a.practice, a.connected, a.backfill, a.lists_leads AS listsLeads,
         ${selectStored('a.profile', '$.environment')} AS environment,
         ${selectStored('a.profile', '$.interface')} AS interface,
         ${selectStored('a.last_failure', '$.code')} AS lastFailure, a.last_contact_at AS lastContactAt,
         (SELECT count(*) FROM leads l WHERE l.account_id = a.account_id) AS leads
       FROM accounts a ORDER BY a.connected_at`,
    )
    .all();
  return {
    version: readVersion(db),
    megabytes:
      Math.round((readNumber('PRAGMA page_count') * readNumber('PRAGMA page_size')) / 1e5) / 10,
    rows: Object.fromEntries(
      tables.map((table) => [table, readNumber(`SELECT count(*) FROM ${table}`)]),
    ),
    outbox: countByState(store, 'outbox'),
    deliveries: countByState(store, 'deliveries'),
    webhooks: countByState(store, 'webhooks'),
    incompleteLeads: readNumber('SELECT count(*) FROM leads WHERE complete = 0'),
    unreadConversations: readNumber('SELECT count(*) FROM polls WHERE read_to IS NULL'),
    needsReply: readLeadCounts(store, null).needs_reply,
    accounts: accounts.map(({ environment, lastFailure, lastContactAt, backfill, ...rest }) => ({
      ...rest,
      interface:
        rest['interface'] === 'v4' || rest['interface'] === 'legacy' ? rest['interface'] : '?',
      environment: redactUnknown(environment),
      backfill: redactUnknown(backfill),
      lastFailure: redactUnknown(lastFailure),
      lastContact: typeof lastContactAt === 'number' ? new Date(lastContactAt).toISOString() : null,
    })),
  };
};
