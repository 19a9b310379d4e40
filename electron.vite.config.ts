import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Rolldown } from 'vite';

type NameChunk = Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>;

/** Puts what only the engine starts with into one file: each file costs its start time and memory. */
const nameOfEngine: NameChunk = (moduleID, graph) => {
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
  // The program itself stays in its own file, from whose place it finds the others.
  const isStart = program === moduleID;
  return others.length === 0 && !isStart && program.endsWith('/engine/process.ts')
    ? 'engine'
    : null;
};

// Eight programs are built from main/: the main process; the engine, the keychain helper, the file jobs
// and the sandbox, each a separate process; and the engine's backup, checkpoints and
// receiver, each a thread.
// Only native code stays outside the bundles ("dependencies" in package.json).
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
            groups: [{ name: nameOfEngine, tags: ['$initial'] }],
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
        // Each file costs a way through the main process, which has enough to do at the start: what
        // the first screen needs is one.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  },
});
