/**
 * The text of a release that is signed: who signs (scripts/sign-release.mjs) and who checks (release.ts) make it of
 * the same file, so that they cannot differ.
 */

export type ReleaseFile = {
  /** As the metadata names it (`url`): a file beside the metadata. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** In base64. */
  readonly sha512: string;
};

/** What a release runs on. */
export type System = 'win' | 'mac' | 'linux' | `linux-${string}`;

/** The system of a copy of the app: releases of Windows and macOS hold the files of every processor. */
export const systemOf = (platform: NodeJS.Platform, arch: string): System => {
  if (platform === 'win32') return 'win';
  if (platform === 'darwin') return 'mac';
  return arch === 'x64' ? 'linux' : `linux-${arch}`;
};

/**
 * The text over which a release's signature is made: what it runs on, its version and all files, in whatever order
 * they stand. JSON, so that no name can look like the end of one line and the beginning of another.
 *
 * @param signedAt when it was signed, which a signature of its own covers: older copies check the text without it
 */
export const releaseText = (
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
