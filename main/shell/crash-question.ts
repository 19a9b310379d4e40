/** Asks how to continue when the page keeps crashing, in a message box of the system. */
import type { BrowserWindow } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { askInMessageBox } from './dialogs.ts';
import { desktopWords, type AppLanguage } from './words.ts';
import type { Reload } from './page-crash.ts';

type Dependencies = {
  readonly saveDiagnostics: () => Promise<Answer<CommandOutput<'diagnostics.save'>>>;
  /** Quits if the person confirms; false if the app stays. */
  readonly quit: () => Promise<boolean>;
  readonly getWindow: () => BrowserWindow | null;
  readonly getLanguage: () => AppLanguage;
};

const choices = ['again', 'plain', 'diagnostics', 'quit'] as const;

/** The question is repeated after diagnostics were saved, and if the app does not quit. */
export const createCrashQuestion =
  ({ saveDiagnostics, quit, getWindow, getLanguage }: Dependencies) =>
  async (): Promise<Reload | 'quit'> => {
    const words = desktopWords[getLanguage()];
    const ask = async (detail: string): Promise<Reload | 'quit'> => {
      const parent = getWindow();
      const button = await askInMessageBox(parent?.isVisible() === true ? parent : null, {
        type: 'warning',
        message: words.crashTitle,
        detail,
        buttons: [words.crashAgain, words.crashPlain, words.crashDiagnostics, words.quit],
        defaultId: 1,
        cancelId: 0,
        noLink: true,
      });
      const choice = choices[button] ?? 'again';
      if (choice === 'diagnostics') {
        const answer = await saveDiagnostics();
        if (!answer.ok) return ask(words.crashNotSaved);
        return ask(answer.value.saved ? words.crashSaved : words.crashDetail);
      }
      if (choice === 'quit' && !(await quit())) return ask(words.crashDetail);
      return choice;
    };
    return ask(words.crashDetail);
  };
