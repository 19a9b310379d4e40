/**
 * The photos that are kept, in a folder beside the database, for their owner alone: at most 500 MB, of
 * which what was seen least recently goes first. A file's name says whose it is, of which address, what
 * its content must be and its type, so that a damaged one is known and nothing is kept beside the files.
 * The small version of a photo, once the page has drawn it, comes and goes with it.
 */
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { largestThumbnail, photoFile, thumbnailFile } from '../../../contract/photos.ts';
import type { Clock } from '../../clock/clock.ts';
import { privateFolder } from '../platform/store/private-file.ts';
import { isDrawable } from './size.ts';
import type { Photo } from './fetch.ts';
import { typeOf } from './kind.ts';

/** How much is kept, in bytes. */
export const roomForPhotos = 500_000_000;

export type Album = {
  /** The name of a kept photo that is whole; null when it has to be fetched. */
  readonly find: (accountID: string, address: string) => Promise<string | null>;
  /** Keeps a photo in place of any older one of its address; returns its name. */
  readonly keep: (accountID: string, address: string, photo: Photo) => Promise<string>;
  /** The name of the small version of a kept photo; null while there is none. */
  readonly thumbnailOf: (name: string) => string | null;
  /** Keeps the small version of a photo; null when that photo is not kept or the bytes are no small picture. */
  readonly keepThumbnail: (name: string, bytes: Buffer) => Promise<string | null>;
  /** Removes every photo of an account. */
  readonly forget: (accountID: string) => Promise<void>;
};

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const ownerOf = (accountID: string): string => digest(accountID, 16);
/** What all versions of one photo begin with. */
const keyOf = (accountID: string, address: string): string =>
  `${ownerOf(accountID)}-${digest(address, 32)}`;

const contentOf = (hash: ReturnType<typeof createHash>): string => hash.digest('hex').slice(0, 32);

type Kept = {
  readonly name: string;
  readonly size: number;
  seenAt: number;
  isWhole: boolean;
  /** Bytes of its small version; null while there is none. */
  smallSize: number | null;
};

/** Photo and thumbnail have the same beginning: whose, of which address, what content. */
const thumbnailNameOf = (name: string): string => `${name.slice(0, 82)}.small.webp`;

export const createAlbum = ({
  folder,
  clock,
  room = roomForPhotos,
}: {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly room?: number;
}): Album => {
  /** By what their names begin with. */
  const kept = new Map<string, Kept>();
  let looking: Promise<void> | null = null;

  const remove = async (name: string): Promise<void> => {
    await rm(join(folder, name), { force: true });
    await rm(join(folder, thumbnailNameOf(name)), { force: true });
  };

  /** Writes a file whole or not at all. */
  const write = async (aside: string, name: string, bytes: Buffer, at: number): Promise<void> => {
    const path = join(folder, aside);
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.utimes(new Date(at), new Date(at));
      await file.sync();
    } catch (thrown) {
      await rm(path, { force: true });
      throw thrown;
    } finally {
      await file.close();
    }
    await rename(path, join(folder, name));
  };

  /** Reads the folder once; what was half written when the engine ended goes. */
  const look = async (): Promise<void> => {
    privateFolder(folder);
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
      kept.set(name.slice(0, 49), { name, size, seenAt: mtimeMs, isWhole: false, smallSize: null });
    }
    for (const [name, size] of thumbnails) {
      const photo = kept.get(name.slice(0, 49));
      if (photo !== undefined && thumbnailNameOf(photo.name) === name && size <= largestThumbnail)
        photo.smallSize = size;
      else await rm(join(folder, name), { force: true });
    }
  };
  const looked = (): Promise<void> => {
    looking ??= look().catch((thrown: unknown) => {
      looking = null;
      throw thrown;
    });
    return looking;
  };

  /**
   * Whether a file is what its name says and can be drawn; looked at once in the engine's life. One that has
   * a small version has been drawn, and is not read for it.
   */
  const isWhole = async (photo: Kept): Promise<boolean> => {
    const file = join(folder, photo.name);
    try {
      if (photo.isWhole || photo.smallSize !== null) return (await stat(file)).size === photo.size;
      const bytes = await readFile(file);
      const type = typeOf(bytes);
      photo.isWhole =
        contentOf(createHash('sha256').update(bytes)) === photo.name.slice(50, 82) &&
        type !== null &&
        isDrawable(type, bytes);
      return photo.isWhole;
    } catch {
      return false;
    }
  };

  const makeRoom = async (besides: string): Promise<void> => {
    const roomOf = ({ size, smallSize }: Kept): number => size + (smallSize ?? 0);
    let total = [...kept.values()].reduce((sum, photo) => sum + roomOf(photo), 0);
    const oldest = [...kept].toSorted(([, one], [, other]) => one.seenAt - other.seenAt);
    for (const [key, photo] of oldest) {
      if (total <= room) return;
      if (key === besides) continue;
      kept.delete(key);
      total -= roomOf(photo);
      await remove(photo.name);
    }
  };

  return {
    find: async (accountID, address) => {
      await looked();
      const key = keyOf(accountID, address);
      const photo = kept.get(key);
      if (photo === undefined) return null;
      if (!(await isWhole(photo))) {
        if (kept.get(key) === photo) kept.delete(key);
        return null;
      }
      photo.seenAt = clock.now();
      const seen = new Date(photo.seenAt);
      await utimes(join(folder, photo.name), seen, seen).catch(() => undefined);
      return photo.name;
    },

    keep: async (accountID, address, { type, bytes }) => {
      await looked();
      const key = keyOf(accountID, address);
      const name = `${key}-${contentOf(createHash('sha256').update(bytes))}.${type}`;
      const seenAt = clock.now();
      const before = kept.get(key);
      // What is kept again could not be drawn: its small version goes with it.
      if (before !== undefined) await remove(before.name);
      await write(`${key}.part`, name, bytes, seenAt);
      kept.set(key, { name, size: bytes.length, seenAt, isWhole: true, smallSize: null });
      await makeRoom(key);
      return name;
    },

    thumbnailOf: (name) => {
      const photo = kept.get(name.slice(0, 49));
      return photo?.name === name && photo.smallSize !== null ? thumbnailNameOf(name) : null;
    },

    keepThumbnail: async (name, bytes) => {
      await looked();
      const key = name.slice(0, 49);
      const photo = kept.get(key);
      const isSmall =
        bytes.length <= largestThumbnail && typeOf(bytes) === 'webp' && isDrawable('webp', bytes);
      if (photo?.name !== name || !isSmall) return null;
      const small = thumbnailNameOf(name);
      await write(`${key}.small.part`, small, bytes, clock.now());
      // The photo may have gone meanwhile, and its account with it.
      if (kept.get(key) !== photo) {
        await rm(join(folder, small), { force: true });
        return null;
      }
      photo.smallSize = bytes.length;
      await makeRoom(key);
      return small;
    },

    forget: async (accountID) => {
      await looked();
      const owner = `${ownerOf(accountID)}-`;
      for (const [key, { name }] of kept) {
        if (!key.startsWith(owner)) continue;
        kept.delete(key);
        await remove(name);
      }
    },
  };
};
