/**
 * Photo cache in a private folder: at most 500 MB; the least recently seen photos are deleted first.
 * A file name contains account, address, digest and type, so that damage is detected without an index.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxThumbnailBytes, photoFile, thumbnailFile } from '../../../contract/photos.ts';
import type { Clock } from '../../clock/clock.ts';
import { makePrivateFolder } from '../platform/store/private-file.ts';
import { isDrawable, detectType } from './size.ts';
import type { Photo } from './fetch.ts';

export const maxPhotoBytes = 500_000_000;

export type Album = ReturnType<typeof createAlbum>;

const digest = (content: string | Buffer, length: number): string =>
  createHash('sha256').update(content).digest('hex').slice(0, length);

const deriveOwner = (accountID: string): string => digest(accountID, 16);
/** Derives the common prefix of all versions of a photo. */
const deriveKey = (accountID: string, address: string): string =>
  `${deriveOwner(accountID)}-${digest(address, 32)}`;

const parseKey = (name: string): string => name.slice(0, 49);

type CachedPhoto = {
  readonly name: string;
  readonly size: number;
  seenAt: number;
  isWhole: boolean;
  /** Bytes of its thumbnail. */
  smallSize: number | null;
};

/** A photo and its thumbnail share the prefix of account, address and digest. */
const toThumbnailName = (name: string): string => `${name.slice(0, 82)}.small.webp`;

export const createAlbum = (dependencies: {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly maxBytes?: number;
}) => {
  const { folder, clock, maxBytes = maxPhotoBytes } = dependencies;
  /** By prefix of their names. */
  const cached = new Map<string, CachedPhoto>();
  let loading: Promise<void> | null = null;

  const remove = async (name: string): Promise<void> => {
    await rm(join(folder, name), { force: true });
    await rm(join(folder, toThumbnailName(name)), { force: true });
  };

  /** Writes a file atomically. */
  const write = async (part: string, name: string, bytes: Buffer, at: number): Promise<void> => {
    const path = join(folder, part);
    try {
      await writeFile(path, bytes, { mode: 0o600, flush: true });
      await utimes(path, new Date(at), new Date(at));
    } catch (thrown) {
      await rm(path, { force: true });
      throw thrown;
    }
    await rename(path, join(folder, name));
  };

  /** Reads the folder and deletes everything that is not a photo or its thumbnail. */
  const load = async (): Promise<void> => {
    makePrivateFolder(folder);
    const names = await readdir(folder);
    const thumbnails = new Map<string, number>();
    for (const name of names) {
      if (thumbnailFile.test(name)) {
        thumbnails.set(name, (await stat(join(folder, name))).size);
        continue;
      }
      if (!photoFile.test(name)) {
        await rm(join(folder, name), { force: true, recursive: true });
        continue;
      }
      const { size, mtimeMs } = await stat(join(folder, name));
      cached.set(parseKey(name), { name, size, seenAt: mtimeMs, isWhole: false, smallSize: null });
    }
    for (const [name, size] of thumbnails) {
      const photo = cached.get(parseKey(name));
      if (photo !== undefined && toThumbnailName(photo.name) === name && size <= maxThumbnailBytes)
        photo.smallSize = size;
      else await rm(join(folder, name), { force: true });
    }
  };
  const ensureLoaded = (): Promise<void> => {
    loading ??= load().catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  };

  /** True if a file matches its name and can be drawn; with a thumbnail it was drawn before. */
  const isWhole = async (photo: CachedPhoto): Promise<boolean> => {
    const file = join(folder, photo.name);
    try {
      if (photo.isWhole || photo.smallSize !== null) return (await stat(file)).size === photo.size;
      const bytes = await readFile(file);
      const type = detectType(bytes);
      photo.isWhole =
        digest(bytes, 32) === photo.name.slice(50, 82) && type !== null && isDrawable(type, bytes);
      return photo.isWhole;
    } catch {
      return false;
    }
  };

  const makeRoom = async (keptKey: string): Promise<void> => {
    const countBytes = ({ size, smallSize }: CachedPhoto): number => size + (smallSize ?? 0);
    let total = [...cached.values()].reduce((sum, photo) => sum + countBytes(photo), 0);
    const oldest = [...cached].toSorted(([, one], [, other]) => one.seenAt - other.seenAt);
    for (const [key, photo] of oldest) {
      if (total <= maxBytes) return;
      if (key === keptKey) continue;
      cached.delete(key);
      total -= countBytes(photo);
      await remove(photo.name);
    }
  };

  return {
    /** Finds the file name of an undamaged photo; null when it must be fetched. */
    find: async (accountID: string, address: string): Promise<string | null> => {
      await ensureLoaded();
      const photo = cached.get(deriveKey(accountID, address));
      // A damaged one stays listed, so that it is deleted with its account or replaced.
      if (photo === undefined || !(await isWhole(photo))) return null;
      photo.seenAt = clock.now();
      const seen = new Date(photo.seenAt);
      await utimes(join(folder, photo.name), seen, seen).catch(() => undefined);
      return photo.name;
    },

    /** Stores a photo in place of an older one of its address; returns its file name. */
    keep: async (accountID: string, address: string, { type, bytes }: Photo): Promise<string> => {
      await ensureLoaded();
      const key = deriveKey(accountID, address);
      const name = `${key}-${digest(bytes, 32)}.${type}`;
      const seenAt = clock.now();
      const before = cached.get(key);
      // A photo that is stored again could not be drawn, so its thumbnail is deleted too.
      if (before !== undefined) await remove(before.name);
      await write(`${key}.part`, name, bytes, seenAt);
      cached.set(key, { name, size: bytes.length, seenAt, isWhole: true, smallSize: null });
      await makeRoom(key);
      return name;
    },

    findThumbnail: (name: string): string | null => {
      const photo = cached.get(parseKey(name));
      return photo?.name === name && photo.smallSize !== null ? toThumbnailName(name) : null;
    },

    /** Stores a thumbnail; returns its file name, or null if the photo is not cached or this is no small WebP image. */
    keepThumbnail: async (name: string, bytes: Buffer): Promise<string | null> => {
      await ensureLoaded();
      const key = parseKey(name);
      const photo = cached.get(key);
      const isSmall =
        bytes.length <= maxThumbnailBytes &&
        detectType(bytes) === 'webp' &&
        isDrawable('webp', bytes);
      if (photo?.name !== name || !isSmall) return null;
      const small = toThumbnailName(name);
      await write(`${key}.small.part`, small, bytes, clock.now());
      // The photo or its account may have been removed meanwhile.
      if (cached.get(key) !== photo) {
        await rm(join(folder, small), { force: true });
        return null;
      }
      photo.smallSize = bytes.length;
      await makeRoom(key);
      return small;
    },

    forget: async (accountID: string): Promise<void> => {
      await ensureLoaded();
      const owner = `${deriveOwner(accountID)}-`;
      for (const [key, { name }] of cached) {
        if (!key.startsWith(owner)) continue;
        cached.delete(key);
        await remove(name);
      }
    },
  };
};
