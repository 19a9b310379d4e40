/** Checks that the engine runs as this package intends. The Connection page shows deviations. */
import type { EngineProblem } from '../../contract/commands/shell.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { EngineFacts } from '../../contract/port.ts';
import type { Clock } from '../clock/clock.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Log } from '../log/log.ts';
import { childMemory, type Way } from './child.ts';

/** Longer than opening a large database, shorter than a repair. */
const patienceMs = 60_000;

/** Health of the engine, for diagnostics. */
export type EngineHealth = {
  readonly expected: EngineFacts['way'];
  readonly isPackaged: boolean;
  /** How the last ready process runs; null before the first. */
  readonly runs: Pick<EngineFacts, 'way' | 'node' | 'nodeAPI' | 'sqlite'> | null;
  /** Whether V8 uses our memory flags. */
  readonly memoryHolds: boolean | null;
  readonly problem: EngineProblem | null;
};

/** `heapLimit` is this process's, without our flags, in bytes. */
export const checkEngine = (dependencies: {
  readonly way: Way;
  readonly isPackaged: boolean;
  readonly isThere: (path: string) => boolean;
  readonly heapLimit: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: () => void;
}) => {
  const { way, isPackaged, isThere, heapLimit, clock, log, changed } = dependencies;
  let runs: EngineFacts | null = null;
  let problem: EngineProblem | null = null;
  const waiting = createSchedule(clock, () => undefined);

  const become = (next: EngineProblem | null): void => {
    if (next === problem) return;
    problem = next;
    if (isPackaged) changed();
  };
  const isComplete = (): boolean => way.way !== 'node' || !isPackaged || isThere(way.program());
  /** Electron does not report V8's flags; its heap limit shows them. */
  const holds = ({ flags, heapLimit: limit }: EngineFacts): boolean =>
    way.way === 'node'
      ? childMemory.every((flag) => flags.includes(flag))
      : flags.some((flag) => flag.includes(childMemory.join(' '))) && limit < heapLimit;
  const memoryHolds = (): boolean | null => (runs === null ? null : holds(runs));

  return {
    launches: () => {
      become(isComplete() ? null : 'incomplete');
      waiting.in('come', patienceMs, () => {
        log.warn({ kind: way.way, isPackaged }, 'the engine has not come yet');
        become('late');
      });
    },
    /** The process is ready and reports how it runs. */
    runs: (facts: EngineFacts) => {
      waiting.cancel('come');
      runs = facts;
      const { way: kind, node, nodeAPI, sqlite } = facts;
      const isAsItShould = kind === way.way;
      const say = isAsItShould && holds(facts) ? log.info : log.warn;
      say(
        { kind, isAsItShould, memoryHolds: memoryHolds(), node, nodeAPI, sqlite, isPackaged },
        'the engine runs',
      );
      become(isAsItShould ? null : 'otherWay');
    },
    becomes: (state: EventPayload<'engine'>): void => {
      if (state.state !== 'stopped') return;
      waiting.cancel('come');
      // An engine that reports an error, or that ran before, can start here.
      if (state.error.code !== 'engine_stopped' || runs !== null)
        return become(problem === 'late' ? null : problem);
      const isWhole = isComplete();
      log.error({ kind: way.way, isWhole, isPackaged }, 'the engine did not come');
      become(isWhole ? 'notStarted' : 'incomplete');
    },
    facts: (): EngineHealth => ({
      expected: way.way,
      isPackaged,
      runs: runs && { way: runs.way, node: runs.node, nodeAPI: runs.nodeAPI, sqlite: runs.sqlite },
      memoryHolds: memoryHolds(),
      problem: isPackaged ? problem : null,
    }),
    stop: () => waiting.stop(),
  };
};
