/** A disk that a test can fill, by mocking `node:fs` with `limitDisk`. */
import type * as nodeFs from 'node:fs';

export const disk = { full: false };

export const limitDisk = (fs: typeof nodeFs): typeof nodeFs => ({
  ...fs,
  writeSync: ((handle: number, content: Buffer, from: number): number => {
    if (disk.full) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return fs.writeSync(handle, content, from);
  }) as typeof fs.writeSync,
});
