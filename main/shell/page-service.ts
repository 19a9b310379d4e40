/** Handlers of the page's own commands: start, links, menus and files to save. */
import { join } from 'node:path';
import { app } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { succeed } from '../../contract/errors.ts';
import { systemClock } from '../clock/clock.ts';
import { profileIDOf, toPublic } from '../connect/profiles.ts';
import type { AccountService } from './account-service.ts';
import { mainHandlers, succeedAfter } from './answer-call.ts';
import { desktopWords, type AppLanguage } from './words.ts';
import { addToCalendar } from './calendar.ts';
import { showPageMenu } from './context-menu.ts';
import type { EngineHost } from './engine-host.ts';
import type { Front } from './front.ts';
import { openLink } from './links.ts';
import { saveText } from './dialogs.ts';
import { savePhoto } from './save-photo.ts';

const formats = { csv: 'CSV', json: 'JSON' } as const;

export const pageHandlers = (dependencies: {
  readonly front: Front;
  readonly runtime: string;
  readonly dataFolder: string;
  readonly firstScreen: () => Promise<'welcome' | 'inbox'>;
  readonly engineState: EngineHost['state'];
  readonly startProfile: AccountService['startProfile'];
  readonly language: () => AppLanguage;
  readonly showMenu: (menu: CommandInput<'shell.setMenu'>) => void;
  readonly onPainted: () => Promise<void>;
}) => {
  const { front, runtime, dataFolder, firstScreen, engineState, startProfile } = dependencies;
  const { language, showMenu, onPainted } = dependencies;
  return mainHandlers({
    'shell.info': async () => {
      front.setListening();
      const profile = await startProfile;
      return succeed({
        version: app.getVersion(),
        runtime,
        platform: process.platform,
        locale: app.getLocale(),
        start: await firstScreen(),
        engine: engineState(),
        profile:
          profile === null
            ? null
            : profile.ok
              ? { profileID: profileIDOf(profile.value), profile: toPublic(profile.value) }
              : { error: profile.error },
      });
    },
    'shell.openLink': ({ url }) => openLink(url),
    'shell.setMenu': succeedAfter(showMenu),
    'shell.showMenu': async (menu) => {
      const window = front.now();
      return succeed({ chosen: window === null ? null : await showPageMenu(window, menu) });
    },
    'shell.painted': succeedAfter(onPainted),
    'calendar.add': (event) =>
      addToCalendar(front.now(), join(dataFolder, 'calendar'), event, systemClock.now()),
    'photos.save': (photo) => savePhoto(front.now(), join(dataFolder, 'photos'), photo),
    'team.saveInvitation': ({ link }) => {
      const name = desktopWords[language()].invitationFile;
      const filters = [{ name, extensions: ['hearthline-team'] }];
      return saveText(front.now(), { name: `${name}.hearthline-team`, filters }, link);
    },
    'insights.save': ({ format, from, to, text }) => {
      const name = desktopWords[language()].insightsFile
        .replace('{{from}}', from)
        .replace('{{to}}', to);
      const filters = [{ name: formats[format], extensions: [format] }];
      return saveText(front.now(), { name: `${name}.${format}`, filters }, text);
    },
  });
};
