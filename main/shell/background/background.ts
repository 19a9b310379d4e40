/**
 * Hearthline while its window is closed: the choice to keep running, the tray that leads back to it, the
 * start with the computer, and what both say of the inbox.
 */
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { MainHandlers } from '../answer-call.ts';
import type { KeptChoice } from './choice.ts';
import type { LoginStart } from './login.ts';
import type { TrayIcon } from './tray.ts';
import type { TrayState } from './tray-menu.ts';

type Dependencies = {
  readonly choice: KeptChoice;
  readonly login: LoginStart;
  /** Whether a tray would be seen. */
  readonly hasTrayHost: () => Promise<boolean>;
  readonly putIntoTray: () => TrayIcon;
  /** Shows a number on the app's icon. */
  readonly showBadge: (count: number, language: 'en' | 'es') => void;
  /** The choice is another one: whoever shows it reads it again. */
  readonly changed: () => void;
  /** The app began hidden, and this desktop has no tray to find it by. */
  readonly strand: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

export type Background = {
  readonly handlers: Pick<MainHandlers, 'background.get' | 'background.change'>;
  /** What the engine said of the inbox and of its notices. */
  readonly tell: (state: Partial<TrayState>) => void;
  readonly speak: (language: 'en' | 'es') => void;
  /** The window is another one: its icon has no number yet. */
  readonly newWindow: () => void;
  /** Whether the app can be found again when its window is closed. */
  readonly isInTray: () => Promise<boolean>;
  readonly stop: () => void;
};

/** A desktop may bring its tray a while after the sign-in; by then it has. */
const lookEveryMs = 2_000;
const mostLooks = 15;

/** Begins with what was chosen before. */
export const createBackground = (dependencies: Dependencies): Background => {
  const { choice, login, clock, log } = dependencies;
  let tray: TrayIcon | null = null;
  let state: TrayState = { needsReply: 0, quiet: { until: null, paused: false } };
  let language: 'en' | 'es' = 'en';
  let looks = 0;

  const show = (): void => {
    tray?.show(state, language);
    dependencies.showBadge(state.needsReply, language);
  };

  const schedule = createSchedule(clock, (thrown) => log.error({ err: thrown }, 'no tray'));
  /** Whether the icon is where somebody sees it; it is put there, or taken away where nobody does. */
  const isInTray = async (): Promise<boolean> => {
    const isSeen = await dependencies.hasTrayHost();
    if (isSeen && choice.now().keepRunning && tray === null) {
      tray = dependencies.putIntoTray();
      show();
    } else if (tray !== null && !(isSeen && choice.now().keepRunning)) {
      // One that comes back later knows nothing of the icons that were there before.
      tray.remove();
      tray = null;
    }
    return tray !== null;
  };
  const look = async (): Promise<void> => {
    if ((await isInTray()) || !choice.now().keepRunning) return;
    looks += 1;
    if (looks < mostLooks) schedule.in('look', lookEveryMs, look);
    else dependencies.strand();
  };
  schedule.now('look', look);

  const now = async () =>
    succeed({
      ...choice.now(),
      startAtLogin: login.get(),
      hasTray: await dependencies.hasTrayHost(),
    });

  return {
    handlers: {
      'background.get': now,
      'background.change': async ({ startAtLogin, keepRunning, asked }) => {
        if (startAtLogin !== undefined && startAtLogin !== login.get()) {
          const set = login.set(startAtLogin);
          if (!set.ok) return set;
        }
        const kept = choice.change({
          ...(keepRunning !== undefined && { keepRunning }),
          ...(asked && { asked }),
        });
        if (!kept.ok) return kept;
        looks = 0;
        schedule.now('look', look);
        dependencies.changed();
        return now();
      },
    },
    tell: (told) => {
      state = { ...state, ...told };
      show();
    },
    speak: (spoken) => {
      language = spoken;
      show();
    },
    newWindow: show,
    isInTray,
    stop: () => {
      schedule.stop();
      tray?.remove();
      tray = null;
    },
  };
};
