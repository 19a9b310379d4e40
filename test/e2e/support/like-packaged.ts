/**
 * The Electron at hand under the app's name: Electron takes itself for a packaged app then, with a folder of
 * resources of its own. The app's code comes from the built folder all the same.
 */
import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runtime } from './hearthline.ts';

/**
 * @param folder where it is made; it is as large as an Electron
 * @param node the plain Node among its resources, or null where that is missing
 * @returns path of the program
 */
export const likePackaged = (folder: string, node: string | null): string => {
  const electron = dirname(runtime());
  const resources = join(folder, 'resources');
  mkdirSync(resources, { recursive: true });
  for (const name of readdirSync(electron))
    if (!['electron', 'resources'].includes(name))
      symlinkSync(join(electron, name), join(folder, name));
  for (const name of readdirSync(join(electron, 'resources')))
    symlinkSync(join(electron, 'resources', name), join(resources, name));
  if (node !== null) symlinkSync(node, join(resources, 'node'));
  const program = join(folder, 'hearthline');
  copyFileSync(runtime(), program);
  return program;
};
