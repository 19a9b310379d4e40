import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TunnelSetup } from '../../../../contract/commands/tunnel.ts';
import {
  readSetup,
  storeSetup,
  listMistakes,
  trimSetup,
} from '../../../../main/engine/tunnel/setup.ts';
import { buildArguments } from '../../../../main/engine/tunnel/ssh.ts';
import { temporaryFolder, testStore } from '../support/store.ts';

/** Windows has no executable bit. */
const isWindows = process.platform === 'win32';

const ssh: TunnelSetup['ssh'] = {
  host: 'server.example.com',
  port: 22,
  user: 'pat',
  keyFile: '',
  bindAddress: '127.0.0.1',
  remotePort: 8_787,
  address: 'https://leads.example.com',
};
const setup: TunnelSetup = { kind: 'ssh', address: '', cloudflaredPath: '', ssh };

describe('a tunnel setup', () => {
  it('is off at first and stored permanently', () => {
    const store = testStore();
    expect(readSetup(store)).toBeNull();
    storeSetup(store, setup);
    expect(readSetup(store)).toEqual(setup);
  });

  it('is trimmed of pasted spaces and brackets', () => {
    const pasted = { ...setup, ssh: { ...ssh, host: ' [2001:db8::1] ', user: 'pat ' } };
    expect(trimSetup(pasted).ssh).toMatchObject({ host: '2001:db8::1', user: 'pat' });
    expect(listMistakes(trimSetup(pasted), false)).toEqual([]);
  });

  it('is validated only for the chosen kind', () => {
    const empty = { ...setup, ssh: { ...ssh, host: '' } };
    expect(listMistakes({ ...empty, kind: 'off' }, false)).toEqual([]);
    expect(
      listMistakes({ ...empty, kind: 'address', address: 'https://a.example' }, false),
    ).toEqual([]);
  });

  it('reports the mistake of each field', () => {
    const wrong = {
      host: '-oProxyCommand=evil',
      port: 0,
      user: '-l root',
      keyFile: 'id_ed25519',
      bindAddress: '',
      remotePort: 70_000,
      address: 'http://leads.example.com',
    };
    expect(listMistakes({ ...setup, ssh: wrong }, false)).toEqual([
      { field: 'ssh.host', reason: 'not_a_host' },
      { field: 'ssh.port', reason: 'not_a_port' },
      { field: 'ssh.user', reason: 'not_a_user' },
      { field: 'ssh.keyFile', reason: 'not_a_path' },
      { field: 'ssh.bindAddress', reason: 'empty' },
      { field: 'ssh.remotePort', reason: 'not_a_port' },
      { field: 'ssh.address', reason: 'needs_https' },
    ]);
  });

  it.skipIf(isWindows)('accepts only an existing executable program', () => {
    const file = join(temporaryFolder(), 'cloudflared');
    const reasons = (cloudflaredPath: string) =>
      listMistakes({ ...setup, kind: 'cloudflared', cloudflaredPath }, false).map(
        ({ reason }) => reason,
      );
    expect(reasons('')).toEqual([]);
    expect(reasons('cloudflared')).toEqual(['not_a_path']);
    expect(reasons(file)).toEqual(['no_such_file']);
    writeFileSync(file, '');
    expect(reasons(file)).toEqual(['not_a_program']);
    chmodSync(file, 0o755);
    expect(reasons(file)).toEqual([]);
  });

  it.skipIf(isWindows)('names a key file that cannot be looked at as missing', () => {
    const inFile = join(temporaryFolder(), 'file');
    writeFileSync(inFile, '');
    const tooLong = `/${'a'.repeat(300)}`;
    for (const keyFile of [tooLong, '/with a\0zero', join(inFile, 'key')])
      expect(listMistakes({ ...setup, ssh: { ...ssh, keyFile } }, false)).toEqual([
        { field: 'ssh.keyFile', reason: 'no_such_file' },
      ]);
  });

  it('accepts no program except cloudflared, and no file on another computer', () => {
    const wanted = (cloudflaredPath: string, keyFile = '') => [
      ...listMistakes({ ...setup, kind: 'cloudflared', cloudflaredPath }, false),
      ...listMistakes({ ...setup, kind: 'ssh', ssh: { ...ssh, keyFile } }, false),
    ];
    expect(wanted('/bin/sh')).toEqual([{ field: 'cloudflaredPath', reason: 'not_a_program' }]);
    expect(wanted('//server/share/cloudflared.exe', '\\\\server\\share\\id_rsa')).toEqual([
      { field: 'cloudflaredPath', reason: 'not_a_path' },
      { field: 'ssh.keyFile', reason: 'not_a_path' },
    ]);
  });
});

describe('the command line of ssh', () => {
  it.skipIf(isWindows)('refuses a key path in which ssh would expand variables', () => {
    const keyFile = join(temporaryFolder(), 'key ${HOME} %h');
    writeFileSync(keyFile, '');
    const wrong = listMistakes({ ...setup, kind: 'ssh', ssh: { ...ssh, keyFile } }, false);
    expect(wrong).toEqual([{ field: 'ssh.keyFile', reason: 'not_a_path' }]);
  });

  it('is not interactive, trusts only confirmed keys, and treats no input as an option', () => {
    const args = buildArguments({ ...ssh, keyFile: '/keys/100%' }, 'a-name', 4_000, 5_000);
    expect(args).toEqual(
      expect.arrayContaining([
        ...['BatchMode=yes', 'ExitOnForwardFailure=yes', 'StrictHostKeyChecking=yes'],
        ...[
          'ServerAliveInterval=15',
          'ServerAliveCountMax=3',
          'UserKnownHostsFile=known_hosts_of_this_run',
        ],
        ...['HostKeyAlias=a-name', 'IdentitiesOnly=yes', '/keys/100%%'],
        '127.0.0.1:8787:127.0.0.1:5000',
      ]),
    );
    expect(args.slice(-5)).toEqual(['-p', '4000', '-l', 'pat', '127.0.0.1']);
    expect(buildArguments(ssh, 'a-name', 1, 2)).not.toContain('-i');
    expect(buildArguments({ ...ssh, bindAddress: '::1' }, 'a-name', 1, 2)).toContain(
      '[::1]:8787:127.0.0.1:2',
    );
  });
});
