/** Automatic replies of an engine that uses them; loaded by runtime.ts. */
import type { LeadID } from '../../../contract/records.ts';
import { automaticReplyCommands } from './commands.ts';
import { createGate } from './gate.ts';
import { createPlanner, type Planner } from './planner.ts';

export type AutomaticDependencies = Omit<Parameters<typeof createPlanner>[0], 'gate'> &
  Omit<Parameters<typeof automaticReplyCommands>[0], 'planNow'> & {
    /** Without the service (alone.ts) nothing is planned. */
    readonly alone: boolean;
    /** The lead to which the person here is typing a reply, or null. */
    readonly typingIn: () => LeadID | null;
  };

/** The planner of an engine without the service. */
const noPlanner: Planner = {
  changed: () => undefined,
  planNow: () => undefined,
  stop: () => undefined,
};

export const createAutomatic = (dependencies: AutomaticDependencies) => {
  const gate = createGate(dependencies);
  const planner = dependencies.alone ? noPlanner : createPlanner({ ...dependencies, gate });
  const commands = automaticReplyCommands({ ...dependencies, planNow: planner.planNow });
  return { gate, planner, commands };
};
export type Automatic = ReturnType<typeof createAutomatic>;
