/** Saves a photo that the engine keeps to where the person says, under the name that it came with. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { nameToSave } from './photo-name.ts';
import { askWhereToSave } from './save-file.ts';
import { writeBeside } from './write-beside.ts';

/**
 * @param folder where the engine keeps photos
 * @param file one of their names, as the contract has read it
 */
export const savePhoto = async (
  window: BrowserWindow | null,
  folder: string,
  { file, name }: { readonly file: string; readonly name: string },
): Promise<Answer<{ saved: boolean }>> => {
  const path = await askWhereToSave(window, { name: nameToSave(name, file) });
  if (path === null) return succeed({ saved: false });
  const kept = join(folder, file);
  if (!existsSync(kept)) return fail('not_found', 'The photo is not kept any more.');
  return writeBeside(path, async (unfinished) => {
    await copyFile(kept, unfinished);
    return succeed({ saved: true });
  });
};
