/** Stored state of the follower. */
import { expect, it } from 'vitest';
import { keepUnread, maxUnread, listUnread } from '../../../../main/engine/team/followed.ts';
import { testStore } from '../support/store.ts';

it('entries that nobody can read are kept up to a number, the newest ones', () => {
  const store = testStore();
  store.write(() => {
    for (let sequence = 1; sequence <= maxUnread + 5; sequence += 1)
      keepUnread(store, { sequence, subject: 'team.x', data: Buffer.from('x') }, 'damaged');
  });
  const [oldest] = listUnread(store, 0, 1);
  expect(oldest?.sequence).toBe(6);
  expect(store.db.prepare('SELECT count(*) FROM team_unread').pluck().get()).toBe(maxUnread);
});
