/** Saves the tables of Insights to where the person says. */
import type { BrowserWindow } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { desktopWords } from './background/words.ts';
import { saveText } from './save-file.ts';
import type { AppLanguage } from './spelling.ts';

const names = { csv: 'CSV', json: 'JSON' } as const;

export const saveReport = (
  window: BrowserWindow | null,
  { format, from, to, text }: CommandInput<'insights.save'>,
  language: AppLanguage,
): Promise<Answer<{ saved: boolean }>> =>
  saveText(
    window,
    {
      name: `${desktopWords[language].insightsFile.replace('{{from}}', from).replace('{{to}}', to)}.${format}`,
      filters: [{ name: names[format], extensions: [format] }],
    },
    text,
  );
