/**
 * Hands an event to the system's calendar, as a file in a folder for its owner alone, which holds one at
 * a time: it says where a customer lives.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shell, type BrowserWindow } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { calendarFile } from './ics.ts';
import { saveText } from './save-file.ts';

/**
 * @param folder emptied at each event
 * @param now UTC milliseconds
 */
export const addToCalendar = async (
  window: BrowserWindow | null,
  folder: string,
  { id, ...event }: CommandInput<'calendar.add'>,
  now: number,
): Promise<Answer<{ added: boolean }>> => {
  const text = calendarFile({ ...event, uid: `${id}-${event.start}@hearthline`, now });
  const name = `hearthline-${new Date(event.start).toISOString().slice(0, 10)}.ics`;
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    if ((await shell.openPath(file)) === '') return succeed({ added: true });
    const saved = await saveText(window, { name }, text);
    return saved.ok ? succeed({ added: saved.value.saved }) : saved;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? fail('disk_full', 'The disk is full.')
      : fail('read_only', 'The event cannot be written there.');
  }
};
