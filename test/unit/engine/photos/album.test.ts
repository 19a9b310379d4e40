/** Cached photos survive a restart undamaged and stay within their limit. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOwnerOnly } from '../../../owner-only.ts';
import { photoFile, thumbnailFile } from '../../../../contract/photos.ts';
import { createAlbum } from '../../../../main/engine/photos/album.ts';
import { temporaryFolder, testClock } from '../support/store.ts';
import { heads } from './pictures.ts';

const png = (size = 100) => ({ type: 'png', bytes: Buffer.concat([heads.png], size) }) as const;
const address = (name: string): string => `https://images.example/${name}.png`;

const open = (maxBytes = 1_000) => {
  const folder = join(temporaryFolder(), 'photos');
  const clock = testClock();
  const reopen = () => createAlbum({ folder, clock, maxBytes });
  return { folder, clock, reopen, album: reopen() };
};

it('a cached photo is found after a restart, only for its account and readable only by its owner', async () => {
  const { album, reopen, folder } = open();
  const name = await album.keep('a', address('1'), png());
  expect(name).toMatch(photoFile);
  expect(await album.find('a', address('1'))).toBe(name);
  expect(await reopen().find('a', address('1'))).toBe(name);
  expect(await album.find('a', address('2'))).toBeNull();
  expect(await album.find('b', address('1'))).toBeNull();
  expect(readFileSync(join(folder, name))).toEqual(png().bytes);
  expect([folder, join(folder, name)].map(isOwnerOnly)).toEqual([true, true]);
});

it.each([
  ['shortened', (file: string) => truncateSync(file, 20)],
  ['changed', (file: string) => writeFileSync(file, Buffer.alloc(100))],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['gone', (file: string) => unlinkSync(file)],
])('a cached photo whose file is %s is not found, and can be stored again', async (_, spoil) => {
  const { album, reopen, folder } = open();
  const name = await album.keep('a', address('1'), png());
  spoil(join(folder, name));
  const next = reopen();
  expect(await next.find('a', address('1'))).toBeNull();
  await next.keep('a', address('1'), png());
  expect(await next.find('a', address('1'))).toBe(name);
});

it('an unfinished file is deleted after a restart', async () => {
  const { album, reopen, folder } = open();
  const name = await album.keep('a', address('1'), png());
  writeFileSync(join(folder, `${name.slice(0, 49)}.part`), 'half');
  expect(await reopen().find('a', address('1'))).toBe(name);
  expect(readdirSync(folder)).toEqual([name]);
});

it('the least recently used photo is removed for a new one, even after a restart', async () => {
  const { album, reopen, folder, clock } = open(1_000);
  for (const name of ['1', '2', '3']) {
    await album.keep('a', address(name), png(300));
    clock.advance(1_000);
  }
  await album.find('a', address('1'));
  clock.advance(1_000);
  const next = reopen();
  await next.keep('a', address('4'), png(300));
  expect(await next.find('a', address('2'))).toBeNull();
  for (const name of ['1', '3', '4']) expect(await next.find('a', address(name))).not.toBeNull();
  expect(readdirSync(folder)).toHaveLength(3);
});

it('a changed photo replaces the old one', async () => {
  const { album, folder } = open();
  const before = await album.keep('a', address('1'), png(100));
  const after = await album.keep('a', address('1'), png(200));
  expect(after).not.toBe(before);
  expect(readdirSync(folder)).toEqual([after]);
});

it('photos are deleted with their account, others stay', async () => {
  const { album, folder } = open();
  const own = await album.keep('a', address('1'), png());
  const other = await album.keep('b', address('1'), png());
  await album.forget('a');
  expect(existsSync(join(folder, own))).toBe(false);
  expect(await album.find('a', address('1'))).toBeNull();
  expect(await album.find('b', address('1'))).toBe(other);
});

it('a photo that became unreadable is deleted with its account, and replaced by a new one', async () => {
  const { album, folder } = open();
  const spoiled = await album.keep('a', address('1'), png());
  truncateSync(join(folder, spoiled), 20);
  expect(await album.find('a', address('1'))).toBeNull();
  const fresh = await album.keep('a', address('1'), png(90));
  expect(readdirSync(folder)).toEqual([fresh]);
  truncateSync(join(folder, fresh), 20);
  expect(await album.find('a', address('1'))).toBeNull();
  await album.forget('a');
  expect(readdirSync(folder)).toEqual([]);
});

const small = (size = 60) => Buffer.concat([heads.webp], size);

it('a thumbnail is found after a restart without reading its photo', async () => {
  const { album, reopen, folder } = open();
  const name = await album.keep('a', address('1'), png());
  expect(album.findThumbnail(name)).toBeNull();
  const thumbnail = await album.keepThumbnail(name, small());
  expect(thumbnail).toMatch(thumbnailFile);
  expect(isOwnerOnly(join(folder, thumbnail ?? ''))).toBe(true);
  writeFileSync(join(folder, name), Buffer.alloc(100));
  const next = reopen();
  expect(await next.find('a', address('1'))).toBe(name);
  expect(next.findThumbnail(name)).toBe(thumbnail);
});

it('a thumbnail is deleted with its photo: for room, after a new fetch, and with its account', async () => {
  const { album, clock, folder } = open(300);
  for (const nth of ['1', '2']) {
    await album.keepThumbnail(await album.keep('a', address(nth), png()), small(50));
    clock.advance(1_000);
  }
  expect(readdirSync(folder)).toHaveLength(4);
  await album.keep('a', address('3'), png());
  expect(await album.find('a', address('1'))).toBeNull();
  expect(readdirSync(folder)).toHaveLength(3);
  await album.keep('a', address('2'), png());
  expect(readdirSync(folder).filter((name) => thumbnailFile.test(name))).toEqual([]);
  await album.forget('a');
  expect(readdirSync(folder)).toEqual([]);
});

it('only a small image of an existing photo is stored as a thumbnail', async () => {
  const { album, reopen, folder } = open(1_000_000);
  const name = await album.keep('a', address('1'), png());
  expect(await album.keepThumbnail(name, heads.png)).toBeNull();
  expect(await album.keepThumbnail(name, small(64_001))).toBeNull();
  expect(
    await album.keepThumbnail(name.replace(/-\w+-/, `-${'0'.repeat(32)}-`), small()),
  ).toBeNull();
  await album.keepThumbnail(name, small());
  unlinkSync(join(folder, name));
  expect(await reopen().find('a', address('1'))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});
