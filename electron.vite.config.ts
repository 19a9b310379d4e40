import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      isolatedEntries: true,
      rollupOptions: {
        input: {
          index: 'main/index.ts',
          engine: 'main/engine/process.ts',
          sandbox: 'sandbox/index.ts',
        },
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: { rollupOptions: { input: 'renderer/index.html' } },
  },
});
