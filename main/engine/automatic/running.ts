/** Automatic replies of an engine that uses them; loaded by place.ts. */
import type { Change } from '../../../contract/events.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { ReplyTeam } from '../conversation/outbox/reply-team.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { automaticReplyCommands } from './commands.ts';
import { createGate, type Gate } from './gate.ts';
import { createPlanner, type Planner } from './planner.ts';

export type AutomaticDependencies = {
  readonly store: Store;
  /** Without the service (alone.ts) nothing is planned. */
  readonly alone: boolean;
  readonly clock: Clock;
  readonly slices: Slices;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Sends due replies. */
  readonly pump: () => void;
  readonly undoSeconds: () => number;
  /** Null while this desktop belongs to no team. */
  readonly team: () => Pick<ReplyTeam, 'repliesByRule' | 'ruleReply'> | null;
  /** In a team only owners change rules. */
  readonly mayChange: () => boolean;
  /** The lead in whose composer the person here types, or null. */
  readonly typingIn: () => LeadID | null;
};

export type Automatic = {
  readonly gate: Gate;
  readonly planner: Planner;
  readonly commands: ReturnType<typeof automaticReplyCommands>;
};

/** Of an engine without the service. */
const noPlanner: Planner = {
  changed: () => undefined,
  look: () => undefined,
  stop: () => undefined,
};

export const createAutomatic = (dependencies: AutomaticDependencies): Automatic => {
  const gate = createGate(dependencies);
  const planner = dependencies.alone ? noPlanner : createPlanner({ ...dependencies, gate });
  const commands = automaticReplyCommands({ ...dependencies, look: planner.look });
  return { gate, planner, commands };
};
