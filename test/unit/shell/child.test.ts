import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childMemory, chooseChildRuntime, buildEnvironment } from '../../../main/shell/child.ts';

const resources = '/opt/hearthline/resources';
const env = { HEARTHLINE_NODE: '/home/somebody/node' };
const here = { nodeAPI: 9, isPackaged: true, resources, platform: 'linux', env } as const;

const getProgram = (runtime: ReturnType<typeof chooseChildRuntime>): string | null =>
  runtime.kind === 'node' ? runtime.locateProgram() : null;

it('V8 is started with options that keep its heap small', () => {
  expect(childMemory).toContain('--max-semi-space-size=4');
  expect(childMemory).toContain('--no-allocation-site-pretenuring');
});

it('a child process trusts the authorities of its computer, and gets nothing that could be a secret', () => {
  const trusted = { NODE_EXTRA_CA_CERTS: '/etc/office.pem' };
  expect(buildEnvironment({ ...trusted, API_TOKEN: 'secret' })).toEqual(trusted);
});

describe('a child process is started', () => {
  it('by Electron when Electron can load the database, packaged or not', () => {
    for (const isPackaged of [true, false])
      expect(chooseChildRuntime({ ...here, nodeAPI: 10, isPackaged })).toEqual({
        kind: 'utilityProcess',
      });
  });

  it('otherwise by the packaged Node, whatever the environment names', () => {
    expect(getProgram(chooseChildRuntime(here))).toBe(join(resources, 'node'));
    expect(getProgram(chooseChildRuntime({ ...here, platform: 'win32' }))).toBe(
      join(resources, 'node.exe'),
    );
  });

  it('in development by the Node from the environment, read at each start', () => {
    const changing: NodeJS.ProcessEnv = { ...env };
    const runtime = chooseChildRuntime({ ...here, isPackaged: false, env: changing });
    expect(getProgram(runtime)).toBe('/home/somebody/node');
    delete changing['HEARTHLINE_NODE'];
    expect(getProgram(runtime)).toBe('node');
  });
});
