/** Who may read what was written. */
import { statSync } from 'node:fs';

/**
 * Whether a file or a folder is its owner's alone. Windows knows no such modes: there the user's own folder
 * keeps others out.
 */
export const isOwnersAlone = (path: string): boolean =>
  process.platform === 'win32' || (statSync(path).mode & 0o077) === 0;
