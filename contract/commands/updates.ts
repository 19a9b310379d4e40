/** Updates of the app, and what is new in it. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { done, engineCommand, mainCommand, noInput } from '../schema.ts';

/** Reason why this copy does not check for updates. */
export const updatesOff = z.enum([
  'development',
  /** It was packaged without an address for updates. */
  'no_address',
  /** Its address for updates is not secure. */
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
  z.strictObject({ state: z.literal('idle') }),
  z.strictObject({ state: z.literal('checking') }),
  z.strictObject({
    state: z.literal('downloading'),
    version: z.string(),
    percent: z.int().min(0).max(100),
  }),
  /** Verified; installed at the next quit. */
  z.strictObject({ state: z.literal('ready'), version: z.string() }),
  z.strictObject({ state: z.literal('failed'), error: failure }),
]);
export type UpdateState = z.infer<typeof updateState>;

const report = z.strictObject({
  update: updateState,
  /** Time of a server's last answer, UTC milliseconds. */
  checkedAt: z.number().nullable(),
  /**
   * Signing time of the newest known release once it is 60 days old, because the server may withhold newer ones.
   * `isDated` is false if no release has a signing time; then `at` is the time of the first check.
   */
  oldRelease: z.strictObject({ at: z.number(), isDated: z.boolean() }).nullable(),
});

export const updateCommands = {
  'updates.get': mainCommand(noInput, report),
  /** Checks now, unless a check is running. Errors: `conflict` if updates are off. */
  'updates.check': mainCommand(noInput, done),
  /** Quits, installs the update and starts it. Errors: `not_found` if none is ready. */
  'updates.restart': mainCommand(noInput, done),
  'whatsNew.get': mainCommand(noInput, {
    version: z.string(),
    /** The previous version; null if there was none. */
    since: z.string().nullable(),
    /** Not viewed since the version changed. */
    isNew: z.boolean(),
  }),
  /** Records that the news was viewed or dismissed. */
  'whatsNew.seen': mainCommand(noInput, done),
  /** The copy of the database from before this version's migration; null if there is none. */
  'whatsNew.backup': engineCommand(noInput, {
    backup: z
      .strictObject({
        name: z.string(),
        folder: z.string(),
        /** UTC milliseconds. */
        at: z.number(),
      })
      .nullable(),
  }),
} as const;
