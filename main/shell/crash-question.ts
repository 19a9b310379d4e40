/** Asks how to go on when the page keeps crashing. It needs no page: the message box is the system's own. */
import { dialog, type BrowserWindow } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { desktopWords } from './background/words.ts';
import type { Reload } from './page-crash.ts';

type Dependencies = {
  readonly saveDiagnostics: () => Promise<Answer<CommandOutput<'diagnostics.save'>>>;
  /** Quits, which the person may be asked about; false if the app stays. */
  readonly quit: () => Promise<boolean>;
  readonly window: () => BrowserWindow | null;
  readonly language: () => 'en' | 'es';
};

const choices = ['again', 'plain', 'diagnostics', 'quit'] as const;

/** Returns the question. It is repeated after saving diagnostics, and if the app does not quit. */
export const createCrashQuestion =
  ({ saveDiagnostics, quit, window, language }: Dependencies) =>
  async (): Promise<Reload | 'quit'> => {
    const words = desktopWords[language()];
    const ask = async (detail: string): Promise<Reload | 'quit'> => {
      const question = {
        type: 'warning' as const,
        message: words.crashTitle,
        detail,
        buttons: [words.crashAgain, words.crashPlain, words.crashDiagnostics, words.quit],
        defaultId: 1,
        cancelId: 0,
        noLink: true,
      };
      const parent = window();
      const { response } = await (parent?.isVisible() === true
        ? dialog.showMessageBox(parent, question)
        : dialog.showMessageBox(question));
      const choice = choices[response] ?? 'again';
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
