/** Detects how this copy was installed: only some installations can replace themselves. */
import { statSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { UpdatesOff } from '../../../contract/commands/updates.ts';

type Facts = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: string;
  /** `deb` or `rpm` by the packager's file, else null. */
  readonly packageType: string | null;
};

export type Copy =
  | { readonly kind: 'nsis' | 'mac' }
  /** `file` is the AppImage itself, which updates replace. */
  | { readonly kind: 'appimage'; readonly file: string }
  | { readonly kind: 'fixed'; readonly reason: UpdatesOff };

const isInside = (folder: string, path: string): boolean => {
  const relation = relative(folder, path);
  return relation !== '' && !relation.startsWith('..') && !isAbsolute(relation);
};

/** Child programs inherit an AppImage's variables, which count only if this program runs from the mounted image. */
export const detectCopy = ({ platform, env, program, packageType }: Facts): Copy => {
  if (platform === 'win32') return { kind: 'nsis' };
  if (platform === 'darwin') return { kind: 'mac' };
  const { APPIMAGE: file, APPDIR: mounted } = env;
  const isImage = file !== undefined && isAbsolute(file) && !file.includes('\0');
  if (isImage && mounted !== undefined && isInside(mounted, program))
    return { kind: 'appimage', file };
  return { kind: 'fixed', reason: packageType === null ? 'unpacked' : 'package_manager' };
};

/** Remembers the current file. The returned function is true once the file was replaced or removed. */
export const watchFile = (file: string): (() => boolean) => {
  const readStamp = (): string | null => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.ino} ${found.mtimeMs} ${found.size}`;
  };
  const before = readStamp();
  return () => readStamp() !== before;
};
