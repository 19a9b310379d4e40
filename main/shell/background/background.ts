/** Hearthline without a window: tray icon, badge, start at sign-in, and the choice for it. */
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { defineMainHandlers } from '../answer-call.ts';
import type { ChoiceStore } from './choice.ts';
import type { LoginStart } from './login.ts';
import type { TrayIcon } from './tray.ts';
import type { TrayState } from './tray-menu.ts';
import type { AppLanguage } from '../words.ts';

/** Interval and number of checks: a desktop may start its tray half a minute after sign-in. */
const checkEveryMs = 2_000;
const maxChecks = 15;

export const createBackground = (dependencies: {
  readonly choice: ChoiceStore;
  readonly login: LoginStart;
  readonly hasTrayHost: () => Promise<boolean>;
  readonly addTrayIcon: () => TrayIcon;
  readonly showBadge: (count: number, language: AppLanguage) => void;
  readonly onChange: () => void;
  /** Called if the desktop's tray has not appeared in time. Opens a minimized window if there is none. */
  readonly reopenMinimized: () => void;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  const { choice, login, clock, log } = dependencies;
  let tray: TrayIcon | null = null;
  let state: TrayState = { needsReply: 0, quiet: { until: null, paused: false } };
  let language: AppLanguage = 'en';
  let checks = 0;

  const show = (): void => {
    tray?.show(state, language);
    dependencies.showBadge(state.needsReply, language);
  };

  const schedule = createSchedule(clock, (thrown) => log.error({ err: thrown }, 'no tray'));
  /** Adds or removes the icon as needed; true if it is visible and can reopen the window. */
  const isInTray = async (): Promise<boolean> => {
    const isSeen = await dependencies.hasTrayHost();
    if (isSeen && choice.get().keepRunning && tray === null) {
      tray = dependencies.addTrayIcon();
      show();
    } else if (tray !== null && !(isSeen && choice.get().keepRunning)) {
      // A returning tray does not know earlier icons.
      tray.remove();
      tray = null;
    }
    return tray !== null;
  };
  const checkTray = async (): Promise<void> => {
    // Without an icon to add or remove, no program is started to find the tray.
    if (!choice.get().keepRunning && tray === null) return;
    if ((await isInTray()) || !choice.get().keepRunning) return;
    checks += 1;
    if (checks < maxChecks) schedule.in('check', checkEveryMs, checkTray);
    else dependencies.reopenMinimized();
  };
  schedule.now('check', checkTray);

  const get = async () =>
    succeed({
      ...choice.get(),
      startAtLogin: login.get(),
      hasTray: await dependencies.hasTrayHost(),
    });

  return {
    handlers: defineMainHandlers({
      'background.get': get,
      'background.change': async ({ startAtLogin, keepRunning, asked }) => {
        if (startAtLogin !== undefined && startAtLogin !== login.get()) {
          const set = login.set(startAtLogin);
          if (!set.ok) return set;
        }
        const saved = choice.change({
          ...(keepRunning !== undefined && { keepRunning }),
          ...(asked && { asked }),
        });
        if (!saved.ok) return saved;
        checks = 0;
        schedule.now('check', checkTray);
        dependencies.onChange();
        return get();
      },
    }),
    update: (changes: Partial<TrayState>): void => {
      state = { ...state, ...changes };
      show();
    },
    setLanguage: (next: AppLanguage): void => {
      language = next;
      show();
    },
    handleNewWindow: show,
    isInTray,
    stop: (): void => {
      schedule.stop();
      tray?.remove();
      tray = null;
    },
  };
};
