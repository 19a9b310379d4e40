/**
 * Merges a backup into a database of the same version, by the rules of docs/export.md. It adds what is missing, so a
 * second merge changes nothing. Of two versions the local one wins, except that the later text of a note does.
 */
import { maxRules, maxSavedReplies, maxSavedViews } from '../../../contract/limits.ts';
import type { Restored } from '../../../contract/file-jobs.ts';
import { initialSettings, type Settings } from '../../../contract/settings.ts';
import { refreshPractice } from '../leads/inbox.ts';
import { deriveLeads } from '../leads/derived.ts';
import { changeSettings, readSettings, parseSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { selectStored } from '../platform/store/stored.ts';
import type { OnProgress } from './export.ts';
import { listColumns } from './load-backup.ts';
import { mergeDrafts } from './merge-drafts.ts';

/** Largest difference between a reply's time on this computer and at the service. */
const sameReplyMs = 10 * 60_000;
const leadsAtOnce = 200;

/** Builds SQL lists of a table's columns except some: the names, and the columns of the backup's row `s`. */
const listColumnsExcept = ({ db }: Store, table: string, ...without: readonly string[]) => {
  const names = listColumns(db, table).filter((name) => !without.includes(name));
  return { names: names.join(), read: names.map((name) => `s.${name}`).join() };
};

/** Maps each lead of the backup to the same lead, the one that replaced it, or a new one. */
const mapLeads = (store: Store): void => {
  store.db.exec(`
    CREATE TEMP TABLE lead_map (was INTEGER PRIMARY KEY, lead INTEGER NOT NULL, how TEXT NOT NULL);
    CREATE INDEX temp.lead_map_lead ON lead_map (lead);
    INSERT INTO lead_map SELECT s.lead, l.lead, 'here' FROM backup.leads s
      JOIN main.leads l ON l.account_id = s.account_id AND l.negotiation_id = s.negotiation_id;
    INSERT INTO lead_map SELECT s.lead, max(m.lead), 'moved' FROM backup.leads s
      JOIN main.moved_leads m ON m.from_account = s.account_id AND m.negotiation_id = s.negotiation_id
      WHERE s.lead NOT IN (SELECT was FROM lead_map) GROUP BY s.lead;
    INSERT INTO lead_map SELECT s.lead, max(l.lead), 'moved' FROM backup.leads s
      JOIN backup.accounts sa ON sa.account_id = s.account_id
      JOIN main.accounts a ON a.service = sa.service AND a.generation = sa.generation
      JOIN main.leads l ON l.account_id = a.account_id AND l.negotiation_id = s.negotiation_id
      WHERE s.lead NOT IN (SELECT was FROM lead_map) GROUP BY s.lead;
    INSERT INTO lead_map SELECT s.lead, row_number() OVER (ORDER BY s.lead) + (SELECT max(
        ifnull((SELECT max(lead) FROM main.leads), 0), (SELECT lead FROM main.greatest_deleted_lead))), 'new'
      FROM backup.leads s WHERE s.lead NOT IN (SELECT was FROM lead_map);`);
};

const mergeAccounts = (store: Store): void => {
  const account = listColumnsExcept(store, 'accounts', 'connected', 'backfill', 'backfill_at');
  const business = listColumnsExcept(store, 'businesses');
  const customer = listColumnsExcept(store, 'customers');
  store.db.exec(`
    INSERT OR IGNORE INTO main.accounts (${account.names}, connected, backfill)
      SELECT ${account.read}, 0, 'waiting' FROM backup.accounts s;
    INSERT OR IGNORE INTO main.businesses (${business.names})
      SELECT ${business.read} FROM backup.businesses s;
    INSERT OR IGNORE INTO main.customers (${customer.names})
      SELECT ${customer.read} FROM backup.customers s;`);
};

const mergeLeads = (store: Store): number => {
  const all = listColumnsExcept(store, 'leads', 'lead');
  const fields = listColumnsExcept(store, 'leads', 'lead', 'account_id', 'negotiation_id');
  // Completes leads of which only messages were known here.
  store.db.exec(`
    UPDATE main.leads SET (${fields.names}) = (SELECT ${fields.read} FROM backup.leads s
        JOIN lead_map m ON m.was = s.lead WHERE m.lead = leads.lead AND m.how = 'here')
      WHERE complete = 0 AND EXISTS (SELECT 1 FROM backup.leads s JOIN lead_map m ON m.was = s.lead
        WHERE m.lead = leads.lead AND m.how = 'here' AND s.complete = 1);`);
  const { changes } = store.db
    .prepare(
      `INSERT INTO main.leads (lead, ${all.names}) SELECT m.lead, ${all.read}
       FROM backup.leads s JOIN lead_map m ON m.was = s.lead WHERE m.how = 'new' ORDER BY m.lead`,
    )
    .run();
  store.db.exec(`
    INSERT INTO main.polls (lead, account_id, next_at, read_to)
      SELECT m.lead, s.account_id, s.next_at, s.read_to FROM backup.polls s
      JOIN lead_map m ON m.was = s.lead WHERE m.how = 'new' ON CONFLICT DO NOTHING;
    INSERT OR IGNORE INTO main.lead_phones (lead, digits, phone, place)
      SELECT m.lead, s.digits, s.phone, s.place FROM backup.lead_phones s
      JOIN lead_map m ON m.was = s.lead;
    INSERT OR IGNORE INTO main.lead_prices SELECT * FROM backup.lead_prices;
    INSERT OR IGNORE INTO main.repeated_descriptions (lead, message_id)
      SELECT m.lead, s.message_id FROM backup.repeated_descriptions s
      JOIN lead_map m ON m.was = s.lead WHERE m.how <> 'moved';
    INSERT INTO main.moved_leads (was, lead, from_account, negotiation_id, record, moved_at)
      SELECT row_number() OVER (ORDER BY s.was) + (SELECT max(
          (SELECT max(lead) FROM lead_map), ifnull((SELECT max(lead) FROM main.leads), 0),
          (SELECT lead FROM main.greatest_deleted_lead))),
        m.lead, s.from_account, s.negotiation_id, s.record, s.moved_at
      FROM backup.moved_leads s JOIN lead_map m ON m.was = s.lead
      WHERE NOT EXISTS (SELECT 1 FROM main.moved_leads o
        WHERE o.from_account = s.from_account AND o.negotiation_id = s.negotiation_id);
    UPDATE main.greatest_deleted_lead SET lead = max(lead, ifnull((SELECT max(was) FROM main.moved_leads), 0));
    INSERT INTO main.notified_leads (lead, at) SELECT m.lead, s.at FROM backup.notified_leads s
      JOIN lead_map m ON m.was = s.lead WHERE true
      ON CONFLICT DO UPDATE SET at = max(at, excluded.at);`);
  return changes;
};

/** Merges each message once, except unsent ones. */
const mergeMessages = (store: Store): number => {
  const all = listColumnsExcept(store, 'messages', 'message', 'lead');
  const sameReply = `m.side = 'business' AND m.text = s.text
    AND m.sent_at BETWEEN s.sent_at - ${sameReplyMs} AND s.sent_at + ${sameReplyMs}`;
  store.db.exec(`
    CREATE TEMP TABLE message_map (was INTEGER PRIMARY KEY, message INTEGER NOT NULL, how TEXT NOT NULL);
    INSERT INTO message_map SELECT s.message, m.message, 'here' FROM backup.messages s
      JOIN main.messages m ON m.account_id = s.account_id AND m.message_id = s.message_id;
    INSERT OR IGNORE INTO message_map SELECT r.message, m.message, 'here' FROM backup.replies r
      JOIN main.replies q ON q.reply_id = r.reply_id JOIN main.messages m ON m.message = q.message;
    INSERT OR IGNORE INTO message_map SELECT s.message, min(m.message), 'here' FROM backup.messages s
      JOIN lead_map l ON l.was = s.lead
      JOIN main.messages m ON m.lead = l.lead AND ${sameReply}
      WHERE s.side = 'business' AND (s.message_id IS NULL OR m.message_id IS NULL)
      GROUP BY s.message;
    INSERT INTO message_map SELECT s.message, row_number() OVER (ORDER BY s.message) + max(
        ifnull((SELECT seq FROM main.sqlite_sequence WHERE name = 'messages'), 0),
        ifnull((SELECT max(message) FROM main.messages), 0)), 'new'
      FROM backup.messages s JOIN lead_map l ON l.was = s.lead
      WHERE l.how <> 'moved' AND s.message NOT IN (SELECT was FROM message_map)
        AND s.message NOT IN (SELECT message FROM backup.outbox)
        AND NOT EXISTS (SELECT 1 FROM main.repeated_descriptions d
          WHERE d.lead = l.lead AND d.message_id = s.message_id);`);
  const { changes } = store.db
    .prepare(
      `INSERT INTO main.messages (message, lead, ${all.names}) SELECT m.message, l.lead, ${all.read}
       FROM backup.messages s JOIN message_map m ON m.was = s.message AND m.how = 'new'
       JOIN lead_map l ON l.was = s.lead ORDER BY m.message`,
    )
    .run();
  // Stores the ids of sent replies, so that none of them becomes a draft.
  store.db.exec(`
    INSERT OR IGNORE INTO main.replies (reply_id, message, lead)
      SELECT s.reply_id, m.message, l.lead FROM backup.replies s
      JOIN message_map m ON m.was = s.message AND m.how = 'new' JOIN lead_map l ON l.was = s.lead;`);
  return changes;
};

/** Largest difference between a message's times in two generations. */
const sameMessageMs = 1_000;

/**
 * Skips marks that end when the customer writes, if there is a message that was unknown when they were set, and
 * assignees who are not of this team.
 */
const mergeMarks = (store: Store, now: number): void => {
  store.db.exec(`
    CREATE TEMP TABLE new_jobs AS SELECT DISTINCT m.lead, m.was FROM backup.marks s
      JOIN lead_map m ON m.was = s.lead WHERE s.mark = 'jobStatus'
        AND NOT EXISTS (SELECT 1 FROM main.marks h WHERE h.lead = m.lead AND h.mark = 'jobStatus');`);
  store.db
    .prepare(
      `INSERT INTO main.marks (lead, mark, item, value, person, known_at, known_message)
       SELECT m.lead, s.mark, s.item, s.value, s.person, s.known_at, s.known_message
       FROM backup.marks s JOIN lead_map m ON m.was = s.lead
       WHERE (s.mark <> 'snoozedUntil' OR s.value > @now)
         AND (s.mark <> 'assignee' OR s.value IN (SELECT person FROM main.team_people
           UNION ALL SELECT person FROM main.team_cursor))
         AND (s.known_at IS NULL OR NOT EXISTS (SELECT 1 FROM main.messages x
           WHERE x.lead = m.lead AND x.side = 'customer'
             AND (x.sent_at - iif(m.how = 'moved', ${sameMessageMs}, 0), ifnull(x.message_id, ''))
               > (s.known_at, s.known_message)))
       ON CONFLICT DO NOTHING`,
    )
    .run({ now });
  // Job statuses of a backup are not reported to the marketplace: they were, or are outdated.
  store.db.exec(`
    DELETE FROM main.job_status_reports WHERE lead IN (SELECT lead FROM new_jobs);
    INSERT OR IGNORE INTO main.job_status_reports (lead, version, state, reported, reason)
      SELECT n.lead, ifnull(t.version, 1), replace(ifnull(t.state, 'kept'), 'waiting', 'kept'),
        t.reported, t.reason
      FROM new_jobs n LEFT JOIN backup.job_status_reports t ON t.lead = n.was;`);
};

const mergeNotes = (store: Store): number =>
  store.db
    .prepare(
      `INSERT INTO main.notes (note, lead, kind, text, at, edited_at, person)
       SELECT s.note, m.lead, s.kind, s.text, s.at, s.edited_at, s.person FROM backup.notes s
       JOIN lead_map m ON m.was = s.lead WHERE true
       ON CONFLICT (note) DO UPDATE SET text = excluded.text, edited_at = excluded.edited_at
       WHERE ifnull(excluded.edited_at, excluded.at) > ifnull(edited_at, at)
         AND ifnull(person = (SELECT person FROM main.team_cursor), 1)`,
    )
    .run().changes;

/** SQL: the saved replies `h` and `s` differ by their ids and positions only. */
const isSameReply = `(h.name, h.text, h.text_en, h.text_es, h.category, h.business_id)
  IS (s.name, s.text, s.text_en, s.text_es, s.category, s.business_id)`;

const mergeSavedReplies = (store: Store): number => {
  const all = listColumnsExcept(store, 'saved_replies', 'position');
  return store.db
    .prepare(
      `INSERT INTO main.saved_replies (${all.names}, position)
       SELECT ${all.read}, row_number() OVER (ORDER BY s.position, s.saved_reply_id)
         + ifnull((SELECT max(position) FROM main.saved_replies), -1)
       FROM backup.saved_replies s
       WHERE NOT EXISTS (SELECT 1 FROM main.saved_replies h
         WHERE h.saved_reply_id = s.saved_reply_id OR ${isSameReply})
       ORDER BY s.position, s.saved_reply_id
       LIMIT max(0, ${maxSavedReplies} - (SELECT count(*) FROM main.saved_replies))`,
    )
    .run().changes;
};

/** A rule's saved reply may have been skipped, because an equal one is here. */
const readDefinition = `ifnull((
  SELECT json_set(r.definition, '$.content.savedReplyID', h.saved_reply_id)
  FROM backup.saved_replies s JOIN main.saved_replies h ON ${isSameReply}
  WHERE s.saved_reply_id = ${selectStored('r.definition', '$.content.savedReplyID')}
    AND s.saved_reply_id NOT IN (SELECT saved_reply_id FROM main.saved_replies)
  LIMIT 1), r.definition)`;

/** Restored rules are off, because nobody has reviewed what they would send now. */
const mergeRules = (store: Store): void => {
  store.db.exec(`
    INSERT OR IGNORE INTO main.automatic_rules (rule_id, name, is_on, on_since, position, definition)
      SELECT r.rule_id, r.name, 0, 0, row_number() OVER (ORDER BY r.position, r.rule_id)
        + ifnull((SELECT max(position) FROM main.automatic_rules), -1), ${readDefinition}
      FROM backup.automatic_rules r
      WHERE r.rule_id NOT IN (SELECT rule_id FROM main.automatic_rules)
      LIMIT max(0, ${maxRules} - (SELECT count(*) FROM main.automatic_rules));
    INSERT OR IGNORE INTO main.automatic_replies
        (lead, rule_id, rule_name, kind, message, known_to, reason, gap, at)
      SELECT l.lead, s.rule_id, s.rule_name, s.kind, m.message, 0,
        CASE WHEN s.message IS NOT NULL AND m.message IS NULL THEN 'declined' ELSE s.reason END, s.gap, s.at
      FROM backup.automatic_replies s JOIN lead_map l ON l.was = s.lead
      LEFT JOIN message_map m ON m.was = s.message;`);
};

/** Skips saved views whose id, or name and contents, exist already. */
const mergeSavedViews = (store: Store): void => {
  const all = listColumnsExcept(store, 'saved_views', 'position');
  store.db.exec(`
    INSERT INTO main.saved_views (${all.names}, position)
      SELECT ${all.read}, row_number() OVER (ORDER BY s.position, s.saved_view_id)
        + ifnull((SELECT max(position) FROM main.saved_views), -1)
      FROM backup.saved_views s WHERE NOT EXISTS (SELECT 1 FROM main.saved_views h
        WHERE h.saved_view_id = s.saved_view_id
          OR (h.name, h.view, h.business, h.query, h.is_everywhere)
            IS (s.name, s.view, s.business, s.query, s.is_everywhere))
      LIMIT max(0, ${maxSavedViews} - (SELECT count(*) FROM main.saved_views));`);
};

/** Merges settings that have their initial values here. */
const mergeSettings = (store: Store): void => {
  const text = store.db
    .prepare<[], string>("SELECT value FROM backup.settings WHERE name = 'user'")
    .pluck()
    .get();
  if (text === undefined) return;
  const here = readSettings(store);
  const merged = Object.entries(parseSettings(text)).filter(([name, value]) => {
    const current = JSON.stringify(here[name as keyof Settings]);
    const initial = JSON.stringify(initialSettings[name as keyof Settings]);
    return current === initial && JSON.stringify(value) !== current;
  });
  if (merged.length > 0) changeSettings(store, Object.fromEntries(merged));
};

/** Merges the database attached as `backup`; `now` is in UTC milliseconds. */
export const mergeBackup = async (dependencies: {
  readonly store: Store;
  readonly now: number;
  readonly onProgress: OnProgress;
}): Promise<Restored> => {
  const { store, now, onProgress } = dependencies;
  const { restored, leads } = store.writeRepeatable(() => {
    mergeAccounts(store);
    mapLeads(store);
    const newLeads = mergeLeads(store);
    // As news, restored messages are not recorded as this person's changes for the team.
    const messages = store.changeAs('news', () => mergeMessages(store));
    mergeMarks(store, now);
    const notes = mergeNotes(store);
    const savedReplies = mergeSavedReplies(store);
    const { drafts, heldBack } = mergeDrafts(store, now);
    mergeSavedViews(store);
    mergeRules(store);
    mergeSettings(store);
    const touched = store.db
      .prepare<[], { lead: number; how: string }>('SELECT DISTINCT lead, how FROM lead_map')
      .all();
    return {
      restored: { counts: { leads: newLeads, messages, notes, savedReplies, drafts }, heldBack },
      leads: [...new Set(touched.map(({ lead }) => lead))],
    };
  });
  for (let done = 0; done < leads.length; done += leadsAtOnce) {
    await onProgress(done, leads.length);
    deriveLeads(store, leads.slice(done, done + leadsAtOnce));
  }
  await onProgress(leads.length, leads.length);
  store.writeRepeatable(() => {
    refreshPractice(store);
    store.db.exec(`
      DELETE FROM read_counts;
      INSERT INTO read_counts SELECT account_id, count(read_to) FROM polls GROUP BY account_id;`);
  });
  return restored;
};
