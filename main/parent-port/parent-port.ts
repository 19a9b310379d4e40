/**
 * A child process's connection to main: a port under Electron's utilityProcess, an IPC channel
 * under plain Node. Under utilityProcess an exiting child would lose its last messages, so it announces
 * its exit and waits until main has read them.
 */
import type { Port } from '../../contract/port.ts';

/** An exiting child's last message. Main (shell/utility-child.ts) echoes it after reading all earlier ones. */
export const exitNotice = 'hearthline: exiting';

type ElectronPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/** The `process` of a child; under plain Node it has no `parentPort`. */
export type ChildProcess = Pick<
  NodeJS.Process,
  'connected' | 'disconnect' | 'exit' | 'on' | 'once' | 'send'
> & { readonly parentPort?: ElectronPort };

type Connection = {
  readonly runtime: 'utilityProcess' | 'node';
  readonly send: (message: unknown) => void;
  readonly receive: (listener: (message: unknown) => void) => void;
  /** Calls `listener` when main is gone; never under utilityProcess, where Chromium kills this process. */
  readonly onDisconnect: (listener: () => void) => void;
  /** Exits with this code once main has received everything. */
  readonly exit: (code?: number) => void;
};

type ParentPort<Out, In> = Port<Out, In> &
  Pick<Connection, 'runtime' | 'onDisconnect' | 'exit'> & {
    /** Resolves to the first message; later ones wait for `onMessage`. Call at most once, immediately. */
    readonly receiveFirst: () => Promise<In>;
  };

const connectOverPort = (process: ChildProcess, port: ElectronPort): Connection => {
  let exitCode: number | null = null;
  return {
    runtime: 'utilityProcess',
    send: (message) => port.postMessage(message),
    receive: (listener) =>
      port.on('message', ({ data }) => {
        if (data !== exitNotice) listener(data);
        else if (exitCode !== null) process.exit(exitCode);
      }),
    onDisconnect: () => undefined,
    exit: (code = 0) => {
      exitCode = code;
      port.postMessage(exitNotice);
    },
  };
};

const connectOverChannel = (process: ChildProcess): Connection => ({
  runtime: 'node',
  send: (message) => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  },
  receive: (listener) => void process.on('message', listener),
  onDisconnect: (listener) => {
    process.on('disconnect', listener);
    // A process that has already disconnected emits no event.
    if (!process.connected) listener();
  },
  exit: (code = 0) => {
    // Disconnecting flushes the last messages.
    if (process.connected) process.once('disconnect', () => process.exit(code)).disconnect?.();
    else process.exit(code);
  },
});

/** Opens this process's connection to main. Call once, immediately. */
export const openParentPort = <Out, In>(process: ChildProcess): ParentPort<Out, In> => {
  const { parentPort } = process;
  const connection =
    parentPort === undefined ? connectOverChannel(process) : connectOverPort(process, parentPort);
  const early: In[] = [];
  let listener = (message: In): void => void early.push(message);
  connection.receive((message) => listener(message as In));
  return {
    ...connection,
    receiveFirst: () =>
      new Promise((resolve) => {
        const wait = listener;
        listener = (message) => {
          listener = wait;
          resolve(message);
        };
      }),
    onMessage: (next) => {
      listener = next;
      for (const message of early.splice(0)) next(message);
    },
  };
};
