/** Asks before quitting if replies are waiting. */
import type { BrowserWindow } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { askInMessageBox } from './dialogs.ts';
import { desktopWords, type AppLanguage } from './words.ts';

/** Longest wait for the engine's answer. */
const patienceMs = 1_000;

/** The returned function resolves to true if the app may quit. Concurrent calls share one question. */
export const createQuitQuestion = (dependencies: {
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly getWindow: () => BrowserWindow | null;
  readonly getLanguage: () => AppLanguage;
  readonly clock: Clock;
}): (() => Promise<boolean>) => {
  const { askReports, getWindow, getLanguage, clock } = dependencies;
  let asking: Promise<boolean> | null = null;
  const mayQuit = async (): Promise<boolean> => {
    const answer = await Promise.race([askReports(), pause(clock, patienceMs)]);
    const reports = answer?.ok === true ? answer.value.reports : [];
    const waiting = reports.reduce((sum, { outbox }) => sum + outbox.waiting, 0);
    if (waiting === 0) return true;
    const words = desktopWords[getLanguage()];
    const text = waiting === 1 ? words.oneReplyWaits : words.manyRepliesWait;
    const button = await askInMessageBox(getWindow(), {
      type: 'question',
      message: text.replace('{{count}}', String(waiting)),
      buttons: [words.quitNow, words.stay],
      defaultId: 0,
      cancelId: 1,
    });
    return button === 0;
  };
  return () => {
    asking ??= mayQuit().finally(() => (asking = null));
    return asking;
  };
};
