/** Bundles programs that tests start as processes. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { programs, type Program } from './programs.ts';

const repo = join(import.meta.dirname, '..');
const allPrograms = Object.keys(programs) as Program[];

/**
 * @param folder an empty folder
 * @param plugins may change the sources
 * @returns the folder of the bundles
 */
export const bundlePrograms = async (
  folder: string,
  wanted: readonly Program[] = allPrograms,
  plugins: Plugin[] = [],
): Promise<string> => {
  // As deep as out/main, from where the sandbox finds its photos.
  const outDir = join(folder, 'out/main');
  mkdirSync(outDir, { recursive: true });
  for (const name of ['node_modules', 'resources'])
    symlinkSync(join(repo, name), join(folder, name), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    configFile: false,
    root: repo,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    resolve: {
      alias: [{ find: /^date-fns$/, replacement: join(repo, 'main/log/date-fns.ts') }],
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(wanted.map((source) => [programs[source], join(repo, source)])),
        external: ['better-sqlite3', '@napi-rs/keyring'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return outDir;
};
