/** Opens an event in the system's calendar through a private file, which contains a customer's address. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shell, type BrowserWindow } from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { succeed, type Answer } from '../../contract/errors.ts';
import { formatCalendarFile } from './ics.ts';
import { saveText } from './dialogs.ts';
import { toSaveFailure } from './write-atomically.ts';

/** Replaces all files in `folder`. If no app opens the file, asks where to save it. */
export const addToCalendar = async (
  window: BrowserWindow | null,
  folder: string,
  { id, ...event }: CommandInput<'calendar.add'>,
  now: number,
): Promise<Answer<{ added: boolean }>> => {
  const text = formatCalendarFile({ ...event, uid: `${id}-${event.start}@hearthline`, now });
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
    return toSaveFailure(thrown);
  }
};
