/** Connects the background with the window and the system's services. */
import { join } from 'node:path';
import { app } from 'electron';
import type { CommandInput } from '../../../contract/commands.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Front } from '../front.ts';
import { createBackground } from './background.ts';
import { showBadge } from './badge.ts';
import type { ChoiceStore } from './choice.ts';
import { createLoginStart, buildHiddenStart, type LoginStart } from './login.ts';
import { hasTrayHost } from './tray-host.ts';
import { addTrayIcon } from './tray.ts';

/** Creates the switch that starts this app at sign-in, with the data folder of the command line. */
export const openLoginStart = (dataFolder: string | null): LoginStart =>
  createLoginStart({
    app,
    platform: process.platform,
    command: buildHiddenStart({
      program: process.execPath,
      image: process.env['APPIMAGE'],
      appPath: app.isPackaged ? null : app.getAppPath(),
      dataFolder,
    }),
    file: join(app.getPath('appData'), 'autostart', 'hearthline.desktop'),
  });

export const openBackground = (dependencies: {
  readonly front: Front;
  readonly choice: ChoiceStore;
  readonly imageFolder: string;
  readonly dataFolder: string | null;
  readonly pause: (length: CommandInput<'notices.pause'>['length']) => void;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  const { front, choice, imageFolder, dataFolder, pause, clock, log } = dependencies;
  return createBackground({
    choice,
    login: openLoginStart(dataFolder),
    hasTrayHost: () => hasTrayHost(process.platform),
    addTrayIcon: () =>
      addTrayIcon(imageFolder, {
        open: front.show,
        openNeedsReply: () => front.showAndNotify('openScreen', { screen: 'inbox' }),
        openSettings: () => front.showAndNotify('openScreen', { screen: 'settings' }),
        pause,
        quit: () => app.quit(),
      }),
    showBadge: (count, language) => showBadge(imageFolder, front.getWindow(), count, language),
    onChange: () => front.notify('changed', { kinds: ['settings'], leadIDs: [] }),
    reopenMinimized: () => {
      if (front.getWindow() === null) front.open('minimized');
    },
    clock,
    log,
  });
};
