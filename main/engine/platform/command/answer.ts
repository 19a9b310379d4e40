/**
 * One call of the window, from the moment main hands it over, its input checked: answered by its
 * handler, and never left without an answer. A thrown error is the store's (and says so) or a bug
 * (and is logged); neither shows a stack or a path to anybody.
 */
import { fail, type Answer } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import { storeFailure } from '../store/failure.ts';
import type { Store } from '../store/store.ts';
import type { EngineCommand, Handlers } from './handler.ts';

/** Answers any command that the engine knows; what it has changed is on the disk before it answers. */
export const createAnswerer = (
  handlers: Handlers<EngineCommand>,
  { commits, durable, untilFree }: Pick<Store, 'commits' | 'durable' | 'untilFree'>,
  clock: Clock,
  log: Log,
) => {
  // Each handler takes what its own schema has read: main passes on nothing else.
  const table = handlers as unknown as Readonly<
    Record<string, (input: unknown) => Answer<unknown> | Promise<Answer<unknown>>>
  >;

  return async (name: string, input: unknown): Promise<Answer<unknown>> => {
    const handler = Object.hasOwn(table, name) ? table[name] : undefined;
    if (handler === undefined) {
      return fail('unknown_command', 'The engine does not know this command.');
    }
    try {
      const before = commits();
      const answer = await untilFree(clock, () => handler(input));
      if (commits() !== before) await durable();
      return answer;
    } catch (thrown) {
      log.error({ err: thrown, command: name }, 'a command failed');
      const failure = storeFailure(thrown);
      return failure === null
        ? fail('internal', 'Something went wrong in the app itself.')
        : { ok: false, error: failure };
    }
  };
};
