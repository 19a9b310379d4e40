/**
 * The app's updates as an Electron main process without the rest: the state machine and the real
 * electron-updater, with the test's file as the AppImage and a clock that the test moves.
 */
import { app } from 'electron';
import { pause, systemClock } from '../../../main/clock/clock.ts';
import { watchFile } from '../../../main/shell/updates/copy.ts';
import { openUpdateStore } from '../../../main/shell/updates/store.ts';
import type { UpdateAddress } from '../../../main/shell/updates/address.ts';
import { detectSystem } from '../../../main/shell/updates/release-text.ts';
import { parseKey } from '../../../main/shell/updates/release.ts';
import { createUpdates } from '../../../main/shell/updates/updates.ts';
import { createHandClock, type HandClock } from '../../unit/connect/support/hand-clock.ts';

export type UpdateProgram = {
  readonly address: UpdateAddress;
  /** Paths of `app-update.yml`, the file to replace, and the stored state. */
  readonly configuration: string;
  readonly image: string;
  readonly kind: 'appimage' | 'mac' | 'nsis';
  readonly kept: string;
  readonly running: string;
  /** PEM. */
  readonly key: string;
};

/** Globals for the test. */
export type Updating = {
  readonly updates: ReturnType<typeof createUpdates>;
  readonly clock: HandClock;
  readonly lines: readonly string[];
};

const options = JSON.parse(process.env['UPDATE_PROGRAM'] ?? '') as UpdateProgram;
const { address, configuration, image, kind, kept, running } = options;
const key = parseKey(options.key);
if (key === null) throw new Error('the test gave no key');

const lines: string[] = [];
const record = (_fields: object, line: string): void => void lines.push(line);
const log = { info: record, warn: record, error: record };
const clock = createHandClock();
const isReplaced = watchFile(image);
const updates = createUpdates({
  source: { key, system: detectSystem(process.platform, process.arch) },
  load: async () => {
    const { openUpdater } = await import('../../../main/shell/updates/electron-updater.ts');
    return openUpdater({
      copy: kind === 'appimage' ? { kind, file: image } : { kind },
      isReplaced,
      address,
      configuration,
      runningVersion: running,
      args: ['--user-data-dir=kept'],
      releaseLock: () => app.releaseSingleInstanceLock(),
      wait: (ms) => pause(systemClock, ms),
      log,
    });
  },
  running,
  store: openUpdateStore(kept),
  onChange: () => undefined,
  quit: () => app.quit(),
  clock,
  chance: () => 0.5,
  log,
});

let hasEnded = false;
app.on('will-quit', (event) => {
  if (hasEnded) return;
  event.preventDefault();
  hasEnded = true;
  void updates.end().finally(() => app.exit(0));
});
void app
  .whenReady()
  .then(() => Object.assign(globalThis, { updates, clock, lines } satisfies Updating));
