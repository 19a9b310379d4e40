/** What is shipped: packaged for real, and the switches in its binary read back (security rule 17). */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from './support/fixtures.ts';
import { repo } from './support/hearthline.ts';

// How the binary spells the state of a fuse.
const off = '0'.charCodeAt(0);
const on = '1'.charCodeAt(0);

const builder = join(repo, 'node_modules/electron-builder/cli.js');

test('a packaged app cannot be turned into Node, inspected, or made to load other code', async ({
  place,
}) => {
  test.setTimeout(180_000);
  const dist = dirname(process.env['HEARTHLINE_ELECTRON'] as string);
  const version = readFileSync(join(dist, 'version'), 'utf8').trim();
  const settings = {
    electronDist: dist,
    electronVersion: version,
    'directories.output': join(place, 'dist'),
  };
  const args = Object.entries(settings).map(([name, value]) => `-c.${name}=${value}`);
  const all = [builder, '--linux', 'dir', '--publish', 'never', ...args];
  await promisify(execFile)(process.execPath, all, { cwd: repo });
  const program = join(place, 'dist/linux-unpacked/hearthline');
  const fuses = await getCurrentFuseWire(program);
  rmSync(join(place, 'dist'), { recursive: true });
  expect({
    RunAsNode: fuses[FuseV1Options.RunAsNode],
    EnableCookieEncryption: fuses[FuseV1Options.EnableCookieEncryption],
    EnableNodeOptions: fuses[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    EnableNodeCliInspect: fuses[FuseV1Options.EnableNodeCliInspectArguments],
    AsarIntegrity: fuses[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    OnlyLoadAppFromAsar: fuses[FuseV1Options.OnlyLoadAppFromAsar],
    FileProtocolPrivileges: fuses[FuseV1Options.GrantFileProtocolExtraPrivileges],
  }).toEqual({
    RunAsNode: off,
    EnableCookieEncryption: on,
    EnableNodeOptions: off,
    EnableNodeCliInspect: off,
    AsarIntegrity: on,
    OnlyLoadAppFromAsar: on,
    FileProtocolPrivileges: off,
  });
});
