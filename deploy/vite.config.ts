/**
 * Bundles the hub into out/hub/index.js, which needs nothing but Node 24, and the keeper with its engine beside it,
 * which also need better-sqlite3.
 */
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        index: 'hub/index.ts',
        keeper: 'main/keeper/index.ts',
        engine: 'main/engine/process.ts',
        backup: 'main/engine/platform/store/backup-thread.ts',
        checkpoint: 'main/engine/platform/store/checkpoint-thread.ts',
        receiver: 'main/engine/receiver/receiver-thread.ts',
      },
      external: ['better-sqlite3'],
    },
    outDir: 'out/hub',
    target: 'node24',
    emptyOutDir: true,
  },
  resolve: {
    alias: [
      { find: /^date-fns$/, replacement: join(import.meta.dirname, '../main/log/date-fns.ts') },
    ],
  },
  ssr: { noExternal: true },
});
