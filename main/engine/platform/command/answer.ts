/** Answers calls of the window. Thrown errors become failures, of the store or `internal`, without stack or path. */
import { encodeAnswer } from '../../../../contract/encoded-answer.ts';
import { fail, type Answer } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import { toFailedAnswer } from '../store/failure.ts';
import type { Store } from '../store/store.ts';
import type { EngineCommand, Handlers } from './handler.ts';

/** Returns a function that resolves to the encoded answer once the command's changes are on the disk. */
export const createAnswerer = (
  handlers: Handlers<EngineCommand>,
  { countCommits, flush, runWhenFree }: Pick<Store, 'countCommits' | 'flush' | 'runWhenFree'>,
  clock: Clock,
  log: Log,
) => {
  // Main has validated the input with the schema of the command.
  const table = handlers as unknown as Readonly<
    Record<string, (input: unknown) => Answer<unknown> | Promise<Answer<unknown>>>
  >;

  return async (name: string, input: unknown): Promise<Uint8Array> => {
    const handler = Object.hasOwn(table, name) ? table[name] : undefined;
    if (handler === undefined)
      return encodeAnswer(fail('unknown_command', 'The engine does not know this command.'));
    try {
      const before = countCommits();
      const answer = await runWhenFree(clock, () => handler(input));
      if (countCommits() !== before) await flush();
      // Throws for an answer that is nested too deeply, such as a lookup's response.
      return encodeAnswer(answer);
    } catch (thrown) {
      log.error({ err: thrown, command: name }, 'a command failed');
      return encodeAnswer(toFailedAnswer(thrown));
    }
  };
};
