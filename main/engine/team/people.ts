/** The people of the team by name, as its owners entered them. */
import { compareNames } from '../../../contract/compare-names.ts';
import type { PersonName } from '../../../contract/commands/team.ts';
import { personName } from '../../../contract/person-name.ts';
import type { LeadID } from '../../../contract/records.ts';
import { refreshMarked } from '../leads/inbox.ts';
import { setMarks } from '../leads/marks.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';

type Row = Omit<PersonName, 'isGone'> & { readonly gone: number };

/** Stores or replaces a person's name. */
export const putPerson = (store: Store, { person, name, isGone }: PersonName): void =>
  void store
    .prepare<[string, string, number]>(
      `INSERT INTO team_people (person, name, gone) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name, gone = excluded.gone`,
    )
    .run(person, name, Number(isGone));

/** All people with a name, by name, including those who are gone. */
export const listPeople = (store: Store): readonly PersonName[] =>
  store
    .prepare<[], Row>('SELECT person, name, gone FROM team_people ORDER BY person')
    .all()
    .filter(({ name }) => personName.safeParse(name).success)
    .map(({ person, name, gone }) => ({ person, name, isGone: gone === 1 }))
    .toSorted((one, other) => compareNames(one.name, other.name));

/** Null for a person without a name. */
export const findPerson = (store: Store, person: string): PersonName | null =>
  listPeople(store).find((each) => each.person === person) ?? null;

/** Assigns all leads of a person to another one, or to nobody; returns the leads. */
export const reassign = (store: Store, from: string, to: string | null): readonly LeadID[] =>
  store.write(() => {
    const leads = store
      .prepare<[string], { lead: number }>(
        "SELECT lead FROM marks WHERE mark = 'assignee' AND value = ?",
      )
      .all(from)
      .map(({ lead }) => lead);
    refreshMarked(store, leads, setMarks(store, leads, { assignee: to }));
    return leads.map(toLeadID);
  });

/** Marks a person as gone and assigns the person's leads to nobody, in one transaction. */
export const retirePerson = (store: Store, person: PersonName): readonly LeadID[] =>
  store.write(() => {
    putPerson(store, { ...person, isGone: true });
    return reassign(store, person.person, null);
  });
