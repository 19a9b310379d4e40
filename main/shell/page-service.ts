/** Handlers of the page's own commands: links, menus and files to save. */
import { join } from 'node:path';
import type { CommandInput } from '../../contract/commands.ts';
import { succeed } from '../../contract/errors.ts';
import { systemClock } from '../clock/clock.ts';
import { defineMainHandlers, succeedAfter, type MainHandlers } from './answer-call.ts';
import { desktopWords, type AppLanguage } from './words.ts';
import { addToCalendar } from './calendar.ts';
import { showPageMenu } from './context-menu.ts';
import type { Front } from './front.ts';
import { openLink } from './links.ts';
import { saveText } from './dialogs.ts';
import { savePhoto } from './save-photo.ts';

const formats = { csv: 'CSV', json: 'JSON' } as const;

export const createPageHandlers = (dependencies: {
  readonly front: Front;
  readonly dataFolder: string;
  readonly describeStart: MainHandlers['shell.info'];
  readonly getLanguage: () => AppLanguage;
  readonly showMenu: (menu: CommandInput<'shell.setMenu'>) => void;
  readonly onPainted: () => Promise<void>;
}) => {
  const { front, dataFolder, describeStart, getLanguage, showMenu, onPainted } = dependencies;
  return defineMainHandlers({
    'shell.info': describeStart,
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
