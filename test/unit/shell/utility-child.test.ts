/** Workarounds for Electron that a real one cannot be made to need; test/e2e/utility-process.test.ts has the rest. */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { childMemory } from '../../../main/shell/child.ts';
import { createUtilityStarter } from '../../../main/shell/utility-child.ts';

type Fork = Parameters<typeof createUtilityStarter>[0]['fork'];

/** A fake of Electron's side of a child process. */
const played = () => {
  const electrons = Object.assign(new EventEmitter(), {
    pid: undefined as number | undefined,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    postMessage: vi.fn(),
    kill: vi.fn(() => true),
  });
  const fork = vi.fn((..._: unknown[]) => electrons as unknown as ReturnType<Fork>);
  const child = createUtilityStarter({ fork, env: { PATH: '/bin', TOKEN: 'x' } })(
    '/a.js',
    [],
    'Ours',
  );
  return { electrons, fork, child };
};

it('a child process receives the memory options as a Chromium switch, and only the needed environment', () => {
  const { fork } = played();
  expect(fork.mock.calls[0]?.[2]).toMatchObject({
    execArgv: [`--js-flags=${childMemory.join(' ')}`],
    env: { PATH: '/bin' },
    serviceName: 'Ours',
  });
  expect(fork.mock.calls[0]?.[2]).not.toHaveProperty('env.TOKEN');
});

it('messages to an exited child are dropped, because Electron may crash', async () => {
  const { electrons, child } = played();
  electrons.once('exit', () => child.send('during its end'));
  electrons.emit('exit', 9);
  child.send('after its end');
  expect(await new Promise((done) => child.onExit(done))).toBe(9);
  expect(electrons.postMessage).not.toHaveBeenCalled();
});

it('a child that is killed while it starts is killed once it runs', () => {
  const { electrons, child } = played();
  child.kill();
  expect(electrons.kill).not.toHaveBeenCalled();
  electrons.pid = 1;
  electrons.emit('spawn');
  expect(electrons.kill).toHaveBeenCalledOnce();
});

it('an exited child is not killed, because its process id may belong to another process', () => {
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

it('a fatal V8 error in a child does not throw in the parent', () => {
  const { electrons } = played();
  expect(() => electrons.emit('error', 'FatalError', 'here', '{}')).not.toThrow();
});
