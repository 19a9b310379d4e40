/** Hearthline without a window: tray icon, badge, start at sign-in, and the choice for it. */
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { MainHandlers } from '../answer-call.ts';
import type { KeptChoice } from './choice.ts';
import type { LoginStart } from './login.ts';
import type { TrayIcon } from './tray.ts';
import type { TrayState } from './tray-menu.ts';
import type { AppLanguage } from '../words.ts';

type Dependencies = {
  readonly choice: KeptChoice;
  readonly login: LoginStart;
  /** Whether a tray icon would be visible. */
  readonly hasTrayHost: () => Promise<boolean>;
  readonly putIntoTray: () => TrayIcon;
  readonly showBadge: (count: number, language: AppLanguage) => void;
  readonly changed: () => void;
  /** Called if the app started hidden and the desktop has no tray. */
  readonly reopenMinimized: () => void;
  readonly clock: Clock;
  readonly log: Log;
};

export type Background = {
  readonly handlers: Pick<MainHandlers, 'background.get' | 'background.change'>;
  /** State from the engine. */
  readonly update: (state: Partial<TrayState>) => void;
  readonly setLanguage: (language: AppLanguage) => void;
  readonly newWindow: () => void;
  /** Whether a tray icon can reopen the window. */
  readonly isInTray: () => Promise<boolean>;
  readonly stop: () => void;
};

/** A desktop may start its tray this long after sign-in. */
const lookEveryMs = 2_000;
const mostLooks = 15;

export const createBackground = (dependencies: Dependencies): Background => {
  const { choice, login, clock, log } = dependencies;
  let tray: TrayIcon | null = null;
  let state: TrayState = { needsReply: 0, quiet: { until: null, paused: false } };
  let language: AppLanguage = 'en';
  let looks = 0;

  const show = (): void => {
    tray?.show(state, language);
    dependencies.showBadge(state.needsReply, language);
  };

  const schedule = createSchedule(clock, (thrown) => log.error({ err: thrown }, 'no tray'));
  /** Adds or removes the icon as needed; returns whether it is visible. */
  const isInTray = async (): Promise<boolean> => {
    const isSeen = await dependencies.hasTrayHost();
    if (isSeen && choice.now().keepRunning && tray === null) {
      tray = dependencies.putIntoTray();
      show();
    } else if (tray !== null && !(isSeen && choice.now().keepRunning)) {
      // A returning tray does not know earlier icons.
      tray.remove();
      tray = null;
    }
    return tray !== null;
  };
  const look = async (): Promise<void> => {
    // Without an icon to add or remove, no program is started to find the tray.
    if (!choice.now().keepRunning && tray === null) return;
    if ((await isInTray()) || !choice.now().keepRunning) return;
    looks += 1;
    if (looks < mostLooks) schedule.in('look', lookEveryMs, look);
    else dependencies.reopenMinimized();
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
    update: (changes) => {
      state = { ...state, ...changes };
      show();
    },
    setLanguage: (next) => {
      language = next;
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
