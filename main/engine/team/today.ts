/** A team's day: each person's replies and hand-overs since midnight, and their waiting leads. */
import type { CommandOutput } from '../../../contract/commands.ts';
import { personID } from '../../../contract/person-name.ts';
import { readBusinessZone } from '../leads/reply-deadlines.ts';
import { startOfDay } from '../platform/business-time.ts';
import type { Store } from '../platform/store/store.ts';

type Count = { readonly person: string; readonly count: number };

const countByPerson = (store: Store, sql: string, ...since: number[]): Map<string, number> =>
  new Map(
    store
      .prepare<number[], Count>(sql)
      .all(...since)
      .filter(({ person }) => personID.safeParse(person).success)
      .map(({ person, count }) => [person, count]),
  );

/** @param now UTC milliseconds */
export const buildToday = (store: Store, now: number): CommandOutput<'team.today'> => {
  const midnight = startOfDay(now, readBusinessZone(store));
  const replies = countByPerson(
    store,
    `SELECT person, count(*) AS count FROM messages INDEXED BY messages_by_business
     WHERE side = 'business' AND sent_at >= ? AND person IS NOT NULL AND automatic = 0
       AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = messages.message)
     GROUP BY person`,
    midnight,
  );
  const handedOver = countByPerson(
    store,
    `SELECT person, count(*) AS count FROM team_activity
     WHERE at >= ? AND kind = 'handedOver' GROUP BY person`,
    midnight,
  );
  const waiting = countByPerson(
    store,
    `SELECT assignee AS person, count(*) AS count FROM inbox
     WHERE needs_reply = 1 AND assignee IS NOT NULL GROUP BY assignee`,
  );
  const people = new Set([...replies.keys(), ...handedOver.keys(), ...waiting.keys()]);
  return {
    people: [...people].map((person) => ({
      person,
      replies: replies.get(person) ?? 0,
      waiting: waiting.get(person) ?? 0,
      handedOver: handedOver.get(person) ?? 0,
    })),
  };
};
