/** A child under a plain Node, for an Electron whose own Node is too old for what the child loads. */
import { fork } from 'node:child_process';
import { sep } from 'node:path';
import type { StartChild } from './child.ts';
import { environmentFor } from './child-environment.ts';
import { childMemory } from './child-memory.ts';
import { keepEarly } from './early-messages.ts';

/** Where a plain Node, which reads no archive, finds a program of a packaged app. */
const besideArchive = (script: string): string =>
  script.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);

/**
 * @param program path of the Node, asked at each start
 * @param env the environment of this process
 */
export const nodeStarter =
  ({
    program,
    env,
  }: {
    readonly program: () => string;
    readonly env: NodeJS.ProcessEnv;
  }): StartChild =>
  (script, args, _name, secrets = {}) => {
    const child = fork(besideArchive(script), args, {
      execPath: program(),
      execArgv: [...childMemory],
      env: { ...environmentFor(env), ...secrets },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout?.resume();
    child.stderr?.resume();
    const ended = new Promise<number | null>((done) => {
      child.once('exit', done).once('error', () => done(null));
    });
    return {
      send: (message) => {
        if (child.connected) child.send(message as object, () => {});
      },
      onMessage: keepEarly((listener) => child.on('message', listener)),
      onExit: (listener) => void ended.then(listener),
      stdout: child.stdout,
      stderr: child.stderr,
      kill: () => void child.kill('SIGTERM'),
      destroy: () => void child.kill('SIGKILL'),
    };
  };
