/** Runs a separate sandbox for the duration of one function, and always stops it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CannotContinue, installedNode, root } from './script.mjs';
import { endProgram, tieToParent } from './stop.mjs';

/** Resolves when a program has exited. */
export async function untilExit(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/**
 * Runs `work` with a sandbox. If the sandbox exits first, aborts `stop` and throws CannotContinue.
 * @param {readonly string[]} args of its command line
 * @param {AbortController} stop
 * @param {(ready: import('../sandbox/ready.ts').Ready) => Promise<void>} work receives its ready message
 */
export async function withSandbox(args, stop, work) {
  const entry = path.join(root, 'sandbox', 'index.ts');
  const child = spawn(...tieToParent(installedNode(), [entry, ...args]), {
    // In a separate session, a Ctrl+C in the terminal reaches it once, through us.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = untilExit(child);
  let exitedFirst = false;
  try {
    const first = once(createInterface({ input: child.stdout }), 'line');
    const [line] = await Promise.race([first, exit.then(() => [null])]);
    if (line === null) throw new CannotContinue('the sandbox did not start');
    void exit.then(() => {
      exitedFirst = !stop.signal.aborted;
      stop.abort();
    });
    await work(JSON.parse(line));
    if (exitedFirst) throw new CannotContinue('the sandbox exited');
  } finally {
    endProgram(child, 'SIGTERM');
    await exit;
  }
}
