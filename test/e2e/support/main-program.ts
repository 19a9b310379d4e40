/**
 * Runs a small program as the main process of a real Electron, for code that the app uses only when packaged or
 * with the official Electron. The test reads its globals with `evaluate`.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { _electron as electron, type ElectronApplication } from '@playwright/test';
import { build } from 'vite';
import { keepAnswers } from './kept-answers.ts';
import { getElectronPath } from './hearthline.ts';

const bundled = new Map<string, Promise<string[]>>();

/**
 * Bundles programs for the installed Electron like the app's own, once for each worker.
 *
 * @param entries paths of TypeScript files
 * @returns paths of the bundles, in the order of the entries
 */
export const bundlePrograms = (entries: readonly string[]): Promise<string[]> => {
  const key = entries.join('\n');
  const made = bundled.get(key) ?? bundle(entries, mkdtempSync(join(tmpdir(), 'programs-')));
  bundled.set(key, made);
  return made;
};

const bundle = async (entries: readonly string[], folder: string): Promise<string[]> => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: [...entries],
        external: ['electron'],
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return entries.map((entry) => join(folder, `${parse(entry).name}.mjs`));
};

/**
 * Starts a bundled program as Electron's main process.
 *
 * @param env changes to this process's environment
 */
export const startMainProgram = async (
  program: string,
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> =>
  keepAnswers(
    await electron.launch({
      executablePath: getElectronPath(),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        program,
        `--user-data-dir=${dataFolder}`,
      ],
      env: { ...(process.env as Record<string, string>), ...env },
    }),
  );
