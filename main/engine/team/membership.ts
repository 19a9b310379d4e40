/** Enters and leaves a team. */
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

const removeTeamData = ({ db }: Store): void => {
  for (const table of tables) db.prepare(`DELETE FROM ${table}`).run();
  db.exec("DELETE FROM marks WHERE mark = 'assignee'");
  db.exec("DELETE FROM settings WHERE name IN ('team.assigning', 'team.away', 'team.snapshot')");
};

const leadsOfTeam =
  'SELECT lead FROM leads JOIN accounts USING (account_id) WHERE team_since IS NOT NULL';

/**
 * Makes existing data of the team's accounts the person's, and queues it for publishing where the team has none. Read
 * marks stay on this desktop.
 */
const bringExisting = ({ db }: Store, role: Role): void => {
  // Only owners bring rules of automatic replies.
  if (role !== 'owner') db.exec('UPDATE automatic_rules SET is_on = 0 WHERE is_on = 1');
  db.exec(bringLeads('(SELECT person FROM team_cursor)', leadsOfTeam));
  db.exec(`INSERT INTO team_outbox (kind, lead, item, existing)
    SELECT 'savedReply', NULL, saved_reply_id, 1 FROM saved_replies
    UNION ALL SELECT 'rule', NULL, rule_id, 1 FROM automatic_rules
    UNION ALL SELECT key, NULL, '', 1 FROM settings, json_each(settings.value)
      WHERE name = 'user' AND key IN ('businessHours', 'quietHours')`);
};

/** Enters a team, unless the database already belongs to this membership. Removes data of another one. */
export const enterTeam = (
  store: Store,
  { team, person, role, desktop }: Pick<TeamMembership, 'team' | 'person' | 'role' | 'desktop'>,
): void => {
  const same = 'SELECT 1 FROM team_cursor WHERE team = ? AND person = ? AND desktop = ?';
  if (store.db.prepare(same).get(team, person, desktop) !== undefined) return;
  stopRecording(store);
  store.write(() => {
    removeTeamData(store);
    store.db
      .prepare('INSERT INTO team_cursor (team, person, desktop, sequence) VALUES (?, ?, ?, 0)')
      .run(team, person, desktop);
    bringExisting(store, role);
    refreshAssigned(store);
  });
  recordOwnChanges(store);
};

/** Leaves the team. Leads stay until their accounts are removed. */
export const leaveTeam = (store: Store): void => {
  if (store.db.prepare('SELECT 1 FROM team_cursor').get() === undefined) return;
  stopRecording(store);
  store.write(() => {
    removeTeamData(store);
    refreshAssigned(store);
  });
};
