/**
 * Answers the page's first calls without the services, so that the first leads are painted before these are loaded.
 * Only inputs that are known here are answered: they need no schema (security rule 6).
 */
import { isDeepStrictEqual } from 'node:util';
import type { CommandInput, CommandOutput, CommandsOf } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import type { EngineHost } from './engine-host.ts';

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
    readonly askEngine: EngineHost['ask'];
    readonly describeStart: () => Promise<Answer<CommandOutput<'shell.info'>>>;
  }) =>
  (command: unknown, input: unknown): Promise<Answer<unknown>> | null => {
    if (command === 'shell.info' && isDeepStrictEqual(input, {}))
      return dependencies.describeStart();
    const known = Object.entries(knownInputs).find(
      ([name, expected]) => name === command && isDeepStrictEqual(input, expected),
    );
    return known ? dependencies.askEngine(known[0] as keyof typeof knownInputs, known[1]) : null;
  };
