/** Command handlers: functions from a valid input to an answer. */
import type { z } from 'zod';
import type { commands, CommandOutput, CommandsOf } from '../../../../contract/commands.ts';
import { fail, type Answer } from '../../../../contract/errors.ts';

export type EngineCommand = CommandsOf<'engine'>;

/** The input after the contract's schema has read it. */
export type ReadInput<C extends EngineCommand> = z.output<(typeof commands)[C]['input']>;

/** The handlers of some commands; thrown errors are bugs or the store's (../store/failure.ts). */
export type Handlers<C extends EngineCommand> = {
  readonly [Name in C]: (
    input: ReadInput<Name>,
  ) => Answer<CommandOutput<Name>> | Promise<Answer<CommandOutput<Name>>>;
};

export const noSuchLead = (): Answer<never> => fail('not_found', 'There is no such lead.');
