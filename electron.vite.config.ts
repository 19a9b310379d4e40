import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// Seven programs are built from main/: the main process; the engine, the keychain helper, the file jobs
// and the sandbox, each a separate process; and the engine's backup and checkpoints, each a thread.
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
          keychain: 'main/vault/keychain-process.ts',
          files: 'main/engine/files/process.ts',
          sandbox: 'sandbox/index.ts',
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
