/**
 * Starts the app from the terminal: the command line of Electron, its environment, and its exit.
 *
 * The app reads HEARTHLINE_NODE (path of the newer Node, for an engine that this Electron is too
 * old for) and HEARTHLINE_RUNTIME (one line: which Electron, and why that one).
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { passWithoutNoise } from './noise.mjs';
import { CannotContinue, getInstalledNode, root, run } from './script.mjs';
import { endProgram, onStopRequest, startApart } from './stop.mjs';

/** Root on Linux has no Chromium sandbox. Without a graphics card Chromium's GPU process may crash. */
export function buildElectronArguments(
  args,
  { graphics, platform = process.platform, uid = process.getuid?.(), repo = root },
) {
  const asRoot = platform === 'linux' && uid === 0;
  return [
    ...(asRoot ? ['--no-sandbox'] : []),
    ...(graphics ? [] : ['--disable-gpu']),
    repo,
    ...args,
  ];
}

/** Throws CannotContinue if Chromium's sandbox does not work for this user: it would crash without a reason. */
export async function assertSandboxWorks(
  electron,
  { platform = process.platform, uid = process.getuid?.(), runCommand = run } = {},
) {
  if (platform !== 'linux' || uid === 0) return;
  const helper = path.join(path.dirname(electron), 'chrome-sandbox');
  const { uid: owner, mode } = statSync(helper, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 };
  if (owner === 0 && (mode & 0o4755) === 0o4755) return;
  const { status } = await runCommand('unshare', ['--user', '--map-root-user', '--net', 'true']);
  if (status === 0) return;
  throw new CannotContinue(
    'this system forbids user namespaces, which Chromium’s sandbox needs. Allow them ' +
      '(sudo sysctl -w kernel.unprivileged_userns_clone=1, on Ubuntu ' +
      'kernel.apparmor_restrict_unprivileged_userns=0), or run this as root',
  );
}

/** Starts the app with a command line; `screen` is the Xvfb that was started for it, or null. */
export function startApp(runtime, args, screen) {
  // Our Xvfb has no graphics card. For any other display, /dev/dri shows whether there is one.
  const graphics = process.platform !== 'linux' || (screen === null && existsSync('/dev/dri'));
  const all = buildElectronArguments(args, { graphics });
  const app = startApart(runtime.path, all, {
    env: {
      ...process.env,
      ...screen?.env,
      HEARTHLINE_NODE: getInstalledNode(),
      HEARTHLINE_RUNTIME: runtime.reason,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  passWithoutNoise(app.stderr, process.stderr);
  return app;
}

/** Runs the app until it exits or a stop is requested. Returns its status; 0 also when our signal killed it. */
export function runApp(runtime, args, screen) {
  const app = startApp(runtime, args, screen);
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
