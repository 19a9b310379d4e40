/**
 * The line to main of a program that the app starts (engine, keychain, files): a port under Electron's
 * utilityProcess, Node's own channel under a plain Node. Under the first a process that ends takes along
 * what it said last, and main hears of the end before it; so who is done says so, and ends when main
 * has read everything.
 */
import type { Port } from '../../contract/port.ts';

/** Said last; main (shell/utility-child.ts) says it back when it has read all that came before. */
export const lastWord = 'hearthline: last word';

/** The part of Electron's parentPort that is used here. */
type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/** A process as either way makes it: plain Node's has no `parentPort`. */
export type LineProcess = Pick<
  NodeJS.Process,
  'connected' | 'disconnect' | 'exit' | 'on' | 'once' | 'send'
> & { readonly parentPort?: ParentPort };

export type Line<Out, In> = Port<Out, In> & {
  readonly way: 'utilityProcess' | 'node';
  /** The first message; what comes after it waits for `onMessage`. Asked for at most once, and at once. */
  readonly first: () => Promise<In>;
  /**
   * Told when main is gone, also when it went before this was asked. Never under utilityProcess, where
   * Chromium ends the process at once, whatever it is doing.
   */
  readonly onGone: (listener: () => void) => void;
  /** Ends the process, with this exit code, once main has everything that was sent. */
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
    // Nobody says that again.
    if (!process.connected) listener();
  },
  leave: (code = 0) => {
    // Disconnecting lets the last words out.
    if (process.connected) process.once('disconnect', () => process.exit(code)).disconnect?.();
    else process.exit(code);
  },
});

/**
 * Opens the line of this process, at once and once.
 *
 * @param process the process that Node or Electron made
 */
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
