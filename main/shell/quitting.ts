/**
 * Quitting ends everything; it asks first only where replies would wait. Nothing that is late is waited for
 * by the question.
 */
import { dialog, type BrowserWindow } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { desktopWords } from './background/words.ts';

/** An engine that takes longer to say what waits is not waited for. */
const patienceMs = 1_000;

type Dependencies = {
  /** Asks the engine what it knows of each account. */
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly window: () => BrowserWindow | null;
  readonly language: () => 'en' | 'es';
  readonly clock: Clock;
};

/** Makes the question whether the app may end; asked again while it is open, it is asked once. */
export const createQuitting = ({
  askReports,
  window,
  language,
  clock,
}: Dependencies): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null;
  const mayQuit = async (): Promise<boolean> => {
    const answer = await Promise.race([askReports(), pause(clock, patienceMs)]);
    const reports = answer?.ok === true ? answer.value.reports : [];
    const waiting = reports.reduce((sum, { outbox }) => sum + outbox.waiting, 0);
    if (waiting === 0) return true;
    const words = desktopWords[language()];
    const text = waiting === 1 ? words.oneReplyWaits : words.manyRepliesWait;
    const question = {
      type: 'question' as const,
      message: text.replace('{{count}}', String(waiting)),
      buttons: [words.quitNow, words.stay],
      defaultId: 0,
      cancelId: 1,
    };
    const parent = window();
    const { response } = await (parent === null
      ? dialog.showMessageBox(question)
      : dialog.showMessageBox(parent, question));
    return response === 0;
  };
  return () => {
    asking ??= mayQuit().finally(() => (asking = null));
    return asking;
  };
};
