import { describe, expect, it, vi } from 'vitest';
import { fail } from '../../../contract/errors.ts';
import type { EngineFacts } from '../../../contract/port.ts';
import { childMemory } from '../../../main/shell/child.ts';
import type { Way } from '../../../main/shell/child.ts';
import { checkEngine } from '../../../main/shell/engine-check.ts';
import { someRuns } from '../../engine-runs.ts';
import { handClock } from '../connect/support/hand-clock.ts';

const utility: Way = { way: 'utilityProcess' };
const node: Way = { way: 'node', program: () => '/resources/node' };
/** As an official package has it. */
const official: EngineFacts = {
  ...someRuns,
  way: 'utilityProcess',
  flags: [`--js-flags=${childMemory.join(' ')}`],
  heapLimit: 4_000_000_000,
};
const stopped = (error = fail('engine_stopped', 'It keeps stopping.')) =>
  ({ state: 'stopped', error: error.ok ? undefined : error.error }) as never;

const check = ({
  way = utility,
  isPackaged = true,
  isThere = true,
}: {
  readonly way?: Way;
  readonly isPackaged?: boolean;
  readonly isThere?: boolean;
} = {}) => {
  const clock = handClock();
  const changed = vi.fn();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const of = checkEngine({
    way,
    isPackaged,
    isThere: () => isThere,
    heapLimit: 4_012_000_000,
    clock,
    log,
    changed,
  });
  return { of, clock, changed, log };
};

describe('an engine', () => {
  it('that runs as its package should have it is one line of the log and no problem', () => {
    const { of, log, changed } = check();
    of.launches();
    of.runs(official);
    expect(of.facts()).toEqual({
      expected: 'utilityProcess',
      isPackaged: true,
      runs: { way: 'utilityProcess', node: '24.21.0', nodeAPI: 10, sqlite: '3.50.4' },
      memoryHolds: true,
      problem: null,
    });
    expect(log.info).toHaveBeenCalledExactlyOnceWith(
      {
        kind: 'utilityProcess',
        isAsItShould: true,
        memoryHolds: true,
        node: '24.21.0',
        nodeAPI: 10,
        sqlite: '3.50.4',
        isPackaged: true,
      },
      'the engine runs',
    );
    expect([log.warn, log.error, changed].flatMap((one) => one.mock.calls)).toEqual([]);
  });

  it('that runs in another way is a problem', () => {
    const { of, log, changed } = check();
    of.launches();
    of.runs(someRuns);
    expect(of.facts().problem).toBe('otherWay');
    expect(log.warn).toHaveBeenCalledOnce();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('whose Node is not in the package is a problem at once, and still when it has stopped', () => {
    const { of, changed } = check({ way: node, isThere: false });
    of.launches();
    expect(of.facts().problem).toBe('incomplete');
    of.becomes(stopped());
    expect(of.facts().problem).toBe('incomplete');
    expect(changed).toHaveBeenCalledOnce();
  });

  it('that never came and is given up is a problem until it comes', () => {
    const { of, log, changed } = check();
    of.launches();
    of.becomes({ state: 'restarting' });
    expect(of.facts().problem).toBeNull();
    of.becomes(stopped());
    expect(of.facts()).toMatchObject({ problem: 'notStarted', runs: null, memoryHolds: null });
    expect(log.error).toHaveBeenCalledOnce();
    of.launches();
    of.runs(official);
    expect(of.facts().problem).toBeNull();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('that came once, or says itself why it cannot run, is no problem of the package', () => {
    const refuses = check();
    refuses.of.launches();
    refuses.of.becomes(stopped(fail('database_newer', 'Newer.')));
    expect(refuses.of.facts().problem).toBeNull();
    const dies = check();
    dies.of.launches();
    dies.of.runs(official);
    dies.of.becomes(stopped());
    expect(dies.of.facts().problem).toBeNull();
  });

  it('that has not come after a minute is late until it comes', async () => {
    const { of, clock, log } = check();
    of.launches();
    await clock.advance(59_999);
    expect(of.facts().problem).toBeNull();
    await clock.advance(1);
    expect(of.facts().problem).toBe('late');
    expect(log.warn).toHaveBeenCalledOnce();
    of.runs(official);
    expect(of.facts().problem).toBeNull();
    await clock.advance(600_000);
    expect(of.facts().problem).toBeNull();
  });

  it('that comes late and refuses is no longer late', async () => {
    const { of, clock } = check();
    of.launches();
    await clock.advance(60_000);
    of.becomes(stopped(fail('disk_full', 'Full.')));
    expect(of.facts().problem).toBeNull();
  });

  it('that has given up, or that nobody waits for any more, is not late', async () => {
    const gone = check();
    gone.of.launches();
    gone.of.becomes(stopped());
    await gone.clock.advance(600_000);
    expect(gone.of.facts().problem).toBe('notStarted');
    const quits = check();
    quits.of.launches();
    quits.of.stop();
    await quits.clock.advance(600_000);
    expect(quits.log.warn).not.toHaveBeenCalled();
  });

  it.each([
    ['utilityProcess that was not told', utility, { ...official, flags: [] }],
    ['utilityProcess that grows as main does', utility, { ...official, heapLimit: 4_012_000_000 }],
    ['a Node that was not told', node, { ...someRuns, flags: ['--max-semi-space-size=4'] }],
  ])('that does not do what V8 was told is in the log and no problem: %s', (_, way, runs) => {
    const { of, log, changed } = check({ way });
    of.launches();
    of.runs(runs);
    expect(of.facts()).toMatchObject({ memoryHolds: false, problem: null });
    expect(log.warn).toHaveBeenCalledOnce();
    expect(changed).not.toHaveBeenCalled();
  });

  it('is never complained about in development, where the log says the same', async () => {
    const { of, clock, log, changed } = check({ way: node, isPackaged: false, isThere: false });
    of.launches();
    await clock.advance(60_000);
    expect(log.warn).toHaveBeenCalledOnce();
    of.runs(official);
    expect(log.warn).toHaveBeenCalledTimes(2);
    expect(of.facts()).toMatchObject({ isPackaged: false, problem: null });
    expect(changed).not.toHaveBeenCalled();
  });
});
