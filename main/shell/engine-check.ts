/** Checks that the engine runs the way this package intends. The Connection page shows deviations. */
import type { EngineProblem } from '../../contract/commands/shell.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { EngineFacts } from '../../contract/port.ts';
import type { Clock } from '../clock/clock.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Log } from '../log/log.ts';
import { childMemory, type ChildRuntime } from './child.ts';

/** Longest wait for a start: longer than opening a large database takes, but shorter than a repair. */
const patienceMs = 60_000;

/** Health of the engine, for diagnostics. */
export type EngineHealth = ReturnType<ReturnType<typeof createEngineCheck>['getFacts']>;

/** Creates the check. `heapLimit`, in bytes, is that of this process, which runs without our flags. */
export const createEngineCheck = (dependencies: {
  readonly childRuntime: ChildRuntime;
  readonly isPackaged: boolean;
  readonly exists: (path: string) => boolean;
  readonly heapLimit: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: () => void;
}) => {
  const { childRuntime, isPackaged, exists, heapLimit, clock, log, onChange } = dependencies;
  let lastFacts: EngineFacts | null = null;
  let problem: EngineProblem | null = null;
  const waiting = createSchedule(clock, () => undefined);

  const setProblem = (next: EngineProblem | null): void => {
    if (next === problem) return;
    problem = next;
    if (isPackaged) onChange();
  };
  const isComplete = (): boolean =>
    childRuntime.kind !== 'node' || !isPackaged || exists(childRuntime.locateProgram());
  /** True if V8 uses our flags for less memory. Under utilityProcess only its heap limit shows that. */
  const usesOurFlags = ({ flags, heapLimit: limit }: EngineFacts): boolean =>
    childRuntime.kind === 'node'
      ? childMemory.every((flag) => flags.includes(flag))
      : flags.some((flag) => flag.includes(childMemory.join(' '))) && limit < heapLimit;
  const isMemoryLimited = (): boolean | null =>
    lastFacts === null ? null : usesOurFlags(lastFacts);

  return {
    handleLaunch: () => {
      setProblem(isComplete() ? null : 'incomplete');
      waiting.in('start', patienceMs, () => {
        log.warn({ kind: childRuntime.kind, isPackaged }, 'the engine has not started yet');
        setProblem('late');
      });
    },
    /** Call when a process is ready and has reported its facts. */
    handleReady: (facts: EngineFacts) => {
      waiting.cancel('start');
      lastFacts = facts;
      const { runtime: kind, node, nodeAPI, sqlite } = facts;
      const isExpected = kind === childRuntime.kind;
      const report = isExpected && usesOurFlags(facts) ? log.info : log.warn;
      report(
        { kind, isExpected, isMemoryLimited: isMemoryLimited(), node, nodeAPI, sqlite, isPackaged },
        'the engine runs',
      );
      setProblem(isExpected ? null : 'otherRuntime');
    },
    handleState: (state: EventPayload<'engine'>): void => {
      if (state.state !== 'stopped') return;
      waiting.cancel('start');
      // An engine that reports an error or ran before can start on this computer.
      if (state.error.code !== 'engine_stopped' || lastFacts !== null)
        return setProblem(problem === 'late' ? null : problem);
      const isWhole = isComplete();
      log.error({ kind: childRuntime.kind, isWhole, isPackaged }, 'the engine did not start');
      setProblem(isWhole ? 'notStarted' : 'incomplete');
    },
    getFacts: () => ({
      expected: childRuntime.kind,
      isPackaged,
      /** Facts of the last ready process; null before the first. */
      runs: lastFacts && {
        runtime: lastFacts.runtime,
        node: lastFacts.node,
        nodeAPI: lastFacts.nodeAPI,
        sqlite: lastFacts.sqlite,
      },
      /** True if V8 uses our flags for less memory; null before the first ready process. */
      isMemoryLimited: isMemoryLimited(),
      problem: isPackaged ? problem : null,
    }),
    stop: () => waiting.stop(),
  };
};
