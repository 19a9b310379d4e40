/**
 * Starts one of our programs (engine, sandbox) in a process of its own: Electron's utilityProcess
 * where its Node-API can load better-sqlite3 (10 and later), a plain Node elsewhere. Whoever talks to
 * the child cannot tell the difference.
 */
import { fork } from 'node:child_process';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { app, utilityProcess } from 'electron';
import { childMemory } from './child-memory.ts';

export type Child = {
  readonly send: (message: unknown) => void;
  /** Told everything from now on, and what came before anybody listened. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Told once, also of one that has ended already. */
  readonly onExit: (listener: (code: number | null) => void) => void;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly kill: () => void;
  /** Ends it whatever it is doing: one that is busy without end hears of no signal. */
  readonly destroy: () => void;
};

const visible = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'APPDATA'],
  // Where the professional's ssh keys are held, for a tunnel to their own host.
  'SSH_AUTH_SOCK',
  // Where the keychain is asked on Linux.
  ...['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'],
];

/** What a child may see of the environment: enough to run, nothing that could carry a secret. */
const environmentFor = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    visible.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]),
  );

/** Keeps what is said until somebody listens. */
const messagesOf = (listen: (listener: (message: unknown) => void) => void) => {
  const early: unknown[] = [];
  let tell = (message: unknown): void => void early.push(message);
  listen((message) => tell(message));
  return {
    by: (listener: (message: unknown) => void): void => {
      tell = listener;
      // Whoever listens may not be whole yet.
      queueMicrotask(() => early.splice(0).forEach((message) => listener(message)));
    },
  };
};

const needsPlainNode = Number(process.versions.napi) < 10;

/** A package that needs it brings it (scripts/packaging.mjs); `npm start` and the tests name one. */
const plainNode = (): string =>
  app.isPackaged
    ? join(process.resourcesPath, process.platform === 'win32' ? 'node.exe' : 'node')
    : (process.env['HEARTHLINE_NODE'] ?? 'node');

/** Where a plain Node, which reads no archive, finds a file of ours. */
const besideArchive = (file: string): string =>
  file.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`);

/**
 * @param script absolute path of the built program
 * @param args its command line
 * @param name what the system's task list shows
 * @param secrets what only the child may know, put into its environment
 */
export const startChild = (
  script: string,
  args: readonly string[],
  name: string,
  secrets: Readonly<Record<string, string>> = {},
): Child => {
  const env = { ...environmentFor(process.env), ...secrets };
  if (needsPlainNode) {
    const child = fork(besideArchive(script), args, {
      execPath: plainNode(),
      execArgv: [...childMemory],
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const heard = messagesOf((listener) => child.on('message', listener));
    const ended = new Promise<number | null>((done) => {
      child.once('exit', done).once('error', () => done(null));
    });
    return {
      send: (message) => {
        if (child.connected) child.send(message as object, () => {});
      },
      onMessage: heard.by,
      onExit: (listener) => void ended.then(listener),
      stdout: child.stdout,
      stderr: child.stderr,
      kill: () => void child.kill('SIGTERM'),
      destroy: () => void child.kill('SIGKILL'),
    };
  }
  const child = utilityProcess.fork(script, [...args], {
    // What stands here becomes a switch of Chromium's, which hands V8 its own.
    execArgv: [`--js-flags=${childMemory.join(' ')}`],
    env,
    stdio: 'pipe',
    serviceName: name,
  });
  const heard = messagesOf((listener) => child.on('message', listener));
  const ended = new Promise<number | null>((done) => void child.once('exit', done));
  return {
    send: (message) => child.postMessage(message),
    onMessage: heard.by,
    onExit: (listener) => void ended.then(listener),
    stdout: child.stdout as Readable | null,
    stderr: child.stderr as Readable | null,
    kill: () => void child.kill(),
    destroy: () => {
      // It has no id before it runs and none when it has ended.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
};
