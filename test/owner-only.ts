/** Checks file permissions. */
import { statSync } from 'node:fs';

/** True if only the owner can access the path. Windows has no modes; there the user's folder protects it. */
export const isOwnerOnly = (path: string): boolean =>
  process.platform === 'win32' || (statSync(path).mode & 0o077) === 0;
