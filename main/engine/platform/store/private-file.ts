/**
 * What the engine keeps is for its owner alone: the leads' customers are nobody else's business on
 * this computer. SQLite gives what it makes beside a database the database's own mode.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';

/** Makes a folder for its owner only, where there is none, and tightens one that is there. */
export const privateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
};

/** Makes an empty file for its owner only, where there is none, and tightens one that is there. */
export const privateFile = (file: string): void => {
  if (existsSync(file)) chmodSync(file, 0o600);
  else closeSync(openSync(file, 'wx', 0o600));
};
