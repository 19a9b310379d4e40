/** The database of a desktop enters a team and leaves it. */
import type { TeamMembership } from '../../../contract/port.ts';
import type { Role } from '../../../contract/team/desk.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshAssigned } from '../leads/inbox.ts';
import { bringLeads, recordOwnChanges, stopRecording } from './gate.ts';

const tables = [
  'team_cursor',
  'team_facts',
  'team_outbox',
  'team_unread',
  'team_replies',
  'team_people',
  'team_claims',
  'team_mentions',
  'team_activity',
  'team_finds',
];

const removeRows = ({ db }: Store): void => {
  for (const table of tables) db.prepare(`DELETE FROM ${table}`).run();
  db.exec("DELETE FROM marks WHERE mark = 'assignee'");
  db.exec("DELETE FROM settings WHERE name IN ('team.assigning', 'team.away', 'team.snapshot')");
};

const leadsOfTeam =
  'SELECT lead FROM leads JOIN accounts USING (account_id) WHERE team_since IS NOT NULL';

/**
 * What is here of the team's accounts becomes the person's, and waits to be published where the team has nothing. What
 * was read stays on this desktop. Rules of automatic replies are off unless an owner brings them.
 */
const bringExisting = ({ db }: Store, role: Role): void => {
  // A member follows the team's rules.
  if (role !== 'owner') db.exec('UPDATE automatic_rules SET is_on = 0 WHERE is_on = 1');
  db.exec(bringLeads('(SELECT person FROM team_cursor)', leadsOfTeam));
  db.exec(`INSERT INTO team_outbox (kind, lead, item, existing)
    SELECT 'savedReply', NULL, saved_reply_id, 1 FROM saved_replies
    UNION ALL SELECT 'rule', NULL, rule_id, 1 FROM automatic_rules
    UNION ALL SELECT key, NULL, '', 1 FROM settings, json_each(settings.value)
      WHERE name = 'user' AND key IN ('businessHours', 'quietHours')`);
};

/** Makes the database one of this desktop in the team. Data of another membership is removed. */
export const enterTeam = (
  store: Store,
  { team, person, role, desktop }: Pick<TeamMembership, 'team' | 'person' | 'role' | 'desktop'>,
): void => {
  const same = 'SELECT 1 FROM team_cursor WHERE team = ? AND person = ? AND desktop = ?';
  if (store.db.prepare(same).get(team, person, desktop) !== undefined) return;
  stopRecording(store);
  store.write(() => {
    removeRows(store);
    store.db
      .prepare('INSERT INTO team_cursor (team, person, desktop, sequence) VALUES (?, ?, ?, 0)')
      .run(team, person, desktop);
    bringExisting(store, role);
    refreshAssigned(store);
  });
  recordOwnChanges(store);
};

/** Makes the database one of a desktop without a team. Leads stay: they go with their accounts. */
export const leaveTeam = (store: Store): void => {
  if (store.db.prepare('SELECT 1 FROM team_cursor').get() === undefined) return;
  stopRecording(store);
  store.write(() => {
    removeRows(store);
    refreshAssigned(store);
  });
};
