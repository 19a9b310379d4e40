/**
 * Puts the updates of this copy together: what its package says, what is remembered, and electron-updater, which is
 * read when a server is first asked. No environment variable chooses a server or a key.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { pause } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { MainHandlers } from '../answer-call.ts';
import { readAddress } from './address.ts';
import { copyOf, watchPlace } from './copy.ts';
import { keepUpdates } from './kept.ts';
import { systemOf } from './release-text.ts';
import { readKey } from './release.ts';
import { createUpdates, type Updates } from './updates.ts';
import { createWhatsNew } from './whats-new.ts';

type Given = {
  readonly isPackaged: boolean;
  readonly version: string;
  /** The folder of what is packed beside the app. */
  readonly resources: string;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program that runs. */
  readonly program: string;
  /** The data folder that was named on the command line, or null. */
  readonly namedFolder: string | null;
  /** The updates have changed. */
  readonly changed: () => void;
  readonly quit: () => void;
  /** Lets another copy of the app be the one that runs. */
  readonly giveWay: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

export type OpenedUpdates = Omit<Updates, 'report' | 'check' | 'restart'> & {
  readonly handlers: Pick<
    MainHandlers,
    'updates.get' | 'updates.check' | 'updates.restart' | 'whatsNew.get' | 'whatsNew.seen'
  >;
};

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** What this copy may be updated by; or why it is not. */
const sourceOf = ({ isPackaged, resources, platform, env, program }: Given) => {
  if (!isPackaged) return { off: 'development' } as const;
  const configuration = join(resources, 'app-update.yml');
  const text = textOf(configuration);
  if (text === null) return { off: 'no_address' } as const;
  const address = readAddress(text);
  if (!address.ok) return { off: 'bad_address' } as const;
  const key = readKey(textOf(join(resources, 'update-key.pem')) ?? '');
  if (key === null) return { off: 'no_key' } as const;
  const packageType = textOf(join(resources, 'package-type'));
  const copy = copyOf({ platform, env, program, packageType });
  if (copy.kind === 'fixed') return { off: copy.reason };
  const system = systemOf(platform, process.arch);
  const isReplaced = watchPlace(copy.kind === 'appimage' ? copy.file : program);
  return { key, system, copy, isReplaced, configuration, address: address.value };
};

/** An app whose engine does not run, or that nobody has connected yet, never paints its first leads. */
const longestPaintMs = 60_000;

/** Nothing is asked of anybody before `begin`, which comes by itself after a minute. */
export const openUpdates = (given: Given): OpenedUpdates => {
  const { version, dataFolder, namedFolder, changed, quit, giveWay, clock, log } = given;
  const kept = keepUpdates(join(dataFolder, 'updates.json'));
  const source = sourceOf(given);
  const whatsNew = createWhatsNew(kept, version, changed);
  const updates = createUpdates({
    source,
    load: async () => {
      if ('off' in source) throw new Error('updates are off');
      const { openUpdater } = await import('./electron-updater.ts');
      return openUpdater({
        ...source,
        running: version,
        // What it was opened with, or asked to open, was for that start.
        args: namedFolder === null ? [] : [`--user-data-dir=${namedFolder}`],
        giveWay,
        wait: (ms) => pause(clock, ms),
        log,
      });
    },
    running: version,
    kept,
    changed,
    quit,
    clock,
    chance: Math.random,
    log,
  });
  const { follow, begin, wake, stayed } = updates;
  const callOff = clock.after(longestPaintMs, begin);
  return {
    follow,
    begin,
    wake,
    stayed,
    end: () => {
      callOff();
      return updates.end();
    },
    handlers: {
      'updates.get': async () => succeed(updates.report()),
      'updates.check': async () => updates.check(),
      'updates.restart': async () => updates.restart(),
      'whatsNew.get': async () => {
        whatsNew.offered();
        return succeed(whatsNew.report());
      },
      'whatsNew.seen': async () => {
        whatsNew.seen();
        return succeed({});
      },
    },
  };
};
