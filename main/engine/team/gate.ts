/**
 * Records the person's changes of shared data in `team_outbox`, by temporary triggers, so that no code can forget it.
 * Changes by news or the team's log (`store.changeAs`), in the person's own accounts and by deleting a
 * lead are not recorded. Without a team there are no triggers.
 */
import { initialSettings } from '../../../contract/settings.ts';
import type { Store } from '../platform/store/store.ts';

const isByPerson = "change_origin() = 'person'";
const own = '(SELECT person FROM team_cursor)';

/** SQL: records a change; a later change of the same data moves to the end. */
const record = (kind: string, lead: string, item: string): string => `
  DELETE FROM team_outbox
    WHERE kind = ${kind} AND ifnull(lead, 0) = ifnull(${lead}, 0) AND item = ${item};
  INSERT INTO team_outbox (kind, lead, item) VALUES (${kind}, ${lead}, ${item});`;

/** SQL: whether an account of the team has the lead; the team learns nothing about other leads. */
const isOfTeam = (lead: string): string =>
  `EXISTS (SELECT 1 FROM leads JOIN accounts USING (account_id)
    WHERE leads.lead = ${lead} AND team_since IS NOT NULL)`;

const trigger = (name: string, event: string, condition: string, work: string): string =>
  `CREATE TEMP TRIGGER ${name} AFTER ${event} WHEN ${isByPerson} AND ${condition} BEGIN ${work} END;`;

/** A closed job is recorded as its status. */
const markKind = (row: string): string =>
  `iif(${row}.mark = 'jobClosed', 'jobStatus', ${row}.mark)`;
const recordMark = (row: string): string => record(markKind(row), `${row}.lead`, `${row}.item`);
const ofMark = 'lead = new.lead AND mark = new.mark AND item = new.item';

const marks = [
  trigger(
    'own_mark_set',
    'INSERT ON main.marks',
    isOfTeam('new.lead'),
    `UPDATE marks SET person = ${own} WHERE ${ofMark} AND person IS NULL; ${recordMark('new')}`,
  ),
  trigger(
    'own_mark_changed',
    'UPDATE OF value, known_at, known_message ON main.marks',
    `(old.value, old.known_at, old.known_message) IS NOT (new.value, new.known_at, new.known_message)
      AND ${isOfTeam('new.lead')}`,
    `UPDATE marks SET person = ${own} WHERE ${ofMark}; ${recordMark('new')}`,
  ),
  trigger('own_mark_unset', 'DELETE ON main.marks', isOfTeam('old.lead'), recordMark('old')),
];

const isOwnNote = (row: string): string =>
  `ifnull(${row}.person, ${own}) = ${own} AND ${isOfTeam(`${row}.lead`)}`;
const recordNote = (row: string): string => record("'note'", `${row}.lead`, `${row}.note`);

/** Only a note's author changes it. */
const notes = [
  trigger(
    'own_note_added',
    'INSERT ON main.notes',
    isOwnNote('new'),
    `UPDATE notes SET person = ${own} WHERE note = new.note; ${recordNote('new')}`,
  ),
  trigger(
    'own_note_changed',
    'UPDATE OF lead, kind, text, at, edited_at ON main.notes',
    isOwnNote('new'),
    `UPDATE notes SET person = ${own} WHERE note = new.note; ${recordNote('new')}`,
  ),
  trigger('own_note_removed', 'DELETE ON main.notes', isOwnNote('old'), recordNote('old')),
];

/** A rule's reply is nobody's until a person sends it. */
const messages = ['INSERT ON main.messages', 'UPDATE OF automatic ON main.messages'].map(
  (event, at) =>
    trigger(
      `own_message_${at}`,
      event,
      'new.written_here = 1 AND new.automatic = 0 AND new.person IS NULL',
      `UPDATE messages SET person = ${own} WHERE message = new.message;`,
    ),
);

const recordOutgoing = (row: string): string =>
  record("'reply'", `${row}.lead`, `(SELECT reply_id FROM replies WHERE message = ${row}.message)`);
const hasReplyID = (row: string): string =>
  `EXISTS (SELECT 1 FROM replies WHERE message = ${row}.message) AND ${isOfTeam(`${row}.lead`)}`;

/** Every state of a reply, also one that the outbox or an echo sets: without `isByPerson`. */
const outgoing = [
  ['new', 'INSERT', hasReplyID('new')],
  ['new', 'UPDATE OF state', `old.state <> new.state AND ${hasReplyID('new')}`],
  ['old', 'DELETE', hasReplyID('old')],
].map(
  ([row = '', event = '', condition], at) =>
    `CREATE TEMP TRIGGER own_outgoing_${at} AFTER ${event} ON main.outbox WHEN ${condition}
     BEGIN ${recordOutgoing(row)} END;`,
);

/** Triggers for every change of a table's rows, recorded by their key. */
const buildTableTriggers = (
  { db }: Store,
  table: string,
  key: string,
  kind: string,
): readonly string[] => {
  const columns = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);
  const listValues = (row: string): string => columns.map((name) => `${row}.${name}`).join();
  const recordRow = (row: string): string => record(`'${kind}'`, 'NULL', `${row}.${key}`);
  const isOther = `(${listValues('old')}) IS NOT (${listValues('new')})`;
  return [
    trigger(`own_${table}_added`, `INSERT ON main.${table}`, 'true', recordRow('new')),
    trigger(`own_${table}_changed`, `UPDATE ON main.${table}`, isOther, recordRow('new')),
    trigger(`own_${table}_removed`, `DELETE ON main.${table}`, 'true', recordRow('old')),
  ];
};

/** Triggers for a value in a row of settings. @param initial the value without the row, as JSON */
const buildSettingTriggers = (
  kind: string,
  name: string,
  path: string,
  initial: string,
): readonly string[] =>
  ['INSERT', 'UPDATE'].map((event) => {
    const before = event === 'INSERT' ? `'${initial}'` : `(old.value -> '${path}')`;
    return trigger(
      `own_${kind}_${event.toLowerCase()}`,
      `${event} ON main.settings`,
      `new.name = '${name}' AND (new.value -> '${path}') IS NOT ${before}`,
      record(`'${kind}'`, 'NULL', "''"),
    );
  });

/** All settings of a person are one row, which the first change of any of them creates. */
const buildUserSettingTriggers = (kind: 'businessHours' | 'quietHours'): readonly string[] =>
  buildSettingTriggers(kind, 'user', `$.${kind}`, JSON.stringify(initialSettings[kind]));

const settings = [
  ...buildSettingTriggers('pause', 'automatic.pause', '$.isPaused', 'false'),
  ...buildSettingTriggers('assigning', 'team.assigning', '$', '[]'),
  ...buildSettingTriggers('away', 'team.away', '$', 'false'),
  ...buildUserSettingTriggers('businessHours'),
  ...buildUserSettingTriggers('quietHours'),
];

/** SQL: makes existing data of leads the person's, and queues it for publishing where the team has none. */
export const bringLeads = (person: string, leads: string): string => `
  UPDATE marks SET person = ${person} WHERE person IS NULL AND lead IN (${leads});
  UPDATE notes SET person = ${person} WHERE person IS NULL AND lead IN (${leads});
  INSERT INTO team_outbox (kind, lead, item, existing)
    SELECT mark, lead, item, 1 FROM marks
      WHERE mark IN ('starred', 'archived', 'noReplyNeeded', 'snoozedUntil', 'jobStatus', 'tags')
        AND lead IN (${leads})
    UNION ALL SELECT 'note', lead, note, 1 FROM notes WHERE lead IN (${leads})
    UNION ALL SELECT 'reply', o.lead, r.reply_id, 1 FROM outbox o JOIN replies r USING (message)
      WHERE o.lead IN (${leads})
    ON CONFLICT DO NOTHING;`;

/** Shares an own account's data when an owner connects the account for the team. */
const accounts = `CREATE TEMP TRIGGER own_account_shared AFTER UPDATE OF team_since ON main.accounts
  WHEN old.team_since IS NULL AND new.team_since IS NOT NULL
  BEGIN ${bringLeads(own, 'SELECT lead FROM leads WHERE account_id = new.account_id')} END;`;

/** Ends recording on this connection. */
export const stopRecording = ({ db }: Store): void => {
  const names = db
    .prepare<[], string>(
      "SELECT name FROM temp.sqlite_schema WHERE type = 'trigger' AND name LIKE 'own\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all();
  for (const name of names) db.exec(`DROP TRIGGER temp.${name}`);
};

/** Starts recording on this connection if the database belongs to a team. */
export const recordOwnChanges = (store: Store): void => {
  const { db, getOrigin } = store;
  if (db.prepare('SELECT 1 FROM team_cursor').get() === undefined) return;
  db.function('change_origin', getOrigin);
  db.exec(
    [
      ...[marks, notes, messages, outgoing, accounts, settings].flat(),
      ...buildTableTriggers(store, 'saved_replies', 'saved_reply_id', 'savedReply'),
      ...buildTableTriggers(store, 'automatic_rules', 'rule_id', 'rule'),
      ...buildTableTriggers(store, 'team_people', 'person', 'person'),
    ].join('\n'),
  );
};
