import { describe, expect, it } from 'vitest';
import {
  autostartEntry,
  startsProgram,
} from '../../../../main/shell/background/autostart-entry.ts';
import { hiddenStart } from '../../../../main/shell/background/login.ts';

const execOf = (entry: string | null): string =>
  (entry ?? '').split('\n').find((line) => line.startsWith('Exec=')) ?? '';

describe('the entry that starts the app at sign-in', () => {
  it('holds the program and its arguments, each in quotes', () => {
    const entry = autostartEntry(['/opt/My Apps/hearthline', '--hidden']);
    expect(execOf(entry)).toBe('Exec="/opt/My Apps/hearthline" "--hidden"');
    expect(startsProgram(entry ?? '')).toBe(true);
  });

  it('lets no path say anything but its own name', () => {
    const path = '/home/pat/100% `x` $HOME "q" \\end';
    expect(execOf(autostartEntry([path]))).toBe(
      'Exec="/home/pat/100%% \\\\`x\\\\` \\\\$HOME \\\\"q\\\\" \\\\\\\\end"',
    );
  });

  it('is not made of a path with a line break in it', () => {
    expect(autostartEntry(['/home/pat/a\nExec=/bin/sh'])).toBe(null);
    expect(autostartEntry([])).toBe(null);
  });

  it.each([['Hidden=true'], ['X-GNOME-Autostart-enabled=false']])(
    'counts as switched off where the desktop has written %s into it',
    (line) => {
      const entry = (autostartEntry(['/opt/hearthline']) ?? '').replace(
        'X-GNOME-Autostart-enabled=true',
        line,
      );
      expect(startsProgram(entry)).toBe(false);
    },
  );

  it('counts as switched off when it is empty or something else', () => {
    expect([startsProgram(''), startsProgram('Exec=/bin/true')]).toEqual([false, false]);
  });
});

describe('how the app is started hidden', () => {
  const given = {
    program: '/tmp/.mount_x/hearthline',
    image: undefined,
    appPath: null,
    dataFolder: null,
  };

  it('names the AppImage and not the folder that it is mounted in', () => {
    const image = '/home/pat/Hearthline.AppImage';
    expect(hiddenStart({ ...given, image })).toEqual([image, '--hidden']);
  });

  it('names the data folder that was named, and in development the app', () => {
    const start = hiddenStart({ ...given, appPath: '/src/app', dataFolder: '/data' });
    expect(start.slice(1)).toEqual(['/src/app', '--user-data-dir=/data', '--hidden']);
  });
});
