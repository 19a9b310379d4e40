/**
 * How started programs end: one request to stop from outside reaches each of them once, whatever
 * the terminal, npm or a second impatient Ctrl+C sends besides, and none outlives the script.
 */
import { existsSync } from 'node:fs';

const requests = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Calls `stop` with the first request to end: a signal, or the end of the npm that started us.
 * Later requests are swallowed, so a Ctrl+C that arrives by terminal and by npm counts once.
 * @param {(signal: NodeJS.Signals) => void} stop
 */
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

/**
 * The command that makes the kernel end a program when the script that started it dies, however it
 * dies. Linux only; elsewhere the command itself: Windows needs none, since Node has it do the same for every
 * program that is not detached, and macOS knows none.
 * @returns {[string, string[]]}
 */
export function tiedToUs(
  command,
  args,
  { setpriv = '/usr/bin/setpriv', exists = existsSync } = {},
) {
  if (!exists(setpriv)) return [command, args];
  return [setpriv, ['--pdeathsig', 'TERM', '--', command, ...args]];
}

/** Stops a program with a signal, and kills it after the timeout. */
export function endProgram(child, signal, { patience = 10_000 } = {}) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), patience);
  child.once('exit', () => clearTimeout(force));
}
