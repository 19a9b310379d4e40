/** Channels that reach the professional away from the desk. Main has their secrets. */
import { z } from 'zod';
import { channelID, channelInput, channelOutcome, reachFailure, shownChannel } from '../reach.ts';
import { done, engineCommand, mainCommand, noInput } from '../schema.ts';

export const reachCommands = {
  /** `isPersistent` is false if there is no keychain, so that the channels are lost when the app quits. */
  'reach.channels': mainCommand(noInput, {
    channels: z.array(shownChannel).readonly(),
    isPersistent: z.boolean(),
  }),
  /**
   * Adds a channel, or changes one; `channelID` is null for a new one. An omitted secret stays unless the messages
   * would go to another address. Errors: `not_found`; `invalid_input`, whose detail names the field; `conflict` beyond
   * `maxChannels`.
   */
  'reach.save': mainCommand({ channelID: channelID.nullable(), ...channelInput }, { channelID }),
  /** Turns a channel on or off. Errors: `not_found`. */
  'reach.switch': mainCommand({ channelID, on: z.boolean() }, done),
  /** Removes a channel and its secrets. Errors: `not_found`. */
  'reach.remove': mainCommand({ channelID }, done),
  /** Sends a test message and measures its time; `failure` is null if it was delivered. Errors: `not_found`. */
  'reach.test': mainCommand(
    { channelID },
    { milliseconds: z.int(), failure: reachFailure.nullable() },
  ),
  /** The latest outcome of each channel. */
  'reach.report': engineCommand(noInput, { channels: z.array(channelOutcome).readonly() }),
} as const;
