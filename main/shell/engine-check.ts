/**
 * Whether the engine came, and runs as this package should have it: each process of it is written down in
 * one line, and what is not as it should be in a packaged app is a problem that the Connection page says.
 * In development the same is written down and nobody is told: there the engine runs as it can.
 */
import type { EngineProblem } from '../../contract/commands/shell.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { EngineFacts } from '../../contract/port.ts';
import type { Clock } from '../clock/clock.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Log } from '../log/log.ts';
import { childMemory } from './child-memory.ts';
import type { Way } from './child.ts';

/** Longer than opening a large database takes; a repair takes longer. */
const patienceMs = 60_000;

/** Health of the engine, for diagnostics. */
export type EngineHealth = {
  /** How it should run here. */
  readonly expected: EngineFacts['way'];
  readonly isPackaged: boolean;
  /** How the process that was ready last runs; null before one was. */
  readonly runs: Pick<EngineFacts, 'way' | 'node' | 'nodeAPI' | 'sqlite'> | null;
  /** Whether V8 does in it what it was told about memory. */
  readonly memoryHolds: boolean | null;
  readonly problem: EngineProblem | null;
};

export type EngineCheck = {
  /** A process of it is about to be started. */
  readonly launches: () => void;
  /** It is ready, and says how it runs. */
  readonly runs: (runs: EngineFacts) => void;
  /** It is in another state. */
  readonly becomes: (state: EventPayload<'engine'>) => void;
  readonly facts: () => EngineHealth;
  readonly stop: () => void;
};

/**
 * @param way how programs are started here
 * @param isThere whether there is a file of this path
 * @param heapLimit that of this process, where V8 is told nothing about memory, in bytes
 * @param changed there is another problem than before, or none any more
 */
export const checkEngine = ({
  way,
  isPackaged,
  isThere,
  heapLimit,
  clock,
  log,
  changed,
}: {
  readonly way: Way;
  readonly isPackaged: boolean;
  readonly isThere: (path: string) => boolean;
  readonly heapLimit: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly changed: () => void;
}): EngineCheck => {
  let runs: EngineFacts | null = null;
  let problem: EngineProblem | null = null;
  const waiting = createSchedule(clock, () => undefined);

  const become = (next: EngineProblem | null): void => {
    if (next === problem) return;
    problem = next;
    if (isPackaged) changed();
  };
  const isComplete = (): boolean => way.way !== 'node' || !isPackaged || isThere(way.program());
  /** A plain Node refuses a switch that it does not know; Electron says nothing, but its limit tells. */
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
    runs: (facts) => {
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
    becomes: (state) => {
      if (state.state !== 'stopped') return;
      waiting.cancel('come');
      // One that says itself why it cannot run has come, and one that came once can run here.
      if (state.error.code !== 'engine_stopped' || runs !== null)
        return become(problem === 'late' ? null : problem);
      const isWhole = isComplete();
      log.error({ kind: way.way, isWhole, isPackaged }, 'the engine did not come');
      become(isWhole ? 'notStarted' : 'incomplete');
    },
    facts: () => ({
      expected: way.way,
      isPackaged,
      runs: runs && {
        way: runs.way,
        node: runs.node,
        nodeAPI: runs.nodeAPI,
        sqlite: runs.sqlite,
      },
      memoryHolds: memoryHolds(),
      problem: isPackaged ? problem : null,
    }),
    stop: () => waiting.stop(),
  };
};
