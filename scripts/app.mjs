/**
 * The running app, seen from the terminal: how Electron is called, what it is told, and how it ends.
 *
 * The app is told HEARTHLINE_NODE (path of the newer Node, for an engine that this Electron is too
 * old for) and HEARTHLINE_RUNTIME (one line: which Electron, and why that one).
 */
import { spawn } from 'node:child_process';
import { passWithoutNoise } from './noise.mjs';
import { installedNode, root } from './script.mjs';
import { endProgram, onStopRequest, tiedToUs } from './stop.mjs';

/**
 * Chromium refuses its sandbox to root on Linux; for everybody else it stays on. Xvfb has no graphics
 * card: the attempt to use one costs a process that dies, and sometimes the window never loads.
 */
export function electronArguments(
  args,
  { onXvfb, platform = process.platform, uid = process.getuid?.(), repo = root },
) {
  const asRoot = platform === 'linux' && uid === 0;
  return [...(asRoot ? ['--no-sandbox'] : []), ...(onXvfb ? ['--disable-gpu'] : []), repo, ...args];
}

/**
 * Runs the app until it ends, by itself or because we are asked to stop.
 * @param {import('./electron-runtime.mjs').Runtime} runtime
 * @param {string[]} args those of the command line
 * @param {{ env: NodeJS.ProcessEnv } | null} screen the Xvfb that was started for it, if any
 * @returns {Promise<number>} the app's status; 0 also when our signal ended it before it could answer
 */
export function runApp(runtime, args, screen) {
  const all = electronArguments(args, { onXvfb: screen !== null });
  // A session of its own: of a Ctrl+C in the terminal the app hears once, from us.
  const app = spawn(...tiedToUs(runtime.path, all), {
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      ...screen?.env,
      HEARTHLINE_NODE: installedNode(),
      HEARTHLINE_RUNTIME: runtime.reason,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  passWithoutNoise(app.stderr, process.stderr);
  let sent = null;
  onStopRequest((request) => {
    sent = request === 'SIGINT' ? 'SIGINT' : 'SIGTERM';
    endProgram(app, sent);
  });
  return new Promise((resolve, reject) => {
    app.once('error', reject);
    app.once('exit', (status, killedBy) => {
      resolve(status ?? (sent !== null && killedBy === sent ? 0 : 1));
    });
  });
}
