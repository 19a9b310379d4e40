/** Creates the updates of this copy. No environment variable chooses the server or the key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from '../../../contract/errors.ts';
import { pause, type Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import { defineMainHandlers, succeedAfter } from '../answer-call.ts';
import { parseUpdateAddress } from './address.ts';
import { detectCopy, watchFile } from './copy.ts';
import { openUpdateStore } from './store.ts';
import { detectSystem } from './release-text.ts';
import { parseKey } from './release.ts';
import { createUpdates } from './updates.ts';
import { createWhatsNew } from './whats-new.ts';

type Dependencies = {
  readonly isPackaged: boolean;
  readonly version: string;
  readonly resources: string;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: string;
  readonly namedFolder: string | null;
  readonly onChange: () => void;
  readonly quit: () => void;
  readonly releaseLock: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** Chooses the source of this copy's updates, or the reason for having none. */
const chooseSource = ({ isPackaged, resources, platform, env, program }: Dependencies) => {
  if (!isPackaged) return { off: 'development' } as const;
  const configuration = join(resources, 'app-update.yml');
  const text = readText(configuration);
  if (text === null) return { off: 'no_address' } as const;
  const address = parseUpdateAddress(text);
  if (!address.ok) return { off: 'bad_address' } as const;
  const key = parseKey(readText(join(resources, 'update-key.pem')) ?? '');
  if (key === null) return { off: 'no_key' } as const;
  const packageType = readText(join(resources, 'package-type'));
  const copy = detectCopy({ platform, env, program, packageType });
  if (copy.kind === 'fixed') return { off: copy.reason };
  const system = detectSystem(platform, process.arch);
  const isReplaced = watchFile(copy.kind === 'appimage' ? copy.file : program);
  return { key, system, copy, isReplaced, configuration, address: address.value };
};

/** Longest wait for the first leads: without an engine or account none are ever painted. */
const maxPaintMs = 60_000;

/** `begin` is called after a minute at the latest. */
export const openUpdates = (dependencies: Dependencies) => {
  const { version, dataFolder, namedFolder, onChange, quit, releaseLock, clock, log } =
    dependencies;
  const store = openUpdateStore(join(dataFolder, 'updates.json'));
  const source = chooseSource(dependencies);
  const whatsNew = createWhatsNew(store, version, onChange);
  const updates = createUpdates({
    source,
    load: async () => {
      if ('off' in source) throw new Error('updates are off');
      const { openUpdater } = await import('./electron-updater.ts');
      return openUpdater({
        ...source,
        runningVersion: version,
        // Other arguments were for this start only.
        args: namedFolder === null ? [] : [`--user-data-dir=${namedFolder}`],
        releaseLock,
        wait: (ms) => pause(clock, ms),
        log,
      });
    },
    running: version,
    store,
    onChange,
    quit,
    clock,
    chance: Math.random,
    log,
  });
  const cancelBegin = clock.after(maxPaintMs, updates.begin);

  return {
    ...updates,
    end: () => {
      cancelBegin();
      return updates.end();
    },
    handlers: defineMainHandlers({
      'updates.get': async () => succeed(updates.report()),
      'updates.check': async () => updates.check(),
      'updates.restart': async () => updates.restart(),
      'whatsNew.get': async () => {
        whatsNew.markOffered();
        return succeed(whatsNew.report());
      },
      'whatsNew.seen': succeedAfter(whatsNew.markSeen),
    }),
  };
};
