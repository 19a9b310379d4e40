/** Each photo is fetched once, two at a time, and again only on request. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { createAlbum } from '../../../../main/engine/photos/album.ts';
import type { Photo } from '../../../../main/engine/photos/fetch.ts';
import { createPhotos } from '../../../../main/engine/photos/photos.ts';
import { temporaryFolder, testClock } from '../support/store.ts';
import { heads } from './pictures.ts';

const whole: Answer<Photo> = succeed({ type: 'png', bytes: heads.png });
const service = { address: 'https://pro-api.example', practice: false };

const bench = (folder = join(temporaryFolder(), 'photos')) => {
  const begun: { readonly address: string; readonly end: (answer: Answer<Photo>) => void }[] = [];
  const listeners = new Set<() => void>();
  let accounts = ['a'];
  const photos = createPhotos({
    album: createAlbum({ folder, clock: testClock() }),
    fetcher: {
      fetch: (address) =>
        new Promise((end) => {
          begun.push({ address, end });
          for (const notify of listeners) notify();
        }),
      close: () => Promise.resolve(),
    },
    findService: (accountID) => (accounts.includes(accountID) ? service : null),
  });
  return {
    folder,
    photos,
    begun,
    /** Resolves when that many fetches have started. */
    begins: (count: number): Promise<void> =>
      new Promise((done) => {
        const look = (): void => {
          if (begun.length < count) return;
          listeners.delete(look);
          done();
        };
        listeners.add(look);
        look();
      }),
    get: (name: string, again = false, lead = 1) =>
      photos.get({ lead, accountID: 'a', address: `https://images.example/${name}` }, again),
    removeAccount: () => void (accounts = []),
  };
};

it('a burst fetches each photo once, two at a time', async () => {
  const { get, begun, begins } = bench();
  const answers = ['1', '2', '3', '1', '2', '3'].map((name) => get(name));
  await begins(2);
  expect(begun).toHaveLength(2);
  begun[0]?.end(whole);
  await begins(3);
  begun[1]?.end(whole);
  begun[2]?.end(whole);
  const names = (await Promise.all(answers)).map((answer) => answer.ok && answer.value);
  expect(new Set(names).size).toBe(3);
  expect(begun).toHaveLength(3);
  expect(await get('1')).toMatchObject({ ok: true });
  expect(begun).toHaveLength(3);
});

it('photos of the lead opened last are fetched first', async () => {
  const { get, begun, begins } = bench();
  for (const name of ['1', '2', '3', '4']) void get(name, false, 1);
  for (const name of ['5', '6']) void get(name, false, 2);
  await begins(2);
  for (let nth = 0; nth < 4; nth += 1) {
    begun[nth]?.end(fail('offline', 'away'));
    await begins(nth + 3);
  }
  expect(begun.map(({ address }) => address.at(-1))).toEqual(['1', '2', '5', '6', '3', '4']);
});

it('a failed photo is reported and retried on the next request', async () => {
  const { get, begun, begins } = bench();
  const first = get('1');
  await begins(1);
  begun[0]?.end(fail('timeout', 'slow'));
  expect(await first).toMatchObject({ error: { code: 'timeout' } });
  const second = get('1', true);
  await begins(2);
  begun[1]?.end(whole);
  expect(await second).toMatchObject({ ok: true });
});

it('a photo that could not be shown is fetched again on request', async () => {
  const { get, begun, begins } = bench();
  const first = get('1');
  await begins(1);
  begun[0]?.end(whole);
  await first;
  const again = get('1', true);
  await begins(2);
  begun[1]?.end(whole);
  expect(await again).toEqual(await first);
});

it('a photo of an account removed meanwhile is not stored', async () => {
  const { get, begun, begins, removeAccount, photos } = bench();
  const answer = get('1');
  await begins(1);
  removeAccount();
  begun[0]?.end(whole);
  expect(await answer).toMatchObject({ error: { code: 'not_found' } });
  await photos.forget('a');
});

it('a photo that is being written when its account is removed is deleted', async () => {
  const { get, photos, begun, begins, removeAccount, folder } = bench();
  const answer = get('1');
  await begins(1);
  begun[0]?.end(whole);
  await nextTurn();
  removeAccount();
  await photos.forget('a');
  expect(await answer).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(await readdir(folder)).toEqual([]);
});
