/** An engine's team, before and after main says what it is. */
import { expect, it } from 'vitest';
import { createTeamRuntime } from '../../../../main/engine/team-runtime.ts';
import { testClock, testLog, testStore } from '../support/store.ts';

const runtimeOf = (store: ReturnType<typeof testStore>, clock = testClock()) =>
  createTeamRuntime({
    store,
    log: testLog(),
    clock,
    hubChanged: () => undefined,
    runInBackground: async (_name: string, work: () => unknown) => void (await work()),
  } as unknown as Parameters<typeof createTeamRuntime>[0]);

const memberStore = () => {
  const store = testStore();
  store.db.exec(
    "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('t', 'ana', 'desk', 7)",
  );
  return store;
};

it('a desktop of a team polls once it knows its team, or does not learn it for a minute', () => {
  const clock = testClock();
  const runtime = runtimeOf(memberStore(), clock);
  expect(runtime.pollerOf('account').mayPoll()).toBe(false);
  clock.advance(60_001);
  expect(runtime.pollerOf('account').mayPoll()).toBe(true);
});

it('a desktop of a team registers no webhook and replies by no rule until it knows its team', async () => {
  const store = memberStore();
  const runtime = runtimeOf(store);
  let isKnown = false;
  void runtime.whenKnown().then(() => (isKnown = true));
  await Promise.resolve();
  expect([isKnown, runtime.hub(), runtime.webhooksOf('account')]).toEqual([false, null, null]);
  expect(runtime.replies()?.repliesByRule('account')).toBe(false);
  runtime.set(null);
  await runtime.whenKnown();
  expect(runtime.replies()).toBeNull();
  expect(store.db.prepare('SELECT * FROM team_cursor').all()).toEqual([]);
});

it('a desktop without a team is alone at once', async () => {
  const runtime = runtimeOf(testStore());
  await runtime.whenKnown();
  expect(runtime.replies()).toBeNull();
  expect(runtime.pollerOf('account').mayPoll()).toBe(true);
});
