import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { installPackages, missingPackages } from '../../../scripts/debian-packages.mjs';
import { hasNoScreen } from '../../../scripts/xvfb.mjs';

/** A PATH on which exactly these programs are found. */
const withPrograms = (...names: readonly string[]) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'programs-'));
  for (const name of names) {
    writeFileSync(path.join(folder, name), '');
    chmodSync(path.join(folder, name), 0o755);
  }
  return { PATH: folder };
};
const ldd = (output: string) => async () => ({ status: 0, output });
const needs = { electron: '/electron', needsXvfb: true, needsKeychain: true };

it('finds nothing missing where all programs and libraries are', async () => {
  const env = withPrograms('Xvfb', 'gnome-keyring-daemon', 'dbus-run-session', 'ssh', 'sshd');
  const runCommand = ldd('libgtk-3.so.0 => /usr/lib/libgtk-3.so.0');
  const missing = await missingPackages(needs, { env, runCommand });
  expect(missing.filter((name) => !name.startsWith('fonts-'))).toEqual([]);
});

it('names the packages of missing libraries and programs', async () => {
  const runCommand = ldd('libgtk-3.so.0 => not found');
  const { PATH: sbin } = withPrograms();
  const missing = await missingPackages(needs, { env: withPrograms(), runCommand, sbin });
  expect(missing).toEqual(
    expect.arrayContaining([
      ...['libgtk-3-0', 'libnss3', 'xvfb', 'gnome-keyring', 'dbus'],
      ...['openssh-client', 'openssh-server'],
    ]),
  );
});

it('finds the ssh server where Debian puts it, beside the PATH', async () => {
  const env = withPrograms('Xvfb', 'gnome-keyring-daemon', 'dbus-run-session', 'ssh');
  const { PATH: sbin } = withPrograms('sshd');
  const missing = await missingPackages(needs, { env, runCommand: ldd(''), sbin });
  expect(missing).not.toContain('openssh-server');
});

it('asks for no screen, no keychain and no ssh server that will not be used', async () => {
  const wants = { ...needs, needsXvfb: false, needsKeychain: false };
  const missing = await missingPackages(wants, { env: withPrograms(), runCommand: ldd('') });
  expect(missing).not.toContain('xvfb');
  expect(missing).not.toContain('gnome-keyring');
  expect(missing).not.toContain('openssh-server');
});

/** Runs the installation of `xvfb libasound2` and notes the commands. */
const install = async (uid: number, status: number) => {
  const ran: string[] = [];
  const runCommand = async (command: string, args: readonly string[]) => {
    if (command === 'apt-cache') return { status: args[1] === 'libasound2t64' ? 0 : 1, output: '' };
    ran.push([command, ...args].join(' '));
    return { status, output: '' };
  };
  const machine = { log: () => {}, uid, env: withPrograms('apt-get'), runCommand };
  const error = await installPackages(['xvfb', 'libasound2'], machine).catch((e: unknown) => e);
  return { ran, error };
};

it('installs as root, by the names that this release of the system has', async () => {
  const { ran, error } = await install(0, 0);
  expect(error).toBeUndefined();
  expect(ran).toEqual([
    'apt-get update -qq',
    'apt-get install -y --no-install-recommends xvfb libasound2t64',
  ]);
});

it('tells anybody else the one command to run, and runs nothing', async () => {
  const { ran, error } = await install(1000, 0);
  expect(ran).toEqual([]);
  expect(String(error)).toContain('install -y --no-install-recommends xvfb libasound2t64');
});

it('tells root too when the installation fails', async () => {
  expect(String((await install(0, 100)).error)).toContain('apt-get install');
});

it('needs a virtual screen only on a Linux without a screen', () => {
  expect(hasNoScreen({}, 'linux')).toBe(true);
  expect(hasNoScreen({ DISPLAY: ':0' }, 'linux')).toBe(false);
  expect(hasNoScreen({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(false);
  expect(hasNoScreen({}, 'darwin')).toBe(false);
});
