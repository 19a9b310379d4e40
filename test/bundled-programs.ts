/** Bundles programs that tests start as processes. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { programs, type Program } from './programs.ts';

const repo = join(import.meta.dirname, '..');
const allPrograms = Object.keys(programs) as Program[];

/**
 * @param sources the root of the repository, or of a changed copy
 * @param folder an empty folder
 * @returns the folder of the bundles
 */
export const bundlePrograms = async (
  sources: string,
  folder: string,
  wanted: readonly Program[] = allPrograms,
): Promise<string> => {
  // As deep as out/main, from where the sandbox finds its photos.
  const outDir = join(folder, 'out/main');
  mkdirSync(outDir, { recursive: true });
  for (const name of ['node_modules', 'resources'])
    symlinkSync(join(repo, name), join(folder, name), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    configFile: false,
    root: sources,
    logLevel: 'error',
    ssr: { noExternal: true },
    resolve: {
      alias: [{ find: /^date-fns$/, replacement: join(sources, 'main/log/date-fns.ts') }],
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(
          wanted.map((source) => [programs[source], join(sources, source)]),
        ),
        external: ['better-sqlite3', '@napi-rs/keyring'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return outDir;
};
