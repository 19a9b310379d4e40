/** Debian's packages for a window and the tests. Root gets missing ones installed, others the command to run. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CannotContinue, isOnPath, run } from './script.mjs';

const window = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk-bridge2.0-0',
  'libxtst6',
  'libnotify4',
  'libdrm2',
  'libsecret-1-0',
];
const fonts = ['fonts-dejavu-core'];
const display = ['xvfb'];
const keychain = ['gnome-keyring', 'dbus'];
/** The tests of the tunnel run a real ssh server; the app itself does not need ssh. */
const ssh = [
  ['ssh', 'openssh-client'],
  ['sshd', 'openssh-server'],
];

/** Finds missing Debian packages: for a window if `electron` is one, for the tests if `needsKeychain`. */
export async function findMissingPackages(
  needs,
  { env = process.env, runCommand = run, sbin = '/usr/sbin' } = {},
) {
  const missing = [];
  if (needs.electron !== null) {
    const { output } = await runCommand('ldd', [needs.electron], {});
    if (output.includes('not found')) missing.push(...window);
    if (!hasFonts('/usr/share/fonts')) missing.push(...fonts);
  }
  if (needs.needsXvfb && !isOnPath('Xvfb', env)) missing.push(...display);
  const tools = ['gnome-keyring-daemon', 'dbus-run-session', 'dbus-send'];
  if (needs.needsKeychain && !tools.every((tool) => isOnPath(tool, env))) missing.push(...keychain);
  // Debian's sshd is in a folder that is not on most users' PATH.
  const wide = { ...env, PATH: [env.PATH, sbin].join(path.delimiter) };
  for (const [program, name] of needs.needsKeychain ? ssh : []) {
    if (!isOnPath(program, wide)) missing.push(name);
  }
  return missing;
}

/** Installs what is missing, or throws CannotContinue with the command to run. */
export async function installPackages(
  missing,
  { log, uid = process.getuid?.(), env = process.env, runCommand = run },
) {
  if (missing.length === 0) return;
  const canInstall = uid === 0 && isOnPath('apt-get', env);
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  if (canInstall) {
    log(`set-up: installing Debian packages: ${missing.join(' ')}`);
    await runCommand('apt-get', ['update', '-qq'], options);
  }
  const names = await resolveNames(missing, runCommand);
  const args = ['install', '-y', '--no-install-recommends', ...names];
  const { status, output } = canInstall
    ? await runCommand('apt-get', args, options)
    : { status: 1, output: '' };
  if (status === 0) return;
  const command = `sudo apt-get update && sudo apt-get ${args.join(' ')}`;
  throw new CannotContinue(
    `${output}the system lacks something; on Debian or Ubuntu run: ${command}`,
  );
}

/** Since their 64-bit time_t transition, Debian 13 and Ubuntu 24.04 have `t64` in some names. */
async function resolveNames(names, runCommand) {
  const renamed = names.map(async (name) => {
    const { status } = await runCommand('apt-cache', ['show', `${name}t64`], {});
    return status === 0 ? `${name}t64` : name;
  });
  return Promise.all(renamed);
}

function hasFonts(folder) {
  try {
    return readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf)$/i.test(name));
  } catch {
    return false;
  }
}
