/**
 * `npm run scenario -- FILE`: plays a scenario (docs/scenarios.md) in a separate sandbox, with `--app` in front of a
 * Hearthline that has no other account, or into a sandbox that runs (`--control`). Ends with Ctrl+C, and
 * leaves nothing running.
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
import { ended, withSandbox } from './own-sandbox.mjs';
import { CannotContinue, mustSucceed, root } from './script.mjs';
import { endProgram, onStopRequest } from './stop.mjs';
import { withSurroundings } from './surroundings.mjs';

const usage = `npm run scenario -- FILE [--speed N] [--app [--data DIR]]
       npm run scenario -- FILE [--speed N] --control URL     with its token in SANDBOX_CONTROL_TOKEN`;
const lookAgainMs = 500;
const log = (line) => console.log(`hearthline: ${line}`);

/** Parses the command line. */
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
  if (data !== undefined && holdsRealLeads(data))
    throw new CannotContinue(
      `${data} is where Hearthline keeps your own leads: name another folder`,
    );
  return { file, control, app, data, speed };
}

/** True if a folder is the data folder of an installed Hearthline, or in it. */
function holdsRealLeads(folder, env = process.env, home = os.homedir()) {
  const standard = [
    path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Hearthline'),
    path.join(home, 'Library', 'Application Support', 'Hearthline'),
    ...(env.APPDATA ? [path.join(env.APPDATA, 'Hearthline')] : []),
  ];
  const from = (other) => path.relative(other, path.resolve(folder));
  return standard.some((other) => !from(other).startsWith('..') && !path.isAbsolute(from(other)));
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

/** Takes the key of the sign-ins in a folder that goes out of the system's keychain. */
async function forgetKey(dataFolder) {
  const program = path.join(root, 'out/main/keychain.js');
  const args = ['Hearthline', dataFolder, '--forget'];
  await ended(fork(program, args, { stdio: 'ignore', timeout: 30_000, killSignal: 'SIGKILL' }));
}

/** Runs `work` beside a Hearthline that knows no account but the one of this profile; its end aborts `stop`. */
async function withApp({ profile, dataFolder, isKept }, stop, work) {
  mustSucceed('the build', await build({ log }));
  await withSurroundings(log, async (runtime, screen) => {
    if (stop.signal.aborted) return;
    const args = [`--profile=${profile}`, `--user-data-dir=${dataFolder}`];
    const app = startApp(runtime, args, screen);
    const gone = ended(app).then(() => stop.abort());
    try {
      await work();
    } finally {
      endProgram(app, 'SIGTERM');
      await gone;
      if (!isKept) await forgetKey(dataFolder);
    }
  });
}

await runWithPackages(import.meta.url, log, async (args) => {
  const asked = readArguments(args);
  const [
    { misfits, readScenario, sandboxArguments },
    { businessesOf, CannotPlay, isConnected, openControl },
    { playScenario },
    { profileOf },
  ] = await Promise.all([
    import('../scenarios/scenario.ts'),
    import('../scenarios/control.ts'),
    import('../scenarios/play.ts'),
    import('../scenarios/profile.ts'),
  ]);
  const read = readScenario(readFile(asked.file));
  if (!read.ok)
    throw new CannotContinue(`${asked.file} is no scenario:\n  ${read.mistakes.join('\n  ')}`);
  const { scenario } = read;
  const stop = new AbortController();
  onStopRequest(() => stop.abort());
  const pause = (ms, signal) => wait(ms, undefined, { signal });
  const { speed } = asked;
  const play = (control, businesses) => {
    log(`${scenario.name}: ${scenario.description}`);
    const options = { scenario, control, businesses, speed, wait: pause, say: log };
    return playScenario({ ...options, signal: stop.signal });
  };

  const playInto = async (url) => {
    const control = openControl(url, process.env.SANDBOX_CONTROL_TOKEN ?? '');
    const businesses = await businessesOf(control);
    const mistakes = misfits(scenario, businesses.length);
    if (mistakes.length > 0)
      throw new CannotContinue(`this sandbox is too small for it:\n  ${mistakes.join('\n  ')}`);
    await play(control, businesses);
  };

  const playInOwn = (folder) =>
    withSandbox(sandboxArguments(scenario), stop, async (ready) => {
      const control = openControl(ready.control.url, ready.control.token);
      const profile = path.join(folder, 'profile.hearthline');
      writeFileSync(profile, JSON.stringify(profileOf(ready, scenario.name)), { mode: 0o600 });
      log(`sandbox at ${ready.baseUrl}; profile to connect with: ${profile}`);
      const playWhenConnected = async () => {
        log('connect with it: the scenario begins then');
        while (!stop.signal.aborted && !(await isConnected(control)))
          await pause(lookAgainMs, stop.signal).catch(() => undefined);
        if (stop.signal.aborted) return;
        const ids = ready.businesses.map(({ businessID }) => businessID);
        if (!(await play(control, ids))) return;
        log('played; it stays as it is until Ctrl+C');
        if (!stop.signal.aborted) await once(stop.signal, 'abort');
      };
      if (!asked.app) return playWhenConnected();
      const dataFolder = path.resolve(asked.data ?? path.join(folder, 'data'));
      const isKept = asked.data !== undefined;
      log(`Hearthline keeps what comes in ${dataFolder}${isKept ? '' : ', which goes at the end'}`);
      return withApp({ profile, dataFolder, isKept }, stop, playWhenConnected);
    });

  try {
    await (asked.control === undefined ? withFolder(playInOwn) : playInto(asked.control));
  } catch (error) {
    throw error instanceof CannotPlay ? new CannotContinue(error.message) : error;
  }
  return 0;
});
