/** A disk that a test can fill, by mocking `node:fs` with `limitDisk`. */
import type * as nodeFs from 'node:fs';

export const disk = { full: false };

export const limitDisk = (fs: typeof nodeFs): typeof nodeFs => ({
  ...fs,
  writeFileSync: (...[file, content, options]: Parameters<typeof fs.writeFileSync>): void => {
    fs.writeFileSync(file, disk.full ? '' : content, options);
    if (disk.full) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  },
});
