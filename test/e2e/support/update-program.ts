/**
 * The updates of the app as the main process of an Electron, without the rest of it: the state machine and the real
 * electron-updater, on a file that the test names in place of an AppImage, by a clock that the test moves.
 */
import { app } from 'electron';
import { pause, systemClock } from '../../../main/clock/clock.ts';
import { watchPlace } from '../../../main/shell/updates/copy.ts';
import { keepUpdates } from '../../../main/shell/updates/kept.ts';
import type { UpdateAddress } from '../../../main/shell/updates/address.ts';
import { systemOf } from '../../../main/shell/updates/release-text.ts';
import { readKey } from '../../../main/shell/updates/release.ts';
import { createUpdates, type Updates } from '../../../main/shell/updates/updates.ts';
import { handClock, type HandClock } from '../../unit/connect/support/hand-clock.ts';

export type UpdateProgram = {
  readonly address: UpdateAddress;
  /** Paths of `app-update.yml`, of the file that is replaced, and of what is remembered. */
  readonly configuration: string;
  readonly image: string;
  readonly kind: 'appimage' | 'mac' | 'nsis';
  readonly kept: string;
  readonly running: string;
  /** PEM. */
  readonly key: string;
};

/** What the test finds in the process. */
export type Updating = {
  readonly updates: Updates;
  readonly clock: HandClock;
  /** What was logged. */
  readonly lines: readonly string[];
};

const given = JSON.parse(process.env['UPDATE_PROGRAM'] ?? '') as UpdateProgram;
const { address, configuration, image, kind, kept, running } = given;
const key = readKey(given.key);
if (key === null) throw new Error('the test gave no key');

const lines: string[] = [];
const note = (_fields: object, line: string): void => void lines.push(line);
const log = { info: note, warn: note, error: note };
const clock = handClock();
const isReplaced = watchPlace(image);
const updates = createUpdates({
  source: { key, system: systemOf(process.platform, process.arch) },
  load: async () => {
    const { openUpdater } = await import('../../../main/shell/updates/electron-updater.ts');
    return openUpdater({
      copy: kind === 'appimage' ? { kind, file: image } : { kind },
      isReplaced,
      address,
      configuration,
      running,
      args: ['--user-data-dir=kept'],
      giveWay: () => app.releaseSingleInstanceLock(),
      wait: (ms) => pause(systemClock, ms),
      log,
    });
  },
  running,
  kept: keepUpdates(kept),
  changed: () => undefined,
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
