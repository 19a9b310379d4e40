import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const scripts = path.join(import.meta.dirname, '../../../scripts');

/** Runs until it is killed. It prints a line on standard error, which it keeps open. */
const program = `console.error('started'); setInterval(() => {}, 1000);`;
/** Starts the program, and runs until it is killed. */
const runner = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'inherit' });
  setInterval(() => {}, 1000);`;
/** Runs the runner like a stage of npm test, and exits at a stop request. */
const npmTest = `
  import { run } from ${JSON.stringify(pathToFileURL(path.join(scripts, 'script.mjs')).href)};
  process.once('SIGTERM', () => process.exit(1));
  const args = ['--input-type=module', '-e', ${JSON.stringify(runner)}];
  await run(process.execPath, args, { startsPrograms: true, stdio: ['ignore', 'pipe', 'inherit'] });`;

it.skipIf(process.platform === 'win32')(
  'an interrupted npm test leaves none of the programs that its tests started',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', npmTest], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // Standard error is closed when the last program that inherited it has ended.
    let isClosed = false;
    child.once('close', () => (isClosed = true));
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    await once(child, 'exit');
    await expect.poll(() => isClosed).toBe(true);
  },
);
