/** Bundles the programs that integration tests start. In watch mode the sources run: bundles become outdated. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundlePrograms } from '../bundled-programs.ts';
import { bundlesVariable } from '../programs.ts';

export default async ({ config }: TestProject): Promise<() => void> => {
  if (config.watch) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-programs-'));
  process.env[bundlesVariable] = await bundlePrograms(folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
