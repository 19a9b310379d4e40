import { expect, it } from 'vitest';
import { createSearchCommands } from '../../../../main/engine/leads/search-commands.ts';
import { listPeople, putPerson } from '../../../../main/engine/team/people.ts';
import { testIngest } from '../support/ingest.ts';
import { testSlices } from '../support/store.ts';

it('people are listed by name, with 2 before 10', async () => {
  const { store, clock } = testIngest();
  for (const [person, name] of [
    ['p1', 'Crew 10'],
    ['p2', 'Crew 2'],
    ['p3', 'Ana'],
  ] as const)
    putPerson(store, { person, name, isGone: false });
  const sorted = ['Ana', 'Crew 2', 'Crew 10'];
  expect(listPeople(store).map(({ name }) => name)).toEqual(sorted);
  const search = createSearchCommands(store, clock, testSlices(clock));
  const offered = await search['search.values']({});
  expect(offered.ok && offered.value.people).toEqual(sorted);
});
