/** Runs a separate sandbox for the duration of one function, and always stops it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CannotContinue, installedNode, root } from './script.mjs';
import { endProgram, tiedToUs } from './stop.mjs';

/** Settles when a program has ended. */
export async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/**
 * Runs `work` beside a sandbox. One that exits aborts `stop` and throws CannotContinue.
 * @param {readonly string[]} args of its command line
 * @param {AbortController} stop
 * @param {(ready: import('../sandbox/ready.ts').Ready) => Promise<void>} work receives its ready message
 */
export async function withSandbox(args, stop, work) {
  const entry = path.join(root, 'sandbox', 'index.ts');
  const child = spawn(...tiedToUs(installedNode(), [entry, ...args]), {
    // In a separate session, a Ctrl+C in the terminal reaches it once, through us.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = ended(child);
  let endedAlone = false;
  try {
    const first = once(createInterface({ input: child.stdout }), 'line');
    const [line] = await Promise.race([first, gone.then(() => [null])]);
    if (line === null) throw new CannotContinue('the sandbox did not start');
    void gone.then(() => {
      endedAlone = !stop.signal.aborted;
      stop.abort();
    });
    await work(JSON.parse(line));
    if (endedAlone) throw new CannotContinue('the sandbox ended by itself');
  } finally {
    endProgram(child, 'SIGTERM');
    await gone;
  }
}
