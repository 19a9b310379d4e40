/** The people of the team by name, as its owners entered them. */
import type { PersonName } from '../../../contract/commands/team.ts';
import type { Store } from '../platform/store/store.ts';

/** Stores a name, or another one for the same person. */
export const putName = (store: Store, { person, name }: PersonName): void =>
  void store
    .prepare<[string, string]>(
      'teamPeople.put',
      'INSERT INTO team_people VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name',
    )
    .run(person, name);

/** The name of a person; null for one without a name. */
export const nameOf = (store: Store, person: string): string | null =>
  store
    .prepare<[string], PersonName>(
      'teamPeople.one',
      'SELECT person, name FROM team_people WHERE person = ?',
    )
    .get(person)?.name ?? null;
