/**
 * What happens to a call of the window behind the gate: it must be in the contract and its input must
 * fit, before anything else sees it. Nothing that is thrown further in reaches the window as more
 * than the code `internal`.
 */
import {
  commands,
  isCommandName,
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

/**
 * Answers one call: unknown commands with `unknown_command`, bad input with `invalid_input` naming
 * the field and never its value.
 */
export const answerCall = async (
  { handlers, askEngine, log }: Gate,
  command: unknown,
  input: unknown,
): Promise<Answer<unknown>> => {
  if (!isCommandName(command)) return fail('unknown_command', 'There is no such command.');
  try {
    const checked = commands[command].input.safeParse(input);
    if (!checked.success) {
      const where = checked.error.issues[0]?.path.join('.') ?? '';
      return fail('invalid_input', `The input of ${command} is not valid.`, { detail: where });
    }
    if (commands[command].answeredBy === 'engine') {
      return await askEngine(command as CommandsOf<'engine'>, checked.data);
    }
    const handler = handlers[command as CommandsOf<'main'>] as (
      input: unknown,
    ) => Promise<Answer<unknown>>;
    return await handler(checked.data);
  } catch (error) {
    log.error({ command, error }, 'a command failed');
    return fail('internal', 'Something went wrong inside Hearthline.');
  }
};
