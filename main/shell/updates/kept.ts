/**
 * What is remembered of updates between two starts. In a file of main's own: it holds also where the engine cannot
 * say, and an app whose engine does not run needs an update most.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../../../contract/errors.ts';
import { isVersion } from '../../../contract/versions.ts';
import { replaceFile } from '../../vault/durable-file.ts';

const version = z.string().refine(isVersion).nullable();

const kept = z.object({
  /** The setting, as it was known last. */
  isOn: z.boolean().default(true),
  /** When a server last answered, UTC milliseconds. */
  checkedAt: z.number().nullable().default(null),
  /** The newest signed date of a release that was seen, UTC milliseconds. */
  signedAt: z.number().nullable().default(null),
  /** When a server first answered with a signed release, UTC milliseconds. */
  askedSince: z.number().nullable().default(null),
  /** Why an update could not take the app's place when it quit. */
  failed: errorCode.nullable().default(null),
  /** The version that ran last. */
  ran: version.default(null),
  /** The one that ran before it. */
  before: version.default(null),
  /** What is new has been offered. */
  isOffered: z.boolean().default(true),
});
export type Kept = Readonly<z.infer<typeof kept>>;

export type KeptUpdates = {
  readonly now: () => Kept;
  /** Remembers what is given; what cannot be written holds until the app ends. */
  readonly change: (given: Partial<Kept>) => void;
};

/** Reads what was kept; a lost or broken file is that of a first start. */
export const keepUpdates = (file: string): KeptUpdates => {
  let now = readKept(file);
  return {
    now: () => now,
    change: (given) => {
      now = { ...now, ...given };
      replaceFile(file, Buffer.from(JSON.stringify(now)));
    },
  };
};

const readKept = (file: string): Kept => {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return kept.parse({});
  }
};
