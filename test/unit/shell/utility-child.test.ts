/**
 * What is done about Electron's own ways where a real one cannot be made to show them
 * (test/e2e/utility-process.test.ts has the rest).
 */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { childMemory } from '../../../main/shell/child.ts';
import { utilityStarter } from '../../../main/shell/utility-child.ts';

type Fork = Parameters<typeof utilityStarter>[0]['fork'];

/** Electron's side of a child, as a test plays it. */
const played = () => {
  const electrons = Object.assign(new EventEmitter(), {
    pid: undefined as number | undefined,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    postMessage: vi.fn(),
    kill: vi.fn(() => true),
  });
  const fork = vi.fn((..._: unknown[]) => electrons as unknown as ReturnType<Fork>);
  const child = utilityStarter({ fork, env: { PATH: '/bin', TOKEN: 'x' } })('/a.js', [], 'Ours');
  return { electrons, fork, child };
};

it('is told about memory by a switch of Chromium’s, and sees of the environment what it needs', () => {
  const { fork } = played();
  expect(fork.mock.calls[0]?.[2]).toMatchObject({
    execArgv: [`--js-flags=${childMemory.join(' ')}`],
    env: { PATH: '/bin' },
    serviceName: 'Ours',
  });
  expect(fork.mock.calls[0]?.[2]).not.toHaveProperty('env.TOKEN');
});

it('is sent nothing once it has ended: Electron may crash of it', async () => {
  const { electrons, child } = played();
  electrons.once('exit', () => child.send('during its end'));
  electrons.emit('exit', 9);
  child.send('after its end');
  expect(await new Promise((done) => child.onExit(done))).toBe(9);
  expect(electrons.postMessage).not.toHaveBeenCalled();
});

it('is ended as soon as it runs when it was to end while it was starting', () => {
  const { electrons, child } = played();
  child.kill();
  expect(electrons.kill).not.toHaveBeenCalled();
  electrons.pid = 1;
  electrons.emit('spawn');
  expect(electrons.kill).toHaveBeenCalledOnce();
});

it('ends nobody when it has ended itself: its number may be somebody else’s', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const { electrons, child } = played();
  electrons.pid = 4_000_000;
  electrons.emit('exit', 0);
  child.destroy();
  child.kill();
  expect(kill).not.toHaveBeenCalled();
  expect(electrons.kill).not.toHaveBeenCalled();
  kill.mockRestore();
});

it('is no error of ours when V8 could not go on in it', () => {
  const { electrons } = played();
  expect(() => electrons.emit('error', 'FatalError', 'here', '{}')).not.toThrow();
});
