import { describe, expect, it, vi } from 'vitest';
import { fail } from '../../../contract/errors.ts';
import type { EngineFacts } from '../../../contract/port.ts';
import { childMemory } from '../../../main/shell/child.ts';
import type { ChildRuntime } from '../../../main/shell/child.ts';
import { checkEngine } from '../../../main/shell/engine-check.ts';
import { someRuns } from '../../engine-runs.ts';
import { handClock } from '../connect/support/hand-clock.ts';

const utility: ChildRuntime = { kind: 'utilityProcess' };
const node: ChildRuntime = { kind: 'node', program: () => '/resources/node' };
/** The facts of an engine from an official package. */
const official: EngineFacts = {
  ...someRuns,
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
  const clock = handClock();
  const changed = vi.fn();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const of = checkEngine({
    childRuntime,
    isPackaged,
    isThere: () => isThere,
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
    of.noteLaunch();
    of.noteReady(official);
    expect(of.facts()).toEqual({
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
    of.noteLaunch();
    of.noteReady(someRuns);
    expect(of.facts().problem).toBe('otherRuntime');
    expect(log.warn).toHaveBeenCalledOnce();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('whose Node is missing from the package is a problem at once and after it stopped', () => {
    const { of, changed } = check({ childRuntime: node, isThere: false });
    of.noteLaunch();
    expect(of.facts().problem).toBe('incomplete');
    of.noteState(stopped());
    expect(of.facts().problem).toBe('incomplete');
    expect(changed).toHaveBeenCalledOnce();
  });

  it('that never started and stays stopped is a problem until it starts', () => {
    const { of, log, changed } = check();
    of.noteLaunch();
    of.noteState({ state: 'restarting' });
    expect(of.facts().problem).toBeNull();
    of.noteState(stopped());
    expect(of.facts()).toMatchObject({ problem: 'notStarted', runs: null, isMemoryLimited: null });
    expect(log.error).toHaveBeenCalledOnce();
    of.noteLaunch();
    of.noteReady(official);
    expect(of.facts().problem).toBeNull();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('that ran before, or reports why it cannot run, is no packaging problem', () => {
    const refuses = check();
    refuses.of.noteLaunch();
    refuses.of.noteState(stopped(fail('database_newer', 'Newer.')));
    expect(refuses.of.facts().problem).toBeNull();
    const dies = check();
    dies.of.noteLaunch();
    dies.of.noteReady(official);
    dies.of.noteState(stopped());
    expect(dies.of.facts().problem).toBeNull();
  });

  it('that has not started after a minute is late until it starts', async () => {
    const { of, clock, log } = check();
    of.noteLaunch();
    await clock.advance(59_999);
    expect(of.facts().problem).toBeNull();
    await clock.advance(1);
    expect(of.facts().problem).toBe('late');
    expect(log.warn).toHaveBeenCalledOnce();
    of.noteReady(official);
    expect(of.facts().problem).toBeNull();
    await clock.advance(600_000);
    expect(of.facts().problem).toBeNull();
  });

  it('that reports a failure is no longer late', async () => {
    const { of, clock } = check();
    of.noteLaunch();
    await clock.advance(60_000);
    of.noteState(stopped(fail('disk_full', 'Full.')));
    expect(of.facts().problem).toBeNull();
  });

  it('that stays stopped, or that is quitting, is not late', async () => {
    const gone = check();
    gone.of.noteLaunch();
    gone.of.noteState(stopped());
    await gone.clock.advance(600_000);
    expect(gone.of.facts().problem).toBe('notStarted');
    const quits = check();
    quits.of.noteLaunch();
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
    ['Node without all flags', node, { ...someRuns, flags: ['--max-semi-space-size=4'] }],
  ])('that ignores the memory limits is logged and no problem: %s', (_, way, runs) => {
    const { of, log, changed } = check({ childRuntime: way });
    of.noteLaunch();
    of.noteReady(runs);
    expect(of.facts()).toMatchObject({ isMemoryLimited: false, problem: null });
    expect(log.warn).toHaveBeenCalledOnce();
    expect(changed).not.toHaveBeenCalled();
  });

  it('is never a problem in development, but is logged', async () => {
    const { of, clock, log, changed } = check({
      childRuntime: node,
      isPackaged: false,
      isThere: false,
    });
    of.noteLaunch();
    await clock.advance(60_000);
    expect(log.warn).toHaveBeenCalledOnce();
    of.noteReady(official);
    expect(log.warn).toHaveBeenCalledTimes(2);
    expect(of.facts()).toMatchObject({ isPackaged: false, problem: null });
    expect(changed).not.toHaveBeenCalled();
  });
});
