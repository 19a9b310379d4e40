/** The engine for main's services: their questions, whose answers are validated, and the window's commands about it. */
import { commands, type CommandOutput, type CommandsOf } from '../../contract/commands.ts';
import { parseAnswer, succeed, type Answer } from '../../contract/errors.ts';
import { defineMainHandlers, succeedAfter } from './answer-call.ts';
import type { EarlyEngine } from './early-engine.ts';

export type EngineService = ReturnType<typeof createEngineService>;

export const createEngineService = (engine: EarlyEngine) => ({
  ...engine,
  query: async <C extends CommandsOf<'engine'>>(command: C) =>
    parseAnswer(commands[command].output, await engine.ask(command, {})) as Answer<
      CommandOutput<C>
    >,
  handlers: defineMainHandlers({
    'shell.engine': async () => succeed({ problem: engine.getFacts().problem }),
    'shell.restartEngine': succeedAfter(({ isAlone }) => engine.restart(isAlone)),
  }),
});
