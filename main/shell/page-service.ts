/** Handlers of the page's own commands: start, links, menus and files to save. */
import { join } from 'node:path';
import { app } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { succeed } from '../../contract/errors.ts';
import { systemClock } from '../clock/clock.ts';
import { deriveProfileID, toPublicProfile } from '../connect/profiles.ts';
import type { AccountService } from './account-service.ts';
import { defineMainHandlers, succeedAfter } from './answer-call.ts';
import { desktopWords, type AppLanguage } from './words.ts';
import { addToCalendar } from './calendar.ts';
import { showPageMenu } from './context-menu.ts';
import type { EngineHost } from './engine-host.ts';
import type { Front } from './front.ts';
import { openLink } from './links.ts';
import { saveText } from './dialogs.ts';
import { savePhoto } from './save-photo.ts';

const formats = { csv: 'CSV', json: 'JSON' } as const;

export const createPageHandlers = (dependencies: {
  readonly front: Front;
  readonly runtime: string;
  readonly dataFolder: string;
  readonly chooseFirstScreen: () => Promise<'welcome' | 'inbox'>;
  readonly getEngineState: EngineHost['getState'];
  readonly startProfile: AccountService['startProfile'];
  readonly getLanguage: () => AppLanguage;
  readonly showMenu: (menu: CommandInput<'shell.setMenu'>) => void;
  readonly onPainted: () => Promise<void>;
}) => {
  const { front, runtime, dataFolder, chooseFirstScreen, getEngineState, startProfile } =
    dependencies;
  const { getLanguage, showMenu, onPainted } = dependencies;
  return defineMainHandlers({
    'shell.info': async () => {
      front.setListening();
      const profile = await startProfile;
      return succeed({
        version: app.getVersion(),
        runtime,
        platform: process.platform,
        locale: app.getLocale(),
        start: await chooseFirstScreen(),
        engine: getEngineState(),
        profile:
          profile === null
            ? null
            : profile.ok
              ? {
                  profileID: deriveProfileID(profile.value),
                  profile: toPublicProfile(profile.value),
                }
              : { error: profile.error },
      });
    },
    'shell.openLink': ({ url }) => openLink(url),
    'shell.setMenu': succeedAfter(showMenu),
    'shell.showMenu': async (menu) => {
      const window = front.getWindow();
      return succeed({ chosen: window === null ? null : await showPageMenu(window, menu) });
    },
    'shell.painted': succeedAfter(onPainted),
    'calendar.add': (event) =>
      addToCalendar(front.getWindow(), join(dataFolder, 'calendar'), event, systemClock.now()),
    'photos.save': (photo) => savePhoto(front.getWindow(), join(dataFolder, 'photos'), photo),
    'team.saveInvitation': ({ link }) => {
      const name = desktopWords[getLanguage()].invitationFile;
      const filters = [{ name, extensions: ['hearthline-team'] }];
      return saveText(front.getWindow(), { name: `${name}.hearthline-team`, filters }, link);
    },
    'insights.save': ({ format, from, to, text }) => {
      const name = desktopWords[getLanguage()].insightsFile
        .replace('{{from}}', from)
        .replace('{{to}}', to);
      const filters = [{ name: formats[format], extensions: [format] }];
      return saveText(front.getWindow(), { name: `${name}.${format}`, filters }, text);
    },
  });
};
