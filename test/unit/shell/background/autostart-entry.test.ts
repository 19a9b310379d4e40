import { describe, expect, it } from 'vitest';
import {
  buildAutostartEntry,
  startsProgram,
} from '../../../../main/shell/background/autostart-entry.ts';
import { buildHiddenStart } from '../../../../main/shell/background/login.ts';

const findExec = (entry: string | null): string =>
  (entry ?? '').split('\n').find((line) => line.startsWith('Exec=')) ?? '';

describe('the autostart entry', () => {
  it('contains the program and its arguments, each in quotes', () => {
    const entry = buildAutostartEntry(['/opt/My Apps/hearthline', '--hidden']);
    expect(findExec(entry)).toBe('Exec="/opt/My Apps/hearthline" "--hidden"');
    expect(startsProgram(entry ?? '')).toBe(true);
  });

  it('escapes special characters in a path', () => {
    const path = '/home/pat/100% `x` $HOME "q" \\end';
    expect(findExec(buildAutostartEntry([path]))).toBe(
      'Exec="/home/pat/100%% \\\\`x\\\\` \\\\$HOME \\\\"q\\\\" \\\\\\\\end"',
    );
  });

  it('is not created for a path with a line break or without a program', () => {
    expect(buildAutostartEntry(['/home/pat/a\nExec=/bin/sh'])).toBe(null);
    expect(buildAutostartEntry([])).toBe(null);
  });

  it.each([['Hidden=true'], ['X-GNOME-Autostart-enabled=false']])(
    'counts as switched off when the desktop has added %s',
    (line) => {
      const entry = (buildAutostartEntry(['/opt/hearthline']) ?? '').replace(
        'X-GNOME-Autostart-enabled=true',
        line,
      );
      expect(startsProgram(entry)).toBe(false);
    },
  );

  it('counts as switched off when it is empty or incomplete', () => {
    expect([startsProgram(''), startsProgram('Exec=/bin/true')]).toEqual([false, false]);
  });
});

describe('the command for a hidden start', () => {
  const defaults = {
    program: '/tmp/.mount_x/hearthline',
    image: undefined,
    appPath: null,
    dataFolder: null,
  };

  it('contains the AppImage, not its mount point', () => {
    const image = '/home/pat/Hearthline.AppImage';
    expect(buildHiddenStart({ ...defaults, image })).toEqual([image, '--hidden']);
  });

  it('contains a chosen data folder and, in development, the app', () => {
    const start = buildHiddenStart({ ...defaults, appPath: '/src/app', dataFolder: '/data' });
    expect(start.slice(1)).toEqual(['/src/app', '--user-data-dir=/data', '--hidden']);
  });
});
