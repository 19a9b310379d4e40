/** Runs a separate sandbox for the duration of one function, and always stops it. */
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CannotContinue, getInstalledNode, root } from './script.mjs';
import { endProgram, startApart } from './stop.mjs';

/** Resolves when a program has exited. */
export async function waitForExit(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Runs `work` with a sandbox. If that exits first, aborts `stop` and throws CannotContinue. */
export async function withSandbox(args, stop, work) {
  const entry = path.join(root, 'sandbox', 'index.ts');
  const child = startApart(getInstalledNode(), [entry, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = waitForExit(child);
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
