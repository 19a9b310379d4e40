/**
 * Stops the programs that a script has started. Each receives the first stop request once, even if the
 * terminal, npm or an impatient person repeats it, and none outlives the script.
 */
import { existsSync } from 'node:fs';

const requests = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Calls `stop` with the first request to end: a signal, or the end of the npm that started us.
 * Later requests are ignored, so that a Ctrl+C that arrives by terminal and by npm counts once.
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
 * Returns a command with which the kernel ends the program when the script that started it dies for any reason. Only
 * Linux needs and has one: on Windows, Node does the same for programs that are not detached; macOS has no equivalent.
 * @returns {[string, string[]]}
 */
export function tieToParent(
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
