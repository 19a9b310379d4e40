/** A start without the data folder's lock: Hearthline is running, or the folder cannot be written. */
import { app, dialog } from 'electron';
import { chooseLanguage, desktopWords } from './words.ts';
import { findFolderFailure } from './folder-failure.ts';
import { printLine } from './terminal.ts';

const texts = {
  readOnly: 'folderReadOnly',
  full: 'folderFull',
  notFolder: 'folderIsFile',
  other: 'folderFails',
} as const;

/** @returns the exit code: 0 if Hearthline is running, 1 if the folder cannot be written */
export const startWithoutLock = async (dataFolder: string): Promise<0 | 1> => {
  const failure = findFolderFailure(dataFolder);
  if (failure === null) {
    printLine('hearthline: already running with this data folder; its window comes to the front');
    return 0;
  }
  printLine(
    `hearthline: cannot start: cannot write to the data folder ${dataFolder} (${failure.code})`,
  );
  await app.whenReady();
  const words = desktopWords[chooseLanguage('system', app.getLocale())];
  await dialog.showMessageBox({
    type: 'error',
    message: words.folderTitle,
    detail: words[texts[failure.kind]]
      .replace('{{folder}}', () => dataFolder)
      .replace('{{code}}', failure.code),
    buttons: [words.quit],
  });
  return 1;
};
