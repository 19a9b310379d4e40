/** Asks where to save, and saves there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow, type FileFilter } from 'electron';
import { succeed, type Answer } from '../../contract/errors.ts';
import { writeBeside } from './write-beside.ts';

type Wanted = {
  /** The name that is offered, its ending included. */
  readonly name: string;
  readonly filters?: FileFilter[];
};

/** Asks for a place; null when the dialog was closed. */
export const askWhereToSave = async (
  window: BrowserWindow | null,
  { name, filters = [] }: Wanted,
): Promise<string | null> => {
  const question = { defaultPath: join(app.getPath('downloads'), name), filters };
  const { filePath, canceled } = await (window
    ? dialog.showSaveDialog(window, question)
    : dialog.showSaveDialog(question));
  return canceled || filePath === '' ? null : filePath;
};

/** Asks for a file to read; null when the dialog was closed. */
export const askWhichFile = async (
  window: BrowserWindow | null,
  filters: FileFilter[],
): Promise<string | null> => {
  const question = { properties: ['openFile' as const], filters };
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, question)
    : dialog.showOpenDialog(question));
  return filePaths[0] ?? null;
};

/** Saves a text that fits into memory; false when the dialog was closed. */
export const saveText = async (
  window: BrowserWindow | null,
  wanted: Wanted,
  text: string,
): Promise<Answer<{ saved: boolean }>> => {
  const path = await askWhereToSave(window, wanted);
  if (path === null) return succeed({ saved: false });
  return writeBeside(path, async (unfinished) => {
    await writeFile(unfinished, text);
    return succeed({ saved: true });
  });
};
