/** Stores the state of updates. Main stores it, because an app whose engine fails needs updates most. */
import { z } from 'zod';
import { errorCode } from '../../../contract/errors.ts';
import { isVersion } from '../../../contract/versions.ts';
import { readJSONFile, writeJSONFile } from '../json-file.ts';

const version = z.string().refine(isVersion).nullable();

const storedUpdates = z.object({
  isOn: z.boolean().default(true),
  /** Last check that found a valid release, UTC milliseconds. */
  checkedAt: z.number().nullable().default(null),
  /** Newest signed date of a release, UTC milliseconds. */
  signedAt: z.number().nullable().default(null),
  /** First check that found a valid release, UTC milliseconds. */
  askedSince: z.number().nullable().default(null),
  /** Failure of the last installation. */
  failed: errorCode.nullable().default(null),
  /** The version that ran last, and the one that it replaced as an update. */
  ran: version.default(null),
  before: version.default(null),
  /** True if the release notes of this version were offered. */
  isOffered: z.boolean().default(true),
});
type StoredUpdates = Readonly<z.infer<typeof storedUpdates>>;

export type UpdateStore = ReturnType<typeof openUpdateStore>;

export const openUpdateStore = (file: string) => {
  let now: StoredUpdates = readJSONFile(file, storedUpdates);
  return {
    get: () => now,
    /** Changes that cannot be written last until the app exits. */
    change: (changes: Partial<StoredUpdates>): void => {
      now = { ...now, ...changes };
      writeJSONFile(file, now);
    },
  };
};
