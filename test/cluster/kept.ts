/** Reads the database of a member of the office. */
import Database from 'better-sqlite3';

export type Kept = {
  readonly name: string;
  readonly messages: readonly (readonly [
    lead: string,
    text: string,
    side: string,
    person: string,
  ])[];
  readonly leads: readonly (readonly [string])[];
  readonly marks: readonly (readonly [
    lead: string,
    mark: string,
    item: string,
    value: unknown,
    person: string | null,
  ])[];
  readonly notes: readonly (readonly [lead: string, note: string, text: string, person: string])[];
  /** Replies and changes that have not left, and entries of the log that could not be read. */
  readonly waiting: readonly (readonly [
    of: 'reply' | 'change' | 'unread',
    what: string,
    item: string,
  ])[];
};

export const readKept = (name: string, file: string): Kept => {
  const db = new Database(file, { readonly: true });
  const rows = (sql: string): never => db.prepare(sql).raw().all() as never;
  try {
    return {
      name,
      messages: rows(`SELECT l.negotiation_id, m.text, m.side, ifnull(m.person, '')
        FROM messages m JOIN leads l USING (lead)`),
      leads: rows('SELECT negotiation_id FROM leads WHERE complete = 1 ORDER BY 1'),
      marks:
        rows(`SELECT l.negotiation_id, mark, item, value, m.person FROM marks m JOIN leads l USING (lead)
        WHERE mark IN ('starred', 'archived', 'tags', 'assignee', 'snoozedUntil') ORDER BY 1, 2, 3`),
      notes:
        rows(`SELECT l.negotiation_id, note, text, n.person FROM notes n JOIN leads l USING (lead)
        ORDER BY 1, 2`),
      waiting: rows(`SELECT 'reply', state, text FROM outbox JOIN messages USING (message)
        UNION ALL SELECT 'change', kind, item FROM team_outbox
        UNION ALL SELECT 'unread', reason, subject FROM team_unread`),
    };
  } finally {
    db.close();
  }
};
