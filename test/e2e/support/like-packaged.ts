/**
 * The installed Electron under the app's name, which makes it behave like a packaged app with its own resources
 * folder. The app's code still comes from the built folder.
 */
import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getElectronPath } from './hearthline.ts';

/**
 * @param folder destination, as large as an Electron
 * @param node the plain Node in its resources, or null for none
 * @returns path of the program
 */
export const imitatePackage = (folder: string, node: string | null): string => {
  const electron = dirname(getElectronPath());
  const resources = join(folder, 'resources');
  mkdirSync(resources, { recursive: true });
  for (const name of readdirSync(electron))
    if (!['electron', 'resources'].includes(name))
      symlinkSync(join(electron, name), join(folder, name));
  for (const name of readdirSync(join(electron, 'resources')))
    symlinkSync(join(electron, 'resources', name), join(resources, name));
  if (node !== null) symlinkSync(node, join(resources, 'node'));
  const program = join(folder, 'hearthline');
  copyFileSync(getElectronPath(), program);
  return program;
};
