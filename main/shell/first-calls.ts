/**
 * Answers the page's first calls without the services, so that the first leads are painted before these are loaded.
 * Only inputs that are known here are answered: they need no schema (security rule 6).
 */
import { isDeepStrictEqual } from 'node:util';
import type { CommandInput, CommandOutput, CommandsOf } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import type { PageAnswer } from './answer-call.ts';
import type { EngineHost } from './engine-host.ts';
import { failInternally } from './internal-failure.ts';

export const knownInputs: { readonly [C in CommandsOf<'engine'>]?: CommandInput<C> } = {
  'leads.list': { view: 'needs_reply', limit: 50 },
  'leads.arrived': { view: 'needs_reply' },
  'views.counts': {},
  'settings.get': {},
  'connection.report': {},
};

/** Returns a function from a call to its answer, or to null for other calls. */
export const createFirstAnswers =
  (dependencies: {
    readonly askEngine: EngineHost['askEncoded'];
    readonly describeStart: () => Promise<Answer<CommandOutput<'shell.info'>>>;
    /** Receives what was thrown, which reaches the page only as `internal`. */
    readonly onError: (command: unknown, thrown: unknown) => void;
  }) =>
  (command: unknown, input: unknown): Promise<PageAnswer> | null => {
    const { askEngine, describeStart, onError } = dependencies;
    const known = Object.entries({ 'shell.info': {}, ...knownInputs }).find(
      ([name, expected]) => name === command && isDeepStrictEqual(input, expected),
    );
    if (known === undefined) return null;
    const [name, expected] = known;
    const answer =
      name === 'shell.info'
        ? describeStart()
        : askEngine(name as keyof typeof knownInputs, expected);
    return answer.catch((thrown: unknown) => {
      onError(command, thrown);
      return failInternally();
    });
  };
