/** Child processes under a plain Node, for an Electron with an old Node-API. */
import { fork } from 'node:child_process';
import { sep } from 'node:path';
import { childMemory, buildEnvironment, bufferMessages, type StartChild } from './child.ts';

/** A plain Node cannot read the archive of a packaged app. */
const locateOutsideArchive = (script: string): string =>
  script.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);

export const createNodeStarter =
  (node: { readonly locateProgram: () => string; readonly env: NodeJS.ProcessEnv }): StartChild =>
  (script, args, _name, secrets = {}) => {
    const child = fork(locateOutsideArchive(script), args, {
      execPath: node.locateProgram(),
      execArgv: [...childMemory],
      env: { ...buildEnvironment(node.env), ...secrets },
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
      onMessage: bufferMessages((listener) => child.on('message', listener)),
      onExit: (listener) => void ended.then(listener),
      stdout: child.stdout,
      stderr: child.stderr,
      kill: () => void child.kill('SIGTERM'),
      destroy: () => void child.kill('SIGKILL'),
    };
  };
