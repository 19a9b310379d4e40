import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  exitNotice,
  openParentPort,
  type ChildProcess,
} from '../../../main/parent-port/parent-port.ts';

/** A plain Node process connected to main. */
const createNodeProcess = () => {
  const process = Object.assign(new EventEmitter(), {
    connected: true,
    send: vi.fn(),
    exit: vi.fn(),
    disconnect: () => {
      process.connected = false;
      process.emit('disconnect');
    },
  });
  return process;
};

/** A process of Electron's utilityProcess; `say` sends as main. */
const createUtilityProcess = () => {
  const port = Object.assign(new EventEmitter(), { postMessage: vi.fn() });
  const process = Object.assign(new EventEmitter(), {
    parentPort: port,
    connected: false,
    exit: vi.fn(),
  });
  return { process, port, say: (data: unknown): boolean => port.emit('message', { data }) };
};
const open = (process: object) => openParentPort<string, string>(process as ChildProcess);

describe('a connection to main', () => {
  it.each(['node', 'utilityProcess'] as const)(
    'over %s keeps early messages in order until there is a listener',
    async (runtime) => {
      const node = createNodeProcess();
      const utility = createUtilityProcess();
      const port = open(runtime === 'node' ? node : utility.process);
      const say = (data: string): unknown =>
        runtime === 'node' ? node.emit('message', data) : utility.say(data);
      expect(port.runtime).toBe(runtime);
      const first = port.receiveFirst();
      for (const word of ['one', 'two', 'three']) say(word);
      expect(await first).toBe('one');
      const received: string[] = [];
      port.onMessage((word) => received.push(word));
      say('four');
      expect(received).toEqual(['two', 'three', 'four']);
    },
  );

  it('reports that main is gone, even to a late listener', () => {
    const node = createNodeProcess();
    const [early, late] = [vi.fn(), vi.fn()];
    open(node).onDisconnect(early);
    expect(early).not.toHaveBeenCalled();
    node.disconnect();
    expect(early).toHaveBeenCalledOnce();
    open(node).onDisconnect(late);
    expect(late).toHaveBeenCalledOnce();
    open(node).send('dropped');
    expect(node.send).not.toHaveBeenCalled();
  });

  it('exits a plain Node process at once', () => {
    const node = createNodeProcess();
    open(node).exit(3);
    expect(node.exit).toHaveBeenCalledExactlyOnceWith(3);
    open(node).exit();
    expect(node.exit).toHaveBeenLastCalledWith(0);
  });

  it('exits a utility process only after main has read the last message', () => {
    const { process, port: electronPort, say } = createUtilityProcess();
    const port = open(process);
    port.send('the answer');
    port.exit(3);
    expect(electronPort.postMessage.mock.calls).toEqual([['the answer'], [exitNotice]]);
    expect(process.exit).not.toHaveBeenCalled();
    say(exitNotice);
    expect(process.exit).toHaveBeenCalledExactlyOnceWith(3);
  });
});
