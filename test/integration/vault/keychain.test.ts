import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deletePassword } from '@napi-rs/keyring/keytar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeychain, type Keychain } from '../../../main/vault/keychain.ts';
import { openVault, type Vault } from '../../../main/vault/vault.ts';
import { openKeychain as openTestKeychain } from '../../../scripts/keychain.mjs';
import { createKeptLog } from '../../unit/connect/support/service.ts';

const service = 'Hearthline tests';
const script = join(import.meta.dirname, '../../../main/vault/keychain-process.ts');
const used: string[] = [];
let children: ChildProcess[] = [];

/** Opens the keychain like the app, in a process with this environment. */
const open = async (account: string, env: NodeJS.ProcessEnv = process.env): Promise<Keychain> => {
  used.push(account);
  return openKeychain({
    service,
    account,
    launch: (args) => {
      const child = fork(script, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      children.push(child);
      return {
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.on('exit', listener),
        kill: () => void child.kill(),
      };
    },
    log: createKeptLog(),
  });
};
const account = (): string => `test ${randomUUID()}`;

afterAll(async () => {
  for (const name of used) await deletePassword(service, name).catch(() => false);
});

describe('the keychain of this computer', () => {
  // A missing keychain fails here instead of skipping the tests unnoticed.
  beforeAll(async () => {
    const { state } = await open(account());
    if (state !== 'ready') {
      throw new Error(
        `these tests need an unlocked keychain and found it ${state}: run them by "npm test", ` +
          'or inside dbus-run-session with a gnome-keyring that is unlocked',
      );
    }
  });

  it('keeps the key that was made at the first start', async () => {
    const name = account();
    const first = await open(name);
    expect(first.key).toHaveLength(32);
    expect(await open(name)).toEqual(first);
  });

  it('deletes the key on request, and makes another at the next start', async () => {
    const name = account();
    const first = await open(name);
    const forgetting = fork(script, [service, name, '--forget'], { stdio: 'ignore' });
    children.push(forgetting);
    const code = await new Promise((done) => forgetting.once('exit', done));
    expect(code).toBe(0);
    expect((await open(name)).key).not.toEqual(first.key);
  });

  it('has a separate key for each data folder', async () => {
    const [one, other] = [await open(account()), await open(account())];
    expect(one.key?.equals(other.key ?? Buffer.alloc(0))).toBe(false);
  });

  it('leaves no process running', async () => {
    children = [];
    await open(account());
    const [child] = children;
    await new Promise<void>((ended) => {
      if (child?.exitCode !== null || child.signalCode !== null) ended();
      else child.once('exit', () => ended());
    });
    expect(child?.connected).toBe(false);
  });
});

it.runIf(process.platform === 'linux')(
  'the tests’ keychain is unlocked once it is open',
  async () => {
    const slow = mkdtempSync(join(tmpdir(), 'slow-keyring-'));
    const { PATH = '' } = process.env;
    const daemon = join(slow, 'gnome-keyring-daemon');
    writeFileSync(daemon, `#!/bin/sh\nsleep 1\nPATH='${PATH}' exec gnome-keyring-daemon "$@"\n`);
    chmodSync(daemon, 0o700);
    const env = { ...process.env, PATH: `${slow}:${PATH}` };
    const keychain = await openTestKeychain({ env });
    expect((await open(account(), { ...process.env, ...keychain.env })).state).toBe('ready');
    await keychain.close();
    rmSync(slow, { recursive: true });
  },
);

describe.runIf(process.platform === 'linux')('without a usable keychain', () => {
  // No screen either, so that no prompt can appear.
  const withoutBus = { ...process.env };
  for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY']) delete withoutBus[name];

  it('no key is made if there is no session bus', async () => {
    const bare = { ...withoutBus, XDG_RUNTIME_DIR: '/nonexistent' };
    expect(await open(account(), bare)).toEqual({ state: 'absent', key: null });
  });

  it('no key is made if the session bus does not answer', async () => {
    const dead = { ...withoutBus, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    expect(await open(account(), dead)).toEqual({ state: 'absent', key: null });
  });

  describe('that is locked', () => {
    let home = '';
    let session: ChildProcess;
    let env: NodeJS.ProcessEnv;
    const name = account();
    const file = join(mkdtempSync(join(tmpdir(), 'locked-vault-')), 'vault.bin');
    /** Opened before the keyring was locked. */
    let key: Buffer;
    let vault: Vault;

    const line = (): Promise<string> =>
      new Promise((resolve) =>
        session.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim())),
      );
    const openOn = (by: Buffer | null): Vault => {
      const opened = openVault({ file, key: by, random: randomBytes, log: createKeptLog() });
      if (!opened.ok) throw new Error(opened.error.message);
      return opened.value;
    };

    /** Locks the keyring of a separate session while a vault is open. */
    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'locked-'));
      const own = { ...withoutBus, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home };
      const secrets = 'org.freedesktop.Secret.Service';
      const script = `
        echo -n test | gnome-keyring-daemon --unlock --components=secrets >/dev/null
        echo "$DBUS_SESSION_BUS_ADDRESS"
        read -r
        dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
          ${secrets}.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
        echo locked
        cat >/dev/null`;
      session = spawn('dbus-run-session', ['--', 'bash', '-c', script], {
        env: own,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      env = { ...own, DBUS_SESSION_BUS_ADDRESS: await line() };
      const opened = await open(name, env);
      if (opened.key === null) throw new Error('the keyring is not unlocked');
      key = opened.key;
      vault = openOn(key);
      expect(vault.write('grant', { refreshToken: 'first' }).ok).toBe(true);
      session.stdin?.write('\n');
      expect(await line()).toBe('locked');
    });
    afterAll(async () => {
      const ended = new Promise((done) => session.once('exit', done));
      session.stdin?.end();
      await ended;
      rmSync(home, { recursive: true, force: true });
      rmSync(dirname(file), { recursive: true, force: true });
    });

    it('no key is made, and the state is locked instead of absent', async () => {
      expect(await open(account(), env)).toEqual({ state: 'locked', key: null });
    });

    it('refreshed tokens are still stored with the key from before', () => {
      expect(vault.write('grant', { refreshToken: 'second' }).ok).toBe(true);
      expect(openOn(key).read('grant')).toEqual({ refreshToken: 'second' });
    });

    it('a start changes no stored sign-in, and the next one with the key has all of them', async () => {
      expect(vault.write('grant', { refreshToken: 'third' }).ok).toBe(true);
      const before = readFileSync(file);
      const locked = await open(name, env);
      expect(locked).toEqual({ state: 'locked', key: null });
      const meanwhile = openOn(locked.key);
      expect(meanwhile.write('grant', { refreshToken: 'of this start' }).ok).toBe(true);
      expect([meanwhile.isMemoryOnly, readFileSync(file)]).toEqual([true, before]);
      expect(openOn(key).read('grant')).toEqual({ refreshToken: 'third' });
    });
  });
});
