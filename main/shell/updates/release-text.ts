/** The signed text of a release, shared by scripts/sign-release.mjs and release.ts. */

export type ReleaseFile = {
  /** `url` in the metadata: a file in the same folder. */
  readonly name: string;
  readonly size: number;
  readonly sha512: string;
};

export type System = 'win' | 'mac' | 'linux' | `linux-${string}`;

/** Releases for Windows and macOS contain the files of every processor. */
export const detectSystem = (platform: NodeJS.Platform, arch: string): System => {
  if (platform === 'win32') return 'win';
  if (platform === 'darwin') return 'mac';
  return arch === 'x64' ? 'linux' : `linux-${arch}`;
};

/**
 * Formats the text that a signature covers, independent of the order of files. It is JSON, so that no
 * name can imitate a line break.
 * @param signedAt date of signing, covered by a second signature: older copies verify the text
 *   without it
 */
export const formatRelease = (
  system: System,
  version: string,
  files: readonly ReleaseFile[],
  signedAt?: string,
): string =>
  JSON.stringify({
    release: 'hearthline 1',
    system,
    version,
    ...(signedAt !== undefined && { signedAt }),
    files: files
      .map(({ name, size, sha512 }) => [name, size, sha512] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))),
  });
