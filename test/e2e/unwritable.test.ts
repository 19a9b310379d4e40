/** A start on an unwritable data folder explains the problem and the remedy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { repo, getElectronPath } from './support/hearthline.ts';

test('an unwritable data folder is named with reason and remedy, and not reported as already in use', async ({
  place,
}) => {
  const dataFolder = join(place, 'app');
  mkdirSync(dataFolder);
  const app = [
    ...[
      getElectronPath(),
      '--disable-gpu',
      '-r',
      join(import.meta.dirname, 'support/no-dialogs.cjs'),
    ],
    ...[repo, `--user-data-dir=${dataFolder}`],
  ];
  // Root ignores the folder's mode, but not a read-only mount.
  const isRoot = process.getuid?.() === 0;
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@" --no-sandbox';
  const command = isRoot ? ['unshare', '--mount', 'sh', '-c', mount, dataFolder, ...app] : app;
  if (!isRoot) chmodSync(dataFolder, 0o500);

  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const [status] = (await once(child, 'close')) as [number | null];

  expect(output).toMatch(
    /hearthline: cannot start: cannot write to the data folder .*app \(E(ROFS|ACCES)\)/,
  );
  expect(output).toContain(
    `message box:
Hearthline can't save anything, so it can't start
The folder ${dataFolder} is read-only, or you don't have permission to write to it. Allow writing to it, then open Hearthline again.
Quit Hearthline`,
  );
  expect(output).not.toContain('already running');
  expect(status).toBe(1);
});
