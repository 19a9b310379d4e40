/** Starts Xvfb, a screen for machines without one. It accepts only clients with our key, and ends with us. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CannotContinue } from './script.mjs';
import { endProgram, tieToParent } from './stop.mjs';

/** True on Linux without a screen. */
export function hasNoScreen(env = process.env, platform = process.platform) {
  return platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
}

/** Starts a screen of a size such as '1280x800x24', and waits until it can be used. */
export async function startXvfb(size) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearthline-screen-'));
  const key = path.join(folder, 'key');
  writeFileSync(key, encodeXauthority(randomBytes(16)), { mode: 0o600 });
  const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-auth', key];
  // In a separate session, a Ctrl+C in the terminal does not close the screen before the app exits.
  const child = spawn(...tieToParent('Xvfb', args), {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const number = await new Promise((resolve) => {
    let text = '';
    child.stdio[3].setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.endsWith('\n')) resolve(text.trim());
    });
    child.once('error', () => resolve(''));
    child.once('exit', () => resolve(''));
  });
  const close = () => {
    endProgram(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  if (number === '') {
    close();
    throw new CannotContinue(`Xvfb did not start\n${stderr.trim()}`);
  }
  for (const handle of [child, child.stderr, child.stdio[3]]) handle.unref();
  return { env: { DISPLAY: `:${number}`, XAUTHORITY: key }, close };
}

/** Encodes an Xauthority file with one entry: a key for every display at every address. */
export function encodeXauthority(cookie) {
  const anyAddress = Buffer.from([0xff, 0xff]);
  const encodeField = (bytes) =>
    Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  const name = Buffer.from('MIT-MAGIC-COOKIE-1');
  const empty = Buffer.alloc(0);
  return Buffer.concat([
    anyAddress,
    encodeField(empty),
    encodeField(empty),
    encodeField(name),
    encodeField(cookie),
  ]);
}
