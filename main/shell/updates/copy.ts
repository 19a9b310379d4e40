/** How this copy of the app came onto the computer, which decides whether it can replace itself. */
import { statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { UpdatesOff } from '../../../contract/commands/updates.ts';

type Given = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program that runs. */
  readonly program: string;
  /** What the packager says of the package: `deb`, `rpm`; null where it says nothing. */
  readonly packageType: string | null;
};

export type Copy =
  | { readonly kind: 'nsis' | 'mac' }
  /** `file` is what people start, and what an update takes the place of. */
  | { readonly kind: 'appimage'; readonly file: string }
  | { readonly kind: 'fixed'; readonly reason: UpdatesOff };

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

/**
 * An AppImage says by the environment which file it is; a program that another AppImage has started is told the
 * same, so it counts only where the program that runs lies in what was mounted.
 */
export const copyOf = ({ platform, env, program, packageType }: Given): Copy => {
  if (platform === 'win32') return { kind: 'nsis' };
  if (platform === 'darwin') return { kind: 'mac' };
  const { APPIMAGE: file, APPDIR: mounted } = env;
  const isImage = file !== undefined && isAbsolute(file) && !file.includes('\0');
  if (isImage && mounted !== undefined && isInside(mounted, program))
    return { kind: 'appimage', file };
  return { kind: 'fixed', reason: packageType === null ? 'unpacked' : 'package_manager' };
};

/**
 * Remembers which file lies there now. The answer says whether another one has come in its place since, or none is
 * there any more.
 */
export const watchPlace = (file: string): (() => boolean) => {
  const stamp = (): string | null => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.ino} ${found.mtimeMs} ${found.size}`;
  };
  const before = stamp();
  return () => stamp() !== before;
};
