import { describe, expect, it, vi } from 'vitest';
import { fail } from '../../../contract/errors.ts';
import type { EngineFacts } from '../../../contract/port.ts';
import { childMemory } from '../../../main/shell/child.ts';
import type { ChildRuntime } from '../../../main/shell/child.ts';
import { createEngineCheck } from '../../../main/shell/engine-check.ts';
import { someEngineFacts } from '../../engine-facts.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';

const utility: ChildRuntime = { kind: 'utilityProcess' };
const node: ChildRuntime = { kind: 'node', locateProgram: () => '/resources/node' };
/** The facts of an engine from an official package. */
const official: EngineFacts = {
  ...someEngineFacts,
  runtime: 'utilityProcess',
  flags: [`--js-flags=${childMemory.join(' ')}`],
  heapLimit: 4_000_000_000,
};
const stopped = (error = fail('engine_stopped', 'It keeps stopping.')) =>
  ({ state: 'stopped', error: error.ok ? undefined : error.error }) as never;

const check = ({
  childRuntime = utility,
  isPackaged = true,
  isThere = true,
}: {
  readonly childRuntime?: ChildRuntime;
  readonly isPackaged?: boolean;
  readonly isThere?: boolean;
} = {}) => {
  const clock = createHandClock();
  const changed = vi.fn();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const of = createEngineCheck({
    childRuntime,
    isPackaged,
    exists: () => isThere,
    heapLimit: 4_012_000_000,
    clock,
    log,
    onChange: changed,
  });
  return { of, clock, changed, log };
};

describe('an engine', () => {
  it('that runs as packaged causes one log line and no problem', () => {
    const { of, log, changed } = check();
    of.handleLaunch();
    of.handleReady(official);
    expect(of.getFacts()).toEqual({
      expected: 'utilityProcess',
      isPackaged: true,
      runs: { runtime: 'utilityProcess', node: '24.21.0', nodeAPI: 10, sqlite: '3.50.4' },
      isMemoryLimited: true,
      problem: null,
    });
    expect(log.info).toHaveBeenCalledExactlyOnceWith(
      {
        kind: 'utilityProcess',
        isExpected: true,
        isMemoryLimited: true,
        node: '24.21.0',
        nodeAPI: 10,
        sqlite: '3.50.4',
        isPackaged: true,
      },
      'the engine runs',
    );
    expect([log.warn, log.error, changed].flatMap((one) => one.mock.calls)).toEqual([]);
  });

  it('that runs in another way than packaged is a problem', () => {
    const { of, log, changed } = check();
    of.handleLaunch();
    of.handleReady(someEngineFacts);
    expect(of.getFacts().problem).toBe('otherRuntime');
    expect(log.warn).toHaveBeenCalledOnce();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('whose Node is missing from the package is a problem at once and after it stopped', () => {
    const { of, changed } = check({ childRuntime: node, isThere: false });
    of.handleLaunch();
    expect(of.getFacts().problem).toBe('incomplete');
    of.handleState(stopped());
    expect(of.getFacts().problem).toBe('incomplete');
    expect(changed).toHaveBeenCalledOnce();
  });

  it('that never started and stays stopped is a problem until it starts', () => {
    const { of, log, changed } = check();
    of.handleLaunch();
    of.handleState({ state: 'restarting' });
    expect(of.getFacts().problem).toBeNull();
    of.handleState(stopped());
    expect(of.getFacts()).toMatchObject({
      problem: 'notStarted',
      runs: null,
      isMemoryLimited: null,
    });
    expect(log.error).toHaveBeenCalledOnce();
    of.handleLaunch();
    of.handleReady(official);
    expect(of.getFacts().problem).toBeNull();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('that ran before, or reports why it cannot run, is no packaging problem', () => {
    const refuses = check();
    refuses.of.handleLaunch();
    refuses.of.handleState(stopped(fail('database_newer', 'Newer.')));
    expect(refuses.of.getFacts().problem).toBeNull();
    const dies = check();
    dies.of.handleLaunch();
    dies.of.handleReady(official);
    dies.of.handleState(stopped());
    expect(dies.of.getFacts().problem).toBeNull();
  });

  it('that has not started after a minute is late until it starts', async () => {
    const { of, clock, log } = check();
    of.handleLaunch();
    await clock.advance(59_999);
    expect(of.getFacts().problem).toBeNull();
    await clock.advance(1);
    expect(of.getFacts().problem).toBe('late');
    expect(log.warn).toHaveBeenCalledOnce();
    of.handleReady(official);
    expect(of.getFacts().problem).toBeNull();
    await clock.advance(600_000);
    expect(of.getFacts().problem).toBeNull();
  });

  it('that reports a failure is no longer late', async () => {
    const { of, clock } = check();
    of.handleLaunch();
    await clock.advance(60_000);
    of.handleState(stopped(fail('disk_full', 'Full.')));
    expect(of.getFacts().problem).toBeNull();
  });

  it('that stays stopped, or that is quitting, is not late', async () => {
    const gone = check();
    gone.of.handleLaunch();
    gone.of.handleState(stopped());
    await gone.clock.advance(600_000);
    expect(gone.of.getFacts().problem).toBe('notStarted');
    const quits = check();
    quits.of.handleLaunch();
    quits.of.stop();
    await quits.clock.advance(600_000);
    expect(quits.log.warn).not.toHaveBeenCalled();
  });

  it.each([
    ['utilityProcess without the flags', utility, { ...official, flags: [] }],
    [
      'utilityProcess with the heap limit of main',
      utility,
      { ...official, heapLimit: 4_012_000_000 },
    ],
    ['Node without all flags', node, { ...someEngineFacts, flags: ['--max-semi-space-size=4'] }],
  ])('that ignores the memory limits is logged and no problem: %s', (_, way, runs) => {
    const { of, log, changed } = check({ childRuntime: way });
    of.handleLaunch();
    of.handleReady(runs);
    expect(of.getFacts()).toMatchObject({ isMemoryLimited: false, problem: null });
    expect(log.warn).toHaveBeenCalledOnce();
    expect(changed).not.toHaveBeenCalled();
  });

  it('is never a problem in development, but is logged', async () => {
    const { of, clock, log, changed } = check({
      childRuntime: node,
      isPackaged: false,
      isThere: false,
    });
    of.handleLaunch();
    await clock.advance(60_000);
    expect(log.warn).toHaveBeenCalledOnce();
    of.handleReady(official);
    expect(log.warn).toHaveBeenCalledTimes(2);
    expect(of.getFacts()).toMatchObject({ isPackaged: false, problem: null });
    expect(changed).not.toHaveBeenCalled();
  });
});
