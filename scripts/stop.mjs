/** Stops the programs that a script has started: each gets the first stop request once, and none outlives it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const requests = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls `stop` with the first request to end: a signal, or the end of the npm that started us. */
export function onStopRequest(
  stop,
  {
    emitter = process,
    parent = () => process.ppid,
    byNpm = process.env.npm_lifecycle_event !== undefined,
  } = {},
) {
  let asked = false;
  const ask = (signal) => {
    if (asked) return;
    asked = true;
    stop(signal);
  };
  for (const signal of requests) emitter.on(signal, () => ask(signal));
  if (!byNpm) return;
  const npm = parent();
  setInterval(() => parent() !== npm && ask('SIGTERM'), 1000).unref();
}

/** On Linux, returns a command that dies with this script. Windows needs none; macOS has none. */
export function tieToParent(
  command,
  args,
  { setpriv = '/usr/bin/setpriv', exists = existsSync } = {},
) {
  if (!exists(setpriv)) return [command, args];
  return [setpriv, ['--pdeathsig', 'TERM', '--', command, ...args]];
}

/** Starts a program in its own session, so that a Ctrl+C in the terminal reaches it once, through us. */
export const startApart = (command, args, options) =>
  spawn(...tieToParent(command, args), { detached: process.platform !== 'win32', ...options });

/** Stops a detached program, and the programs that it started, when this script exits. Does nothing on Windows. */
export function endGroupAtExit(child) {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // All of them have ended.
    }
  };
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
}

/** Stops a program with a signal, and kills it after the timeout. */
export function endProgram(child, signal, { patience = 10_000 } = {}) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), patience);
  child.once('exit', () => clearTimeout(force));
}
