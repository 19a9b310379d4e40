/**
 * The photos that are kept, in a folder beside the database, for their owner alone: at most 500 MB, of
 * which what was seen least recently goes first. A file's name says whose it is, of which address, what
 * its content must be and its type, so that a damaged one is known and nothing is kept beside the files.
 */
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { photoFile } from '../../../contract/photos.ts';
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

type Kept = { readonly name: string; readonly size: number; seenAt: number; isWhole: boolean };

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

  const remove = async (name: string): Promise<void> => rm(join(folder, name), { force: true });

  /** Reads the folder once; what was half written when the engine ended goes. */
  const look = async (): Promise<void> => {
    privateFolder(folder);
    for (const name of await readdir(folder)) {
      if (!photoFile.test(name)) {
        await rm(join(folder, name), { force: true, recursive: true });
        continue;
      }
      const { size, mtimeMs } = await stat(join(folder, name));
      kept.set(name.slice(0, 49), { name, size, seenAt: mtimeMs, isWhole: false });
    }
  };
  const looked = (): Promise<void> => {
    looking ??= look().catch((thrown: unknown) => {
      looking = null;
      throw thrown;
    });
    return looking;
  };

  /** Whether a file is what its name says and can be drawn; looked at once in the engine's life. */
  const isWhole = async (photo: Kept): Promise<boolean> => {
    const file = join(folder, photo.name);
    try {
      if (photo.isWhole) return (await stat(file)).size === photo.size;
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
    let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
    const oldest = [...kept].toSorted(([, one], [, other]) => one.seenAt - other.seenAt);
    for (const [key, { name, size }] of oldest) {
      if (total <= room) return;
      if (key === besides) continue;
      kept.delete(key);
      total -= size;
      await remove(name);
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
      const aside = join(folder, `${key}.part`);
      const seenAt = clock.now();
      const file = await open(aside, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.utimes(new Date(seenAt), new Date(seenAt));
        await file.sync();
      } catch (thrown) {
        await rm(aside, { force: true });
        throw thrown;
      } finally {
        await file.close();
      }
      await rename(aside, join(folder, name));
      const before = kept.get(key);
      kept.set(key, { name, size: bytes.length, seenAt, isWhole: true });
      if (before !== undefined && before.name !== name) await remove(before.name);
      await makeRoom(key);
      return name;
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
