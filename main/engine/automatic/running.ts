/** Wires planner, gate and commands together. runtime.ts loads it at the first use. */
import type { LeadID } from '../../../contract/records.ts';
import { createAutomaticReplyCommands } from './commands.ts';
import { createGate } from './gate.ts';
import { createPlanner, type Planner } from './planner.ts';

export type AutomaticDependencies = Omit<Parameters<typeof createPlanner>[0], 'gate'> &
  Omit<Parameters<typeof createAutomaticReplyCommands>[0], 'planNow'> & {
    /** True without the service (alone.ts): nothing is planned. */
    readonly alone: boolean;
    /** Returns the lead to which the person here is typing a reply, or null. */
    readonly getTypingLead: () => LeadID | null;
  };

const noPlanner: Planner = {
  onChange: () => undefined,
  planNow: () => undefined,
  stop: () => undefined,
};

export const createAutomatic = (dependencies: AutomaticDependencies) => {
  const gate = createGate(dependencies);
  const planner = dependencies.alone ? noPlanner : createPlanner({ ...dependencies, gate });
  const commands = createAutomaticReplyCommands({ ...dependencies, planNow: planner.planNow });
  return { gate, planner, commands };
};
export type Automatic = ReturnType<typeof createAutomatic>;
