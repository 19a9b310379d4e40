/** An engine's place in a team, before and after main says what it is. */
import { expect, it } from 'vitest';
import { createTeamPlace } from '../../../../main/engine/team-place.ts';
import { testClock, testLog, testStore } from '../support/store.ts';

const placeOf = (store: ReturnType<typeof testStore>, clock = testClock()) =>
  createTeamPlace({
    store,
    log: testLog(),
    clock,
    hubChanged: () => undefined,
    runInBackground: async (_name: string, work: () => unknown) => void (await work()),
  } as unknown as Parameters<typeof createTeamPlace>[0]);

const memberStore = () => {
  const store = testStore();
  store.db.exec(
    "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('t', 'ana', 'desk', 7)",
  );
  return store;
};

it('a desktop of a team polls once it knows its team, or does not learn it for a minute', () => {
  const clock = testClock();
  const place = placeOf(memberStore(), clock);
  expect(place.pollerOf('account').mayPoll()).toBe(false);
  clock.advance(60_001);
  expect(place.pollerOf('account').mayPoll()).toBe(true);
});

it('a desktop of a team registers no webhook and replies by no rule until it knows its team', async () => {
  const store = memberStore();
  const place = placeOf(store);
  let isKnown = false;
  void place.whenKnown().then(() => (isKnown = true));
  await Promise.resolve();
  expect([isKnown, place.hub(), place.webhooksOf('account')]).toEqual([false, null, null]);
  expect(place.replies()?.repliesByRule('account')).toBe(false);
  place.set(null);
  await place.whenKnown();
  expect(place.replies()).toBeNull();
  expect(store.db.prepare('SELECT * FROM team_cursor').all()).toEqual([]);
});

it('a desktop without a team is alone at once', async () => {
  const place = placeOf(testStore());
  await place.whenKnown();
  expect(place.replies()).toBeNull();
  expect(place.pollerOf('account').mayPoll()).toBe(true);
});
