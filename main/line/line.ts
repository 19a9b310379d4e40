/**
 * A child process's connection to main: a port under Electron's utilityProcess, an IPC channel
 * under plain Node. Under utilityProcess an exiting child loses its last messages, so it announces
 * its exit and waits until main has read everything.
 */
import type { Port } from '../../contract/port.ts';

/** A child's last message; main (shell/utility-child.ts) echoes it once it has read all before. */
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

export type Line<Out, In> = Port<Out, In> & {
  readonly way: 'utilityProcess' | 'node';
  /** The first message; later ones wait for `onMessage`. Call it at most once, immediately. */
  readonly first: () => Promise<In>;
  /** Called when main is gone. Never under utilityProcess: Chromium kills the process. */
  readonly onGone: (listener: () => void) => void;
  /** Exits with this code once main has received everything. */
  readonly leave: (code?: number) => void;
};

type Ends = Pick<Line<unknown, unknown>, 'send' | 'onGone' | 'leave'> & {
  readonly receive: (listener: (message: unknown) => void) => void;
};

const overPort = (process: LineProcess, port: ParentPort): Ends => {
  let leaving: number | null = null;
  return {
    send: (message) => port.postMessage(message),
    receive: (listener) =>
      port.on('message', ({ data }) => {
        if (data !== lastWord) listener(data);
        else if (leaving !== null) process.exit(leaving);
      }),
    onGone: () => undefined,
    leave: (code = 0) => {
      leaving = code;
      port.postMessage(lastWord);
    },
  };
};

const overChannel = (process: LineProcess): Ends => ({
  send: (message) => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  },
  receive: (listener) => void process.on('message', listener),
  onGone: (listener) => {
    process.on('disconnect', listener);
    // The event will not come again.
    if (!process.connected) listener();
  },
  leave: (code = 0) => {
    // Disconnecting flushes the last messages.
    if (process.connected) process.once('disconnect', () => process.exit(code)).disconnect?.();
    else process.exit(code);
  },
});

/** Opens the connection of this process; call it once, immediately. */
export const openLine = <Out, In>(process: LineProcess): Line<Out, In> => {
  const { parentPort } = process;
  const ends = parentPort === undefined ? overChannel(process) : overPort(process, parentPort);
  const early: In[] = [];
  let listener = (message: In): void => void early.push(message);
  ends.receive((message) => listener(message as In));
  return {
    way: parentPort === undefined ? 'node' : 'utilityProcess',
    send: ends.send,
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
    onGone: ends.onGone,
    leave: ends.leave,
  };
};
