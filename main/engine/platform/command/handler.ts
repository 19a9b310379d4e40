/** Command handlers: functions from a valid input to an answer. */
import type { z } from 'zod';
import type { commands, CommandOutput, CommandsOf } from '../../../../contract/commands.ts';
import { fail, type Answer } from '../../../../contract/errors.ts';

export type EngineCommand = CommandsOf<'engine'>;

/** The input as parsed by the contract's schema. */
export type ReadInput<C extends EngineCommand> = z.output<(typeof commands)[C]['input']>;

/** Handlers of some commands. They throw only errors of the store (../store/failure.ts); others are bugs. */
export type Handlers<C extends EngineCommand> = {
  readonly [Name in C]: (
    input: ReadInput<Name>,
  ) => Answer<CommandOutput<Name>> | Promise<Answer<CommandOutput<Name>>>;
};

export const failNoSuchLead = (): Answer<never> => fail('not_found', 'There is no such lead.');

export const failNotConnected = (): Answer<never> =>
  fail('reconnect_needed', 'The account is not connected.');

export const failStopping = (): Answer<never> =>
  fail('engine_unavailable', 'The engine is stopping.');
