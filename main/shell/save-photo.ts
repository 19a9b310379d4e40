/** Saves a stored photo under its original name, where the person chooses. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { namePhotoFile } from './photo-name.ts';
import { askWhereToSave } from './dialogs.ts';
import { writeAtomically } from './write-atomically.ts';

/** `file` is a validated name in the engine's folder. */
export const savePhoto = async (
  window: BrowserWindow | null,
  folder: string,
  { file, name }: { readonly file: string; readonly name: string },
): Promise<Answer<{ saved: boolean }>> => {
  const path = await askWhereToSave(window, { name: namePhotoFile(name, file) });
  if (path === null) return succeed({ saved: false });
  const stored = join(folder, file);
  if (!existsSync(stored)) return fail('not_found', 'The photo is not kept any more.');
  return writeAtomically(path, async (unfinished) => {
    await copyFile(stored, unfinished);
    return succeed({ saved: true });
  });
};
