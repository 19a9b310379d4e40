/** Saves a photo that the engine keeps to where the person says, under the name that it came with. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { nameToSave } from './photo-name.ts';

/**
 * @param folder where the engine keeps photos
 * @param file one of their names, as the contract has read it
 */
export const savePhoto = async (
  window: BrowserWindow | null,
  folder: string,
  { file, name }: { readonly file: string; readonly name: string },
): Promise<Answer<{ saved: boolean }>> => {
  const question = { defaultPath: join(app.getPath('downloads'), nameToSave(name, file)) };
  const { filePath, canceled } = await (window
    ? dialog.showSaveDialog(window, question)
    : dialog.showSaveDialog(question));
  if (canceled || filePath === '') return succeed({ saved: false });
  try {
    await copyFile(join(folder, file), filePath);
    return succeed({ saved: true });
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    if (code === 'ENOENT') return fail('not_found', 'The photo is not kept any more.');
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? fail('disk_full', 'The disk is full.')
      : fail('read_only', 'The photo cannot be saved there.');
  }
};
