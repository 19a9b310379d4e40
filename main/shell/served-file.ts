/**
 * Which file an address of our own scheme names, and what the page made of it may do. Free of
 * Electron, because these are the rules that have to hold (security rules 2 and 3).
 */
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { photoFile, thumbnailFile } from '../../contract/photos.ts';

/** The page's content security policy; `nonce` allows the style tags that Mantine makes. */
export const contentSecurityPolicy = (nonce: string): string =>
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

/** The path that an address of ours has, or null for any other address. */
const pathOf = (address: string): string | null => {
  try {
    const url = new URL(address);
    if (url.protocol !== 'app:' || url.host !== 'hearthline') return null;
    const path = decodeURIComponent(url.pathname);
    return /[\\\0%]/.test(path) || path.split('/').includes('..') ? null : path;
  } catch {
    return null;
  }
};

/** A file below a folder, or null when there is none or a link leads out of the folder. */
const fileIn = async (root: string, path: string): Promise<string | null> => {
  try {
    const folder = await realpath(root);
    const file = await realpath(resolve(join(folder, path)));
    return file.startsWith(folder + sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
};

/**
 * The file that an address names, or null when it names none that may be read: another host, a path
 * with `..`, a backslash or NUL (encoded or not), a link that leads out of the folder. Photos are those
 * that the engine keeps, by the names that it gives them and no others.
 *
 * @param folders absolute paths of the renderer's folder and of the photos
 * @param address the requested address
 */
export const fileFor = async (
  folders: { readonly renderer: string; readonly photos: string },
  address: string,
): Promise<string | null> => {
  const path = pathOf(address);
  if (path === null) return null;
  const [, photo] = /^\/photos\/(.*)$/s.exec(path) ?? [];
  if (photo !== undefined)
    return photoFile.test(photo) || thumbnailFile.test(photo)
      ? fileIn(folders.photos, photo)
      : null;
  return fileIn(folders.renderer, path === '/' ? 'index.html' : path);
};
