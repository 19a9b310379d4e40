/**
 * Runs the system's programs: finds them on the PATH, starts them without a shell and reads their lines.
 * Lines may repeat a stranger's text, so their length is limited before parsing.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../clock/clock.ts';

export type Ending = 'program_missing' | 'program_unusable' | 'ended';

/** Longest wait for a program to exit, or for its output to end. */
const maxExitMs = 1_000;
/** Longest line, enough for a host's key; the rest is dropped. */
const maxLineLength = 4_096;

/** True if a file exists and may be executed. */
export const isRunnable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** Finds a program on the PATH. */
export const findProgram = (name: string, env: NodeJS.ProcessEnv): string | null => {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find(isRunnable) ?? null;
};

/** Splits a stream into lines of limited length. */
const readLines = (stream: Readable, onLine: (line: string) => void): void => {
  let line = '';
  const add = (text: string): void => {
    if (line.length < maxLineLength) line += text.slice(0, maxLineLength - line.length);
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

/** Starts a program whose working directory is `folder`. */
export const startProgram = (
  file: string,
  args: readonly string[],
  {
    folder,
    clock,
    onLine,
  }: { readonly folder: string; readonly clock: Clock; readonly onLine: (line: string) => void },
) => {
  const child = spawn(file, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let isOver = false;
  const ended = new Promise<Ending>((settle) => {
    const end = (ending: Ending): void => {
      isOver = true;
      settle(ending);
    };
    // At `close`, unlike `exit`, all output has been read.
    child.once('close', () => end('ended'));
    // Its own child processes can keep the streams open forever.
    child.once('exit', () => {
      const cancelClose = clock.after(maxExitMs, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      child.once('close', cancelClose);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined)
        end(error.code === 'ENOENT' ? 'program_missing' : 'program_unusable');
    });
  });
  for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine);
  return {
    pid: child.pid ?? null,
    /** Resolves when it has exited or could not start; never rejects. */
    ended,
    /** Asks it to exit, and kills it after a second. */
    stop: async (): Promise<void> => {
      if (isOver) return;
      child.kill('SIGTERM');
      const cancelKill = clock.after(maxExitMs, () => child.kill('SIGKILL'));
      await ended;
      cancelKill();
    },
  };
};
