/** Saves the tables of Insights to where the person says. */
import type { BrowserWindow } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { saveText } from './save-file.ts';

const names = { csv: 'CSV', json: 'JSON' } as const;

export const saveReport = (
  window: BrowserWindow | null,
  { format, from, to, text }: CommandInput<'insights.save'>,
): Promise<Answer<{ saved: boolean }>> =>
  saveText(
    window,
    {
      name: `Hearthline insights ${from} to ${to}.${format}`,
      filters: [{ name: names[format], extensions: [format] }],
    },
    text,
  );
