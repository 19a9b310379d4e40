/** The disk of the app's data: small and separate where one can be mounted, so that it can be filled. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';

/** Room for the damaged files that half an hour of faults keeps aside. */
const diskBytes = 512 * 1024 * 1024;
const pieceBytes = 4_096;

export type Disk = {
  /** Fills the disk; the returned function frees it. Null if the disk is shared. */
  readonly fill: () => (() => void) | null;
  /**
   * Makes the disk read-only while the app is off; the returned function undoes it. Null if the disk is still
   * in use.
   */
  readonly makeReadOnly: () => Promise<(() => void) | null>;
  /** Unmounts it while the app is off. */
  readonly unmount: () => void;
};

/** Mounts a disk at `folder` if `isOwn`. */
export const openDisk = (folder: string, isOwn: boolean, bytes = diskBytes): Disk => {
  if (isOwn) {
    const options = `size=${bytes},mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  }
  const remount = (how: 'ro' | 'rw'): void =>
    void execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'ignore' });
  return {
    fill: () => {
      if (!isOwn) return null;
      const ballast = join(folder, 'ballast');
      const handle = openSync(ballast, 'w');
      const piece = Buffer.alloc(pieceBytes, 1);
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder);
          if (bavail === 0) break;
          for (let at = 0; at < bavail * bsize; at += piece.length) writeSync(handle, piece);
        }
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
      } finally {
        closeSync(handle);
      }
      return () => unlinkSync(ballast);
    },
    makeReadOnly: async () => {
      if (isOwn) {
        // A program that just ended may still have its last file open.
        for (let tries = 20; tries > 0; tries--) {
          try {
            remount('ro');
            return () => remount('rw');
          } catch {
            await realPause(250);
          }
        }
        return null;
      }
      chmodSync(folder, 0o500);
      return () => chmodSync(folder, 0o700);
    },
    unmount: () => {
      if (isOwn) execFileSync('umount', ['--lazy', folder]);
    },
  };
};
