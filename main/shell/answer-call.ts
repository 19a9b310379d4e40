/** Validates and answers calls. Anything thrown reaches the window only as `internal`. */
import {
  commands,
  parseCall,
  type CommandOutput,
  type CommandsOf,
} from '../../contract/commands.ts';
import { succeed, type Answer } from '../../contract/errors.ts';
import type { Log } from '../log/log.ts';
import type { EngineHost } from './engine-host.ts';
import { failInternally } from './internal-failure.ts';

/** Main's own commands. Inputs have passed the contract's schema. */
export type MainHandlers = {
  readonly [C in CommandsOf<'main'>]: (
    input: ReturnType<(typeof commands)[C]['input']['parse']>,
  ) => Promise<Answer<CommandOutput<C>>>;
};

/** Creates the handler of a command without a result. */
export const succeedAfter =
  <I>(work: (input: I) => unknown) =>
  async (input: I) => {
    await work(input);
    return succeed({});
  };

/** Types the handlers of some of main's commands. */
export const defineMainHandlers = <C extends CommandsOf<'main'>>(handlers: Pick<MainHandlers, C>) =>
  handlers;

/** An answer for the page; the engine's are encoded. */
export type PageAnswer = Answer<unknown> | Uint8Array;

export type Gate = {
  readonly handlers: MainHandlers;
  readonly askEngine: EngineHost['askEncoded'];
  readonly log: Log;
};

/** Errors: `unknown_command`, `invalid_input`, those of the handlers. */
export const answerCall = async (
  { handlers, askEngine, log }: Gate,
  command: unknown,
  input: unknown,
): Promise<PageAnswer> => {
  try {
    const call = parseCall(command, input);
    if (!call.ok) return call;
    if (commands[call.value.command].answeredBy === 'engine')
      return await askEngine(call.value.command as CommandsOf<'engine'>, call.value.input);
    const handler = handlers[call.value.command as CommandsOf<'main'>] as (
      input: unknown,
    ) => Promise<Answer<unknown>>;
    return await handler(call.value.input);
  } catch (error) {
    log.error({ command, err: error }, 'a command failed');
    return failInternally();
  }
};
