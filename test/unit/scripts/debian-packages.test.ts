import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { installPackages, findMissingPackages } from '../../../scripts/debian-packages.mjs';
import { hasNoScreen } from '../../../scripts/xvfb.mjs';

/** A PATH with exactly these programs. */
const createPath = (...names: readonly string[]) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'programs-'));
  for (const name of names) {
    writeFileSync(path.join(folder, name), '');
    chmodSync(path.join(folder, name), 0o755);
  }
  return { PATH: folder };
};
const ldd = (output: string) => async () => ({ status: 0, output });
const keychain = ['gnome-keyring-daemon', 'dbus-run-session', 'dbus-send'];
const needs = { electron: '/electron', needsXvfb: true, needsKeychain: true };

it('no package is missing when all programs and libraries exist', async () => {
  const env = createPath('Xvfb', ...keychain, 'ssh', 'sshd');
  const runCommand = ldd('libgtk-3.so.0 => /usr/lib/libgtk-3.so.0');
  const missing = await findMissingPackages(needs, { env, runCommand });
  expect(missing.filter((name) => !name.startsWith('fonts-'))).toEqual([]);
});

it('the packages of missing libraries and programs are listed', async () => {
  const runCommand = ldd('libgtk-3.so.0 => not found');
  const { PATH: sbin } = createPath();
  const missing = await findMissingPackages(needs, { env: createPath(), runCommand, sbin });
  expect(missing).toEqual(
    expect.arrayContaining([
      ...['libgtk-3-0', 'libnss3', 'xvfb', 'gnome-keyring', 'dbus'],
      ...['openssh-client', 'openssh-server'],
    ]),
  );
});

it.each(keychain)('the packages of the keychain are missing without %s', async (program) => {
  const env = createPath(...keychain.filter((name) => name !== program));
  const missing = await findMissingPackages(needs, { env, runCommand: ldd('') });
  expect(missing).toEqual(expect.arrayContaining(['gnome-keyring', 'dbus']));
});

it('the ssh server is found in sbin, outside the PATH', async () => {
  const env = createPath('Xvfb', ...keychain, 'ssh');
  const { PATH: sbin } = createPath('sshd');
  const missing = await findMissingPackages(needs, { env, runCommand: ldd(''), sbin });
  expect(missing).not.toContain('openssh-server');
});

it('packages for screen, keychain and ssh server are not required when unused', async () => {
  const wants = { ...needs, needsXvfb: false, needsKeychain: false };
  const missing = await findMissingPackages(wants, { env: createPath(), runCommand: ldd('') });
  expect(missing).not.toContain('xvfb');
  expect(missing).not.toContain('gnome-keyring');
  expect(missing).not.toContain('openssh-server');
});

/** Installs `xvfb libasound2` and records the commands. */
const install = async (uid: number, status: number) => {
  const ran: string[] = [];
  const runCommand = async (command: string, args: readonly string[]) => {
    if (command === 'apt-cache') return { status: args[1] === 'libasound2t64' ? 0 : 1, output: '' };
    ran.push([command, ...args].join(' '));
    return { status, output: '' };
  };
  const machine = { log: () => {}, uid, env: createPath('apt-get'), runCommand };
  const error = await installPackages(['xvfb', 'libasound2'], machine).catch((e: unknown) => e);
  return { ran, error };
};

it('root installs the packages under the names of the installed release', async () => {
  const { ran, error } = await install(0, 0);
  expect(error).toBeUndefined();
  expect(ran).toEqual([
    'apt-get update -qq',
    'apt-get install -y --no-install-recommends xvfb libasound2t64',
  ]);
});

it('other users get the command to run, and nothing is installed', async () => {
  const { ran, error } = await install(1000, 0);
  expect(ran).toEqual([]);
  expect(String(error)).toContain('install -y --no-install-recommends xvfb libasound2t64');
});

it('root gets the command when the installation fails', async () => {
  expect(String((await install(0, 100)).error)).toContain('apt-get install');
});

it('a virtual screen is needed only on Linux without a screen', () => {
  expect(hasNoScreen({}, 'linux')).toBe(true);
  expect(hasNoScreen({ DISPLAY: ':0' }, 'linux')).toBe(false);
  expect(hasNoScreen({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(false);
  expect(hasNoScreen({}, 'darwin')).toBe(false);
});
