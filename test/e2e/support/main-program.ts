/**
 * A small program in the main process of a real Electron: what the app does only where it is packaged, or
 * only in the official Electron, is run by one. What it puts on `globalThis` is there for `evaluate`.
 */
import { join, parse } from 'node:path';
import { _electron as electron, type ElectronApplication } from '@playwright/test';
import { build } from 'vite';
import { keepingAnswers } from './kept-answers.ts';
import { runtime } from './hearthline.ts';

/**
 * Bundles programs beside this test for the Electron at hand, as the app's own are bundled.
 *
 * @param entries paths of TypeScript files
 * @param folder where the bundles go
 * @returns the path of each bundle, in the order of the entries
 */
export const bundlePrograms = async (
  entries: readonly string[],
  folder: string,
): Promise<string[]> => {
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
 * Starts a bundled program as the main process of the Electron that the tests run in.
 *
 * @param env what is changed of this process's environment
 */
export const startMainProgram = async (
  program: string,
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> =>
  keepingAnswers(
    await electron.launch({
      executablePath: runtime(),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        program,
        `--user-data-dir=${dataFolder}`,
      ],
      env: { ...(process.env as Record<string, string>), ...env },
    }),
  );
