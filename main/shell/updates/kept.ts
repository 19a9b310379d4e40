/** State of updates. Stored by main: an app whose engine fails needs updates most. */
import { z } from 'zod';
import { errorCode } from '../../../contract/errors.ts';
import { isVersion } from '../../../contract/versions.ts';
import { readJSONFile, writeJSONFile } from '../json-file.ts';

const version = z.string().refine(isVersion).nullable();

const kept = z.object({
  isOn: z.boolean().default(true),
  /** Last answer of a server, UTC milliseconds. */
  checkedAt: z.number().nullable().default(null),
  /** Newest signed date of a release, UTC milliseconds. */
  signedAt: z.number().nullable().default(null),
  /** First answer with a signed release, UTC milliseconds. */
  askedSince: z.number().nullable().default(null),
  /** Why the last installation failed. */
  failed: errorCode.nullable().default(null),
  /** The last version, and the one before it. */
  ran: version.default(null),
  before: version.default(null),
  /** Whether the news of this version were offered. */
  isOffered: z.boolean().default(true),
});
export type Kept = Readonly<z.infer<typeof kept>>;

export type KeptUpdates = {
  readonly now: () => Kept;
  /** Without disk space, changes last until the app exits. */
  readonly change: (changes: Partial<Kept>) => void;
};

export const keepUpdates = (file: string): KeptUpdates => {
  let now: Kept = readJSONFile(file, kept);
  return {
    now: () => now,
    change: (changes) => {
      now = { ...now, ...changes };
      writeJSONFile(file, now);
    },
  };
};
