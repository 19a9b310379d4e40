/** Files of our scheme, and the page's security policy (security rules 2 and 3). */
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { photoFile, thumbnailFile } from '../../contract/photos.ts';

/** Builds the page's content security policy; `nonce` admits Mantine's style tags. */
export const buildContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/** Parses the path of an address of our scheme; null for other addresses. */
const parsePath = (address: string): string | null => {
  try {
    const url = new URL(address);
    if (url.protocol !== 'app:' || url.host !== 'hearthline') return null;
    const path = decodeURIComponent(url.pathname);
    return /[\\\0%]/.test(path) || path.split('/').includes('..') ? null : path;
  } catch {
    return null;
  }
};

/** Finds a file in a folder; null if it is missing or a link leads out of the folder. */
const findFile = async (root: string, path: string): Promise<string | null> => {
  try {
    const folder = await realpath(root);
    const file = await realpath(resolve(join(folder, path)));
    return file.startsWith(folder + sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
};

/**
 * Finds the file of an address; null for another host, `..`, a backslash or NUL (also encoded), or a
 * link out of the folder. Photos are found by the engine's names only.
 * @param folders absolute paths
 */
export const findServedFile = async (
  folders: { readonly renderer: string; readonly photos: string },
  address: string,
): Promise<string | null> => {
  const path = parsePath(address);
  if (path === null) return null;
  const [, photo] = /^\/photos\/(.*)$/s.exec(path) ?? [];
  if (photo !== undefined)
    return photoFile.test(photo) || thumbnailFile.test(photo)
      ? findFile(folders.photos, photo)
      : null;
  return findFile(folders.renderer, path === '/' ? 'index.html' : path);
};
