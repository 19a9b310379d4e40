/** A real keychain for the tests: a D-Bus session with a gnome-keyring in a temporary home. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CannotContinue } from './script.mjs';

// A program that asks too early makes the bus start another keyring, which is locked. `cat` keeps the session open
// until our end of the pipe closes: by us, or because this process died.
const session = `
echo -n test | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
find="dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner"
while kill -0 $! && ! $find string:org.freedesktop.secrets; do sleep 0.02; done >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
cat >/dev/null
kill %1`;

/** Opens the session; `env` is for the tests' processes. */
export async function openKeychain({ env = process.env } = {}) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'hearthline-home-'));
  const createFolder = (name) => {
    mkdirSync(path.join(home, name), { mode: 0o700 });
    return path.join(home, name);
  };
  const homeOfTests = {
    HOME: home,
    XDG_DATA_HOME: createFolder('data'),
    XDG_CONFIG_HOME: createFolder('config'),
    XDG_RUNTIME_DIR: createFolder('run'),
    // Downloads stay where they are.
    XDG_CACHE_HOME: env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
  };
  const child = spawn('dbus-run-session', ['--', 'bash', '-c', session], {
    detached: true,
    env: { ...env, ...homeOfTests },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  const address = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (line) => resolve(line.trim()));
    void ended.then(() => resolve(''));
  });
  const close = async () => {
    child.stdin.end();
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  if (address === '') {
    await close();
    throw new CannotContinue(`the tests' keychain did not start\n${stderr.trim()}`);
  }
  return { env: { ...homeOfTests, DBUS_SESSION_BUS_ADDRESS: address }, close };
}
