/** What the window asks of sign-ins and profiles: answered once the vault is open. */
import { readFile } from 'node:fs/promises';
import { dialog, type BrowserWindow } from 'electron';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { MainHandlers } from './answer-call.ts';
import { desktopWords } from './background/words.ts';
import type { BuiltInProfiles } from './built-in-profiles.ts';
import { showConsent } from './links.ts';
import type { openSignIns } from './sign-ins.ts';
import type { AppLanguage } from './spelling.ts';

type Dependencies = {
  readonly ask: ReturnType<typeof openSignIns>['ask'];
  readonly window: () => BrowserWindow | null;
  readonly language: () => AppLanguage;
  /** The text of the profile that was given last, by the command line or as a file that was opened, or why
   * there is none; null where none was given. */
  readonly given: () => Promise<Answer<string> | null>;
  readonly builtIn: BuiltInProfiles;
};

type Name = Exclude<Extract<keyof MainHandlers, `connect.${string}`>, 'connect.practice'>;

/** The text of a profile's file; `profile_unreadable` where there is none. */
export const readProfileFile = async (file: string): Promise<Answer<string>> => {
  try {
    return succeed(await readFile(file, 'utf8'));
  } catch {
    return fail('profile_unreadable', 'The profile file cannot be read.');
  }
};

/** Handlers of `connect.*`, but for practice. */
export const connectHandlers = ({
  ask,
  window,
  language,
  given,
  builtIn,
}: Dependencies): Pick<MainHandlers, Name> => ({
  'connect.accounts': () =>
    ask(({ connect, keychain }) => succeed({ accounts: [...connect.accounts()], keychain })),
  'connect.chooseProfile': async () => {
    const question = {
      properties: ['openFile' as const],
      filters: [{ name: desktopWords[language()].profileFile, extensions: ['hearthline', 'json'] }],
    };
    const parent = window();
    const { filePaths } = await (parent
      ? dialog.showOpenDialog(parent, question)
      : dialog.showOpenDialog(question));
    const [file] = filePaths;
    if (file === undefined) return succeed(null);
    const read = await readProfileFile(file);
    return read.ok ? ask(({ connect }) => connect.importProfile(read.value)) : read;
  },
  'connect.readProfile': ({ json }) => ask(({ connect }) => connect.importProfile(json)),
  'connect.givenProfile': async () => {
    const text = await given();
    if (text === null || !text.ok) return text ?? succeed(null);
    return ask(({ connect }) => connect.importProfile(text.value));
  },
  'connect.builtInProfiles': async () => succeed({ profiles: [...(await builtIn.list())] }),
  'connect.builtInProfile': async ({ file }) => {
    const read = await builtIn.read(file);
    return read.ok ? ask(({ connect }) => connect.importProfile(read.value)) : read;
  },
  'connect.replaceProfile': ({ profileID }) =>
    ask(({ connect }) => connect.replaceProfile(profileID)),
  'connect.start': (input) => ask(({ connect }) => connect.start(input)),
  'connect.cancel': ({ attemptID }) => ask(({ connect }) => connect.cancel(attemptID)),
  'connect.show': (input) => ask(({ connect }) => showConsent(connect, input)),
  'connect.paste': (input) => ask(({ connect }) => connect.paste(input)),
  'connect.disconnect': ({ accountID }) => ask(({ connect }) => connect.disconnect(accountID)),
  'connect.remove': ({ accountID }) => ask(({ connect }) => connect.remove(accountID)),
});
