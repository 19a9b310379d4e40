/** Channels that reach the professional away from the desk. Main has their secrets. */
import { z } from 'zod';
import { channelID, channelInput, channelOutcome, reachFailure, shownChannel } from '../reach.ts';
import { command, done, noInput } from '../schema.ts';

export const reachCommands = {
  /** `lasts` is false if there is no keychain, so that the channels are lost when the app quits. */
  'reach.channels': command('main', noInput, {
    channels: z.array(shownChannel).readonly(),
    lasts: z.boolean(),
  }),
  /**
   * Adds a channel, or changes one; `channelID` is null for a new one. An omitted secret stays unless the messages
   * would go to another address. Errors: `not_found`; `invalid_input`, whose detail names the field; `conflict` beyond
   * `maxChannels`.
   */
  'reach.save': command(
    'main',
    { channelID: channelID.nullable(), ...channelInput },
    { channelID },
  ),
  /** Errors: `not_found`. */
  'reach.switch': command('main', { channelID, on: z.boolean() }, done),
  'reach.remove': command('main', { channelID }, done),
  /** Sends a test message and measures the time it takes. Errors: `not_found`. */
  'reach.test': command(
    'main',
    { channelID },
    { milliseconds: z.int(), fault: reachFailure.nullable() },
  ),
  'reach.report': command('engine', noInput, { channels: z.array(channelOutcome).readonly() }),
} as const;
