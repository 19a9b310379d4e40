import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Rolldown } from 'vite';

type NameChunk = Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>;

/** Puts the code that only the engine starts with into one file: each file costs it time and memory at the start. */
const chooseChunk: NameChunk = (moduleID, graph) => {
  const programs = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    if (module?.isEntry === true) programs.add(id);
    module?.importers.forEach(visit);
    module?.dynamicImporters.forEach(visit);
  };
  visit(moduleID);
  const [program = '', ...others] = programs;
  // The program stays in a separate file, relative to which it finds the others.
  const isStart = program === moduleID;
  return others.length === 0 && !isStart && program.endsWith('/engine/process.ts')
    ? 'engine'
    : null;
};

// The engine, the keychain helper, the file jobs and the sandbox are processes; the engine's backup, checkpoints and
// receiver are threads. Only native code stays outside the bundles ("dependencies" in package.json).
export default defineConfig({
  main: {
    resolve: {
      alias: [
        { find: /^date-fns$/, replacement: join(import.meta.dirname, 'main/log/date-fns.ts') },
      ],
    },
    build: {
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          engine: 'main/engine/process.ts',
          backup: 'main/engine/platform/store/backup-thread.ts',
          checkpoint: 'main/engine/platform/store/checkpoint-thread.ts',
          receiver: 'main/engine/receiver/receiver-thread.ts',
          keychain: 'main/vault/keychain-process.ts',
          files: 'main/engine/files/process.ts',
          sandbox: 'sandbox/index.ts',
        },
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: chooseChunk, tags: ['$initial'] }],
          },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      minify: true,
      rolldownOptions: {
        input: 'renderer/index.html',
        // One file for the first screen: each one is served by the main process, which is busy at the start.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  },
});
