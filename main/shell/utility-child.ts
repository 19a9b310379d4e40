/**
 * Child processes under Electron's utilityProcess. Works around three bugs of Electron: it reports an exit before the
 * last output is read and then drops the streams, it cannot kill a starting child, and it throws V8's errors in main
 * (docs/decisions/0021-child-processes-run-under-utility-process.md).
 */
import type { ForkOptions, UtilityProcess } from 'electron';
import type { Readable } from 'node:stream';
import { exitNotice } from '../parent-port/parent-port.ts';
import { childMemory, buildEnvironment, bufferMessages, type StartChild } from './child.ts';

/** Keeps a stream's listeners after the exit, because the last output arrives later. */
const keepReaders = (stream: Readable): Readable => {
  stream.removeAllListeners = () => stream;
  return stream.resume();
};

export const createUtilityStarter =
  ({
    fork,
    env,
    memory = childMemory,
  }: {
    readonly fork: (script: string, args: string[], options: ForkOptions) => UtilityProcess;
    readonly env: NodeJS.ProcessEnv;
    readonly memory?: readonly string[];
  }): StartChild =>
  (script, args, name, secrets = {}) => {
    const child = fork(script, [...args], {
      // Becomes a switch of Chromium, which passes V8 its flags.
      execArgv: [`--js-flags=${memory.join(' ')}`],
      env: { ...buildEnvironment(env), ...secrets },
      stdio: 'pipe',
      serviceName: name,
    });
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
      stream === null ? null : keepReaders(stream as Readable),
    ) as [Readable | null, Readable | null];
    let hasEnded = false;
    const waiting: (() => void)[] = [];
    const runWhenRunning = (work: () => void): void => {
      if (hasEnded) return;
      if (child.pid === undefined) waiting.push(work);
      else work();
    };
    child.once('spawn', () => waiting.forEach((work) => work()));
    // A fatal error of V8 is handled at the exit of the child.
    child.on('error', () => undefined);
    const ended = new Promise<number | null>((done) => {
      child.once('exit', (code) => {
        hasEnded = true;
        done(code);
      });
    });
    // Electron may crash when it sends to an exited child.
    const send = (message: unknown): void => {
      if (!hasEnded) child.postMessage(message);
    };
    return {
      send,
      onMessage: bufferMessages((listener) =>
        child.on('message', (message: unknown) => {
          if (message === exitNotice) send(exitNotice);
          else listener(message);
        }),
      ),
      onExit: (listener) => void ended.then(listener),
      stdout,
      stderr,
      kill: () => runWhenRunning(() => void child.kill()),
      destroy: () =>
        runWhenRunning(() => {
          try {
            process.kill(child.pid as number, 'SIGKILL');
          } catch {
            // It exited, but the event has not arrived.
          }
        }),
    };
  };
