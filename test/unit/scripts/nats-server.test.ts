import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findNatsServer } from '../../../scripts/nats-server.mjs';

const version = (line: string) => ({ status: 0, output: `nats-server: v${line}\n` });

/** A machine with a cache folder and a Debian mirror that serves one package file. */
function createMachine({
  file = 'nats-server_2.15.2-1_amd64.deb',
  served = '2.15.2',
  onThePath = '',
  mirror = 'URIs: http://mirror.example/debian\n',
  updateFails = false,
} = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nats-'));
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  if (onThePath) writeFileSync(path.join(programs, 'nats-server'), '');
  mkdirSync(path.join(folder, 'apt', 'sources.list.d'), { recursive: true });
  writeFileSync(path.join(folder, 'apt', 'sources.list.d', 'debian.sources'), mirror);
  const commands: string[] = [];
  const cache = path.join(folder, 'hearthline');
  const found = () =>
    findNatsServer({
      log: () => {},
      env: { PATH: programs, XDG_CACHE_HOME: folder },
      sources: path.join(folder, 'apt'),
      runCommand: async (command, args, { cwd = '' }) => {
        commands.push([command, ...args].join(' '));
        if (args[0] === '--version') return version(command === 'nats-server' ? onThePath : served);
        if (args.includes('update') && updateFails)
          return { status: 100, output: 'E: Failed to fetch' };
        if (args.includes('download')) writeFileSync(path.join(cwd, file), 'package');
        if (command === 'dpkg-deb') {
          mkdirSync(path.join(cwd, 'unpacked', 'usr', 'sbin'), { recursive: true });
          writeFileSync(path.join(cwd, 'unpacked', 'usr', 'sbin', 'nats-server'), '');
        }
        return { status: 0, output: '' };
      },
    });
  const countRuns = (word: string) => commands.filter((command) => command.includes(word)).length;
  return { found, ran: countRuns, cached: path.join(cache, 'nats-server', 'nats-server'), cache };
}

it('a nats-server of the system is used when it is new enough', async () => {
  const { found, ran } = createMachine({ onThePath: '2.14.0' });
  expect(await found()).toBe('nats-server');
  expect(ran('apt-get')).toBe(0);
});

it('the nats-server of an old distribution is not used', async () => {
  const { found, cached } = createMachine({ onThePath: '2.9.10' });
  expect(await found()).toBe(cached);
});

it('concurrent callers fetch nats-server once', async () => {
  const { found, ran, cached } = createMachine();
  expect(await Promise.all([found(), found(), found()])).toEqual([cached, cached, cached]);
  expect(await found()).toBe(cached);
  expect(ran('download')).toBe(1);
});

it.each([
  ['an altered package', { file: 'nats-server_2.15.1-1_amd64.deb' }, 'was examined'],
  ['an old package', { served: '2.12.9' }, 'too old'],
  ['a machine without network', { updateFails: true }, 'Failed to fetch'],
  ['a machine without a Debian mirror', { mirror: '' }, 'no Debian mirror'],
])('%s is an error that names the remedy, and leaves nothing', async (_name, options, message) => {
  const { found, cache } = createMachine(options);
  const failure = await found().catch((error: Error) => error.message);
  expect(failure).toContain(message);
  expect(failure).toContain('put a nats-server of version 2.14 or later on the PATH');
  expect(readdirSync(cache).filter((name) => name !== 'locks')).toEqual([]);
});
