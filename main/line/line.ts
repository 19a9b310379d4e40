/**
 * A child process's connection to main: a port under Electron's utilityProcess, an IPC channel
 * under plain Node. Under utilityProcess an exiting child would lose its last messages, so it announces
 * its exit and waits until main has read them.
 */
import type { Port } from '../../contract/port.ts';

/** A child's last message. Main (shell/utility-child.ts) echoes it after reading all earlier ones. */
export const lastWord = 'hearthline: last word';

type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/** A process of either kind; plain Node's has no `parentPort`. */
export type LineProcess = Pick<
  NodeJS.Process,
  'connected' | 'disconnect' | 'exit' | 'on' | 'once' | 'send'
> & { readonly parentPort?: ParentPort };

type Connection = {
  readonly way: 'utilityProcess' | 'node';
  readonly send: (message: unknown) => void;
  readonly receive: (listener: (message: unknown) => void) => void;
  /** Calls `listener` when main is gone; never under utilityProcess, where Chromium kills this process. */
  readonly onDisconnect: (listener: () => void) => void;
  /** Exits with this code once main has received everything. */
  readonly exit: (code?: number) => void;
};

type Line<Out, In> = Port<Out, In> &
  Pick<Connection, 'way' | 'onDisconnect' | 'exit'> & {
    /** Resolves to the first message; later ones wait for `onMessage`. Call at most once, immediately. */
    readonly first: () => Promise<In>;
  };

const overPort = (process: LineProcess, port: ParentPort): Connection => {
  let exitCode: number | null = null;
  return {
    way: 'utilityProcess',
    send: (message) => port.postMessage(message),
    receive: (listener) =>
      port.on('message', ({ data }) => {
        if (data !== lastWord) listener(data);
        else if (exitCode !== null) process.exit(exitCode);
      }),
    onDisconnect: () => undefined,
    exit: (code = 0) => {
      exitCode = code;
      port.postMessage(lastWord);
    },
  };
};

const overChannel = (process: LineProcess): Connection => ({
  way: 'node',
  send: (message) => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  },
  receive: (listener) => void process.on('message', listener),
  onDisconnect: (listener) => {
    process.on('disconnect', listener);
    // The process has disconnected before, so no event will follow.
    if (!process.connected) listener();
  },
  exit: (code = 0) => {
    // Disconnecting flushes the last messages.
    if (process.connected) process.once('disconnect', () => process.exit(code)).disconnect?.();
    else process.exit(code);
  },
});

/** Opens this process's connection to main. Call once, immediately. */
export const openLine = <Out, In>(process: LineProcess): Line<Out, In> => {
  const { parentPort } = process;
  const connection =
    parentPort === undefined ? overChannel(process) : overPort(process, parentPort);
  const early: In[] = [];
  let listener = (message: In): void => void early.push(message);
  connection.receive((message) => listener(message as In));
  return {
    ...connection,
    first: () =>
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
