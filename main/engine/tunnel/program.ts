/**
 * Programs of the system: found on the PATH, started without a shell, read line by line, and ended
 * with this process. Their output may repeat what strangers sent, so a line is cut before anybody
 * matches it.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../clock/clock.ts';

export type Ending = 'missing' | 'unusable' | 'ended';

export type Program = {
  readonly pid: number | null;
  /** Settles when it has ended or could not be started; never rejects. */
  readonly ended: Promise<Ending>;
  /** Asks it to end, and ends it after a second. */
  readonly stop: () => Promise<void>;
};

const patienceMs = 1_000;
/** Longest part of a line that is read; the longest one that is needed holds a host's key. */
const longestLine = 4_096;

/** Whether a file is there and may be run. */
export const isRunnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** Where a program is on the PATH, or null. */
export const findProgram = (name: string, env: NodeJS.ProcessEnv): string | null => {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find(isRunnable) ?? null;
};

/** Splits a stream into lines; what a line has beyond `longestLine` is dropped as it arrives. */
const readLines = (stream: Readable, onLine: (line: string) => void): void => {
  let line = '';
  const add = (text: string): void => {
    if (line.length < longestLine) line += text.slice(0, longestLine - line.length);
  };
  const end = (): void => {
    onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    line = '';
  };
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    add(first);
    for (const other of others) {
      end();
      add(other);
    }
  });
  stream.once('close', () => {
    if (line !== '') end();
  });
};

/**
 * Starts a program, in `folder`.
 * @param onLine hears every line that it writes, on either stream, cut to a bounded length
 */
export const startProgram = (
  file: string,
  args: readonly string[],
  {
    folder,
    clock,
    onLine,
  }: {
    readonly folder: string;
    readonly clock: Clock;
    readonly onLine: (line: string) => void;
  },
): Program => {
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let isOver = false;
  const ended = new Promise<Ending>((settle) => {
    const end = (how: Ending): void => {
      isOver = true;
      settle(how);
    };
    // After `close`, and not `exit`, everything that it wrote has been heard.
    child.once('close', () => end('ended'));
    // What it has started itself can hold its lines open for ever.
    child.once('exit', () => {
      const callOff = clock.after(patienceMs, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      child.once('close', callOff);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) end(error.code === 'ENOENT' ? 'missing' : 'unusable');
    });
  });
  for (const stream of [child.stdout, child.stderr]) {
    readLines(stream, onLine);
  }
  return {
    pid: child.pid ?? null,
    ended,
    stop: async () => {
      if (isOver) return;
      child.kill('SIGTERM');
      const callOff = clock.after(patienceMs, () => child.kill('SIGKILL'));
      await ended;
      callOff();
    },
  };
};
