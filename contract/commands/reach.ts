/** Channels that reach the professional away from the desk. Main has their secrets. */
import { z } from 'zod';
import { channelID, channelOutcome, reachFault, shownChannel, typedChannel } from '../reach.ts';
import { command, done, noInput } from '../schema.ts';

export const reachCommands = {
  /** `lasts` is false if the channels are lost when the app quits, for lack of a keychain. */
  'reach.channels': command('main', noInput, {
    channels: z.array(shownChannel).readonly(),
    lasts: z.boolean(),
  }),
  /**
   * Adds a channel, or changes one; `channelID` is null for a new one. A secret is kept only for
   * the place that it was entered for. Errors: `not_found`, `invalid_input` (the detail names the
   * field), `conflict` for too many channels, those of the vault.
   */
  'reach.save': command(
    'main',
    { channelID: channelID.nullable(), ...typedChannel },
    { channelID },
  ),
  /** Errors: `not_found`, those of the vault. */
  'reach.switch': command('main', { channelID, on: z.boolean() }, done),
  'reach.remove': command('main', { channelID }, done),
  /** Sends a test message and measures it. Errors: `not_found`. */
  'reach.test': command(
    'main',
    { channelID },
    { milliseconds: z.number().int(), fault: reachFault.nullable() },
  ),
  'reach.report': command('engine', noInput, { channels: z.array(channelOutcome).readonly() }),
} as const;
