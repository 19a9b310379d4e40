/**
 * What happens to a call of the window behind the gate: it must be in the contract and its input must
 * fit, before anything else sees it, and nothing behind checks that again. Nothing that is thrown
 * further in reaches the window as more than the code `internal`.
 */
import {
  commands,
  readCall,
  type CommandOutput,
  type CommandsOf,
} from '../../contract/commands.ts';
import { fail, type Answer } from '../../contract/errors.ts';
import type { Log } from '../log/log.ts';

/** What main answers itself. Inputs have passed the contract's schema. */
export type MainHandlers = {
  readonly [C in CommandsOf<'main'>]: (
    input: ReturnType<(typeof commands)[C]['input']['parse']>,
  ) => Promise<Answer<CommandOutput<C>>>;
};

export type Gate = {
  readonly handlers: MainHandlers;
  readonly askEngine: (command: CommandsOf<'engine'>, input: unknown) => Promise<Answer<unknown>>;
  readonly log: Log;
};

/** Answers one call; `unknown_command` or `invalid_input` for what is not in the contract. */
export const answerCall = async (
  { handlers, askEngine, log }: Gate,
  command: unknown,
  input: unknown,
): Promise<Answer<unknown>> => {
  try {
    const call = readCall(command, input);
    if (!call.ok) return call;
    if (commands[call.value.command].answeredBy === 'engine') {
      return await askEngine(call.value.command as CommandsOf<'engine'>, call.value.input);
    }
    const handler = handlers[call.value.command as CommandsOf<'main'>] as (
      input: unknown,
    ) => Promise<Answer<unknown>>;
    return await handler(call.value.input);
  } catch (error) {
    log.error({ command, error }, 'a command failed');
    return fail('internal', 'Something went wrong inside Hearthline.');
  }
};
