/** Bundles the hub into out/hub/index.js, which needs nothing but Node 24. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: { ssr: 'hub/index.ts', outDir: 'out/hub', target: 'node24', emptyOutDir: true },
  ssr: { noExternal: true },
});
