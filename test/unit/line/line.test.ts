import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { lastWord, openLine, type LineProcess } from '../../../main/line/line.ts';

/** A process of plain Node, connected to main. */
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

/** A process of Electron's utilityProcess; `say` is main. */
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
    'over %s keeps what comes before somebody listens, in its order',
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
      const heard: string[] = [];
      line.onMessage((word) => heard.push(word));
      say('four');
      expect(heard).toEqual(['two', 'three', 'four']);
    },
  );

  it('says that main is gone, also to who asks when it has gone', () => {
    const node = nodeProcess();
    const [early, late] = [vi.fn(), vi.fn()];
    lineOf(node).onGone(early);
    expect(early).not.toHaveBeenCalled();
    node.disconnect();
    expect(early).toHaveBeenCalledOnce();
    lineOf(node).onGone(late);
    expect(late).toHaveBeenCalledOnce();
    lineOf(node).send('nobody hears this');
    expect(node.send).not.toHaveBeenCalled();
  });

  it('is left under plain Node when the last words are out', () => {
    const node = nodeProcess();
    lineOf(node).leave(3);
    expect(node.exit).toHaveBeenCalledExactlyOnceWith(3);
    lineOf(node).leave();
    expect(node.exit).toHaveBeenLastCalledWith(0);
  });

  it('is left under utilityProcess when main has read the last words, and not before', () => {
    const { process, port, say } = utilityProcess();
    const line = lineOf(process);
    line.send('the answer');
    line.leave(3);
    expect(port.postMessage.mock.calls).toEqual([['the answer'], [lastWord]]);
    expect(process.exit).not.toHaveBeenCalled();
    say(lastWord);
    expect(process.exit).toHaveBeenCalledExactlyOnceWith(3);
  });
});
