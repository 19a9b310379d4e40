/** The system's dialogs, attached to the window if there is one, and files saved through them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow, type FileFilter, type MessageBoxOptions } from 'electron';
import { succeed, type Answer } from '../../contract/errors.ts';
import { writeAtomically } from './write-atomically.ts';

type SuggestedFile = { readonly name: string; readonly filters?: FileFilter[] };

/** Asks where to save; null if the person cancels. */
export const askWhereToSave = async (
  window: BrowserWindow | null,
  { name, filters = [] }: SuggestedFile,
): Promise<string | null> => {
  const options = { defaultPath: join(app.getPath('downloads'), name), filters };
  const { filePath, canceled } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? null : filePath;
};

/** Asks for a file to read; null if the person cancels. */
export const askWhichFile = async (
  window: BrowserWindow | null,
  filters: FileFilter[],
): Promise<string | null> => {
  const options = { properties: ['openFile' as const], filters };
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return filePaths[0] ?? null;
};

/** Shows a message box; returns the index of the button. */
export const askInMessageBox = async (
  window: BrowserWindow | null,
  options: MessageBoxOptions,
): Promise<number> => {
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response;
};

export const saveText = async (
  window: BrowserWindow | null,
  suggested: SuggestedFile,
  text: string,
): Promise<Answer<{ saved: boolean }>> => {
  const path = await askWhereToSave(window, suggested);
  if (path === null) return succeed({ saved: false });
  return writeAtomically(path, async (unfinished) => {
    await writeFile(unfinished, text);
    return succeed({ saved: true });
  });
};
