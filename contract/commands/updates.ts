/** How Hearthline keeps itself up to date, and what is new in it. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { command, done, noInput } from './command.ts';

/** Why a copy of the app asks nobody for updates. */
export const updatesOff = z.enum([
  'development',
  /** It was packaged without an address for updates. */
  'no_address',
  /** The address in it is not one that can be trusted on its way. */
  'bad_address',
  'no_key',
  /** The system's package manager updates it. */
  'package_manager',
  /** It was unpacked from an archive. */
  'unpacked',
  'switched_off',
]);
export type UpdatesOff = z.infer<typeof updatesOff>;

export const updateState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off'), reason: updatesOff }),
  /** Nothing newer is known. */
  z.strictObject({ state: z.literal('idle') }),
  z.strictObject({ state: z.literal('checking') }),
  z.strictObject({
    state: z.literal('downloading'),
    version: z.string(),
    percent: z.number().int().min(0).max(100),
  }),
  /** It was verified and takes this one's place at the next quit. */
  z.strictObject({ state: z.literal('ready'), version: z.string() }),
  z.strictObject({ state: z.literal('failed'), error: failure }),
]);
export type UpdateState = z.infer<typeof updateState>;

const report = z.strictObject({
  update: updateState,
  /** When a server last answered, UTC milliseconds. */
  checkedAt: z.number().nullable(),
  /**
   * When the newest release that was seen was signed, once that is 60 days ago: its server may hold newer ones back.
   * `isDated` is false if no release said when it was signed; then it is the time of the first check. Null before.
   */
  oldRelease: z.strictObject({ at: z.number(), isDated: z.boolean() }).nullable(),
});

export const updateCommands = {
  'updates.get': command('main', noInput, report),
  /** Asks the server now, unless it is being asked. Errors: `conflict` where updates are off. */
  'updates.check': command('main', noInput, done),
  /** Quits, has the update take this app's place and starts it. Errors: `not_found` while none is ready. */
  'updates.restart': command('main', noInput, done),
  'whatsNew.get': command(
    'main',
    noInput,
    z.strictObject({
      version: z.string(),
      /** The version that ran before this one; null where there was none. */
      since: z.string().nullable(),
      /** It was not looked at since the version changed. */
      isNew: z.boolean(),
    }),
  ),
  /** The professional has looked at it, or does not want to. */
  'whatsNew.seen': command('main', noInput, done),
  /** The copy that was made of the database before this version changed it, while it is there. */
  'whatsNew.backup': command(
    'engine',
    noInput,
    z.strictObject({
      backup: z
        .strictObject({
          name: z.string(),
          folder: z.string(),
          /** UTC milliseconds. */
          at: z.number(),
        })
        .nullable(),
    }),
  ),
} as const;
