/**
 * `npm run scenario -- FILE`: plays a scenario (docs/scenarios.md). By default it starts a sandbox, with `--app` also a
 * Hearthline that has no other account, and stops both at Ctrl+C. With `--control` it plays in a running sandbox and
 * exits.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startApp } from './app.mjs';
import { build } from './build.mjs';
import { runWithPackages } from './node24.mjs';
import { waitForExit, withSandbox } from './own-sandbox.mjs';
import { CannotContinue, log, assertSuccess, root } from './script.mjs';
import { endProgram, onStopRequest } from './stop.mjs';
import { withSurroundings } from './surroundings.mjs';

const usage = `npm run scenario -- FILE [--speed N] [--app [--data DIR]]
       npm run scenario -- FILE [--speed N] --control URL     with its token in SANDBOX_CONTROL_TOKEN`;
const pollMs = 500;

function readArguments(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        control: { type: 'string' },
        app: { type: 'boolean', default: false },
        data: { type: 'string' },
        speed: { type: 'string', default: '1' },
      },
    });
  } catch (error) {
    throw new CannotContinue(`${error.message}\nusage: ${usage}`);
  }
  const { control, app, data } = parsed.values;
  const [file, ...more] = parsed.positionals;
  const speed = Number(parsed.values.speed);
  if (file === undefined || more.length > 0)
    throw new CannotContinue(`which file?\nusage: ${usage}`);
  if (!(speed > 0 && speed <= 1000))
    throw new CannotContinue(
      `--speed is a number above 0, 1000 at most, not ${parsed.values.speed}`,
    );
  if (control !== undefined && app)
    throw new CannotContinue('--app starts a separate sandbox: leave out --control');
  if (data !== undefined && !app) throw new CannotContinue('--data is for Hearthline: add --app');
  if (data !== undefined && hasRealLeads(data))
    throw new CannotContinue(
      `${data} is where Hearthline keeps your own leads: name another folder`,
    );
  return { file, control, app, data, speed };
}

/** True for the data folder of an installed Hearthline, and for a folder in it. */
function hasRealLeads(folder, env = process.env, home = os.homedir()) {
  const standard = [
    path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Hearthline'),
    path.join(home, 'Library', 'Application Support', 'Hearthline'),
    ...(env.APPDATA ? [path.join(env.APPDATA, 'Hearthline')] : []),
  ];
  return standard.some((other) => {
    const relative = path.relative(other, path.resolve(folder));
    return !relative.startsWith('..') && !path.isAbsolute(relative);
  });
}

function readFile(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CannotContinue(`${file} cannot be read (${error.code})`);
  }
}

/** Runs `work` with a temporary folder. */
async function withFolder(work) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hearthline-scenario-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes the key of a temporary data folder from the OS keychain. */
async function forgetKey(dataFolder) {
  const program = path.join(root, 'out/main/keychain.js');
  const args = ['Hearthline', dataFolder, '--forget'];
  await waitForExit(
    fork(program, args, { stdio: 'ignore', timeout: 30_000, killSignal: 'SIGKILL' }),
  );
}

/** Runs `work` with a Hearthline that has only the account of this profile; its exit aborts `stop`. */
async function withApp({ profile, dataFolder, isKept }, stop, work) {
  assertSuccess('the build', await build({ log }));
  await withSurroundings(log, async (runtime, screen) => {
    if (stop.signal.aborted) return;
    const args = [`--profile=${profile}`, `--user-data-dir=${dataFolder}`];
    const app = startApp(runtime, args, screen);
    const exit = waitForExit(app).then(() => stop.abort());
    try {
      await work();
    } finally {
      endProgram(app, 'SIGTERM');
      await exit;
      if (!isKept) await forgetKey(dataFolder);
    }
  });
}

await runWithPackages(import.meta.url, log, async (args) => {
  const options = readArguments(args);
  const [
    { findMissingBusinesses, parseScenario, toSandboxArguments },
    { listBusinesses, CannotPlay, isConnected, openControl },
    { playScenario },
    { buildProfile },
  ] = await Promise.all([
    import('../scenarios/scenario.ts'),
    import('../scenarios/control.ts'),
    import('../scenarios/play.ts'),
    import('../scenarios/profile.ts'),
  ]);
  const read = parseScenario(readFile(options.file));
  if (!read.ok)
    throw new CannotContinue(`${options.file} is no scenario:\n  ${read.mistakes.join('\n  ')}`);
  const { scenario } = read;
  const stop = new AbortController();
  onStopRequest(() => stop.abort());
  const pause = (ms, signal) => wait(ms, undefined, { signal });
  const play = (control, businesses) => {
    log(`${scenario.name}: ${scenario.description}`);
    const { speed } = options;
    const { signal } = stop;
    return playScenario({ scenario, control, businesses, speed, wait: pause, report: log, signal });
  };

  const playInRunningSandbox = async (url) => {
    const control = openControl(url, process.env.SANDBOX_CONTROL_TOKEN ?? '');
    const businesses = await listBusinesses(control);
    const mistakes = findMissingBusinesses(scenario, businesses.length);
    if (mistakes.length > 0)
      throw new CannotContinue(`this sandbox is too small for it:\n  ${mistakes.join('\n  ')}`);
    await play(control, businesses);
  };

  const playInNewSandbox = (folder) =>
    withSandbox(toSandboxArguments(scenario), stop, async (ready) => {
      const control = openControl(ready.control.url, ready.control.token);
      const profile = path.join(folder, 'profile.hearthline');
      writeFileSync(profile, JSON.stringify(buildProfile(ready, scenario.name)), { mode: 0o600 });
      log(`sandbox at ${ready.baseUrl}; profile to connect with: ${profile}`);
      const playWhenConnected = async () => {
        log('connect with it: the scenario starts then');
        while (!stop.signal.aborted && !(await isConnected(control)))
          await pause(pollMs, stop.signal).catch(() => undefined);
        if (stop.signal.aborted) return;
        const ids = ready.businesses.map(({ businessID }) => businessID);
        if (!(await play(control, ids))) return;
        log('scenario finished; the sandbox runs until Ctrl+C');
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
      };
      if (!options.app) return playWhenConnected();
      const dataFolder = path.resolve(options.data ?? path.join(folder, 'data'));
      const isKept = options.data !== undefined;
      log(
        `Hearthline stores its data in ${dataFolder}${isKept ? '' : ', which is deleted at the end'}`,
      );
      return withApp({ profile, dataFolder, isKept }, stop, playWhenConnected);
    });

  try {
    await (options.control === undefined
      ? withFolder(playInNewSandbox)
      : playInRunningSandbox(options.control));
  } catch (error) {
    throw error instanceof CannotPlay ? new CannotContinue(error.message) : error;
  }
  return 0;
});
