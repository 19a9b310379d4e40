/**
 * One call of the window, from the moment main hands it over: validated once more, answered by its
 * handler, and never left without an answer. A thrown error is the store's (and says so) or a bug
 * (and is logged); neither shows a stack or a path to anybody.
 */
import { commands, isCommandName } from '../../../../contract/commands.ts';
import { fail, type Answer } from '../../../../contract/errors.ts';
import type { Log } from '../../../log/log.ts';
import { storeFailure } from '../store/failure.ts';
import type { EngineCommand, Handlers } from './handler.ts';

/** Answers any command that the engine knows. */
export const createAnswerer = (handlers: Handlers<EngineCommand>, log: Log) => {
  // Each handler takes what its own schema gives: that is what the table of the contract says.
  const table = handlers as unknown as Readonly<
    Record<string, (input: unknown) => Answer<unknown> | Promise<Answer<unknown>>>
  >;

  return async (name: string, input: unknown): Promise<Answer<unknown>> => {
    const handler = Object.hasOwn(table, name) ? table[name] : undefined;
    if (handler === undefined || !isCommandName(name)) {
      return fail('unknown_command', 'The engine does not know this command.');
    }
    const read = commands[name].input.safeParse(input);
    if (!read.success) {
      const [issue] = read.error.issues;
      return fail('invalid_input', 'The call is not as the contract says.', {
        detail: issue === undefined ? name : `${name}: ${issue.path.join('.')}`.slice(0, 500),
      });
    }
    try {
      return await handler(read.data);
    } catch (thrown) {
      log.error({ err: thrown, command: name }, 'a command failed');
      const failure = storeFailure(thrown);
      return failure === null
        ? fail('internal', 'Something went wrong in the app itself.')
        : { ok: false, error: failure };
    }
  };
};
