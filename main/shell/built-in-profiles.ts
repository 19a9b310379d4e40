/** Service profiles of a partner's build, offered by name; unusable ones are logged. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { parseProfile } from '../connect/profiles.ts';
import type { Log } from '../log/log.ts';

export const createBuiltInProfiles = (folder: string, log: Log) => {
  const listFiles = async (): Promise<readonly string[]> => {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.endsWith('.hearthline')).toSorted();
  };
  const readName = async (file: string): Promise<string | null> => {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    const read = parseProfile(text);
    if (read.ok) return read.value.name;
    log.error({ file, reason: read.error.message }, 'a profile of this build cannot be used');
    return null;
  };
  return {
    list: async () => {
      const read = await Promise.all(
        (await listFiles()).map(async (file) => ({ file, name: await readName(file) })),
      );
      return read
        .flatMap(({ file, name }) => (name === null ? [] : [{ file, name }]))
        .toSorted((a, b) => a.name.localeCompare(b.name));
    },
    read: async (file: string): Promise<Answer<string>> =>
      (await listFiles()).includes(file)
        ? succeed(await readFile(join(folder, file), 'utf8'))
        : fail('not_found', 'This build has no such profile.'),
  };
};
