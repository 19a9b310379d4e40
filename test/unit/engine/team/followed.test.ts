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

it('a long unreadable entry counts as several, so that long ones do not fill the disk either', () => {
  const store = testStore();
  const subject = 'in.a.k';
  for (let sequence = 1; sequence <= 100; sequence += 1)
    keepUnread(store, { sequence, subject, data: new Uint8Array(160 * 1024) }, 'damaged', 100);
  expect(listUnread(store, 0, 100).map((entry) => entry.sequence)).toEqual([
    91, 92, 93, 94, 95, 96, 97, 98, 99, 100,
  ]);
});
