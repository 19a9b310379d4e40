/**
 * Which file an address of our own scheme names, and what the page made of it may do. Free of
 * Electron, because these are the rules that have to hold (security rules 2 and 3).
 */
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

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

/**
 * The file that an address names, or null when it names none that may be read: another host, a path
 * with `..`, a backslash or NUL (encoded or not), a link that leads out of the folder.
 *
 * @param root absolute path of the renderer's folder
 * @param address the requested address
 */
export const fileFor = async (root: string, address: string): Promise<string | null> => {
  let path: string;
  try {
    const url = new URL(address);
    if (url.protocol !== 'app:' || url.host !== 'hearthline') return null;
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (/[\\\0%]/.test(path) || path.split('/').includes('..')) return null;
  const folder = await realpath(root);
  try {
    const file = await realpath(resolve(join(folder, path === '/' ? 'index.html' : path)));
    return file.startsWith(folder + sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
};
