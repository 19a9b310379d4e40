import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { lastWord, openLine, type LineProcess } from '../../../main/line/line.ts';

/** A plain Node process connected to main. */
const nodeProcess = () => {
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
const utilityProcess = () => {
  const port = Object.assign(new EventEmitter(), { postMessage: vi.fn() });
  const process = Object.assign(new EventEmitter(), {
    parentPort: port,
    connected: false,
    exit: vi.fn(),
  });
  return { process, port, say: (data: unknown): boolean => port.emit('message', { data }) };
};
const lineOf = (process: object) => openLine<string, string>(process as LineProcess);

describe('a line to main', () => {
  it.each(['node', 'utilityProcess'] as const)(
    'over %s keeps early messages in order until there is a listener',
    async (way) => {
      const node = nodeProcess();
      const utility = utilityProcess();
      const line = lineOf(way === 'node' ? node : utility.process);
      const say = (data: string): unknown =>
        way === 'node' ? node.emit('message', data) : utility.say(data);
      expect(line.way).toBe(way);
      const first = line.first();
      for (const word of ['one', 'two', 'three']) say(word);
      expect(await first).toBe('one');
      const received: string[] = [];
      line.onMessage((word) => received.push(word));
      say('four');
      expect(received).toEqual(['two', 'three', 'four']);
    },
  );

  it('reports that main is gone, even to a late listener', () => {
    const node = nodeProcess();
    const [early, late] = [vi.fn(), vi.fn()];
    lineOf(node).onDisconnect(early);
    expect(early).not.toHaveBeenCalled();
    node.disconnect();
    expect(early).toHaveBeenCalledOnce();
    lineOf(node).onDisconnect(late);
    expect(late).toHaveBeenCalledOnce();
    lineOf(node).send('dropped');
    expect(node.send).not.toHaveBeenCalled();
  });

  it('exits a plain Node process at once', () => {
    const node = nodeProcess();
    lineOf(node).exit(3);
    expect(node.exit).toHaveBeenCalledExactlyOnceWith(3);
    lineOf(node).exit();
    expect(node.exit).toHaveBeenLastCalledWith(0);
  });

  it('exits a utility process only after main has read the last message', () => {
    const { process, port, say } = utilityProcess();
    const line = lineOf(process);
    line.send('the answer');
    line.exit(3);
    expect(port.postMessage.mock.calls).toEqual([['the answer'], [lastWord]]);
    expect(process.exit).not.toHaveBeenCalled();
    say(lastWord);
    expect(process.exit).toHaveBeenCalledExactlyOnceWith(3);
  });
});
