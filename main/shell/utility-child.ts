/**
 * A child under Electron's utilityProcess. Works around three faults of Electron: it reports the exit before
 * the child's last output is read and then drops the streams, it cannot kill a child that is still starting,
 * and it throws an error of V8 as if it were the app's (docs/decisions/0021-child-processes-run-under-utility-process.md).
 */
import type { ForkOptions, UtilityProcess } from 'electron';
import type { Readable } from 'node:stream';
import { lastWord } from '../line/line.ts';
import type { StartChild } from './child.ts';
import { environmentFor } from './child-environment.ts';
import { childMemory } from './child-memory.ts';
import { keepEarly } from './early-messages.ts';

/** Has a stream keep its readers when the child ends: what it said last is still to come. */
const keepReaders = (stream: Readable): Readable => {
  stream.removeAllListeners = () => stream;
  return stream.resume();
};

/**
 * @param fork that of Electron's utilityProcess
 * @param env the environment of this process
 * @param memory what V8 is told
 */
export const utilityStarter =
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
      // What stands here becomes a switch of Chromium's, which hands V8 its own.
      execArgv: [`--js-flags=${memory.join(' ')}`],
      env: { ...environmentFor(env), ...secrets },
      stdio: 'pipe',
      serviceName: name,
    });
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
      stream === null ? null : keepReaders(stream as Readable),
    ) as [Readable | null, Readable | null];
    let hasEnded = false;
    /** What is to be done to it as soon as it runs. */
    const waiting: (() => void)[] = [];
    const whenItRuns = (deed: () => void): void => {
      if (hasEnded) return;
      if (child.pid === undefined) waiting.push(deed);
      else deed();
    };
    child.once('spawn', () => waiting.forEach((deed) => deed()));
    // V8 could not go on: the child has said so, and ends.
    child.on('error', () => undefined);
    const ended = new Promise<number | null>((done) => {
      child.once('exit', (code) => {
        hasEnded = true;
        done(code);
      });
    });
    // Electron may crash of a message to a child that is gone.
    const send = (message: unknown): void => {
      if (!hasEnded) child.postMessage(message);
    };
    return {
      send,
      onMessage: keepEarly((listener) =>
        child.on('message', (message: unknown) => {
          if (message === lastWord) send(lastWord);
          else listener(message);
        }),
      ),
      onExit: (listener) => void ended.then(listener),
      stdout,
      stderr,
      kill: () => whenItRuns(() => void child.kill()),
      destroy: () =>
        whenItRuns(() => {
          try {
            process.kill(child.pid as number, 'SIGKILL');
          } catch {
            // It has just ended, which nobody has told us yet.
          }
        }),
    };
  };
