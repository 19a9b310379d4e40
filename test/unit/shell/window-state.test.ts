import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  choosePlace,
  readWindowState,
  writeWindowState,
} from '../../../main/shell/window-state.ts';

describe('the window’s position', () => {
  let file: string;
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'hearthline-window-')), 'window.json');
  });
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };

  it('is remembered with the theme and the text size', () => {
    const place = { x: 5, y: 6, width: 1000, height: 700, maximized: true };
    const state = { ...place, theme: 'dark', textSize: 125 } as const;
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
  });

  it('has its default when the file is missing or broken', () => {
    const usual = { width: 1280, height: 800, maximized: false, theme: 'system', textSize: 100 };
    expect(readWindowState(file)).toEqual(usual);
    writeFileSync(file, '{"width":');
    expect(readWindowState(file)).toEqual(usual);
  });

  it('has its default size, but its theme and text size, after a smaller window', () => {
    const place = { x: 5, y: 6, width: 640, height: 400, maximized: false };
    writeWindowState(file, { ...place, theme: 'dark', textSize: 125 });
    expect(readWindowState(file)).toEqual({
      ...{ ...place, width: 1280, height: 800 },
      theme: 'dark',
      textSize: 125,
    });
  });

  it('is dropped when its screen is gone', () => {
    const state = {
      x: 3000,
      y: 10,
      width: 1000,
      height: 700,
      maximized: false,
      theme: 'system',
      textSize: 100,
    } as const;
    expect(choosePlace([screen], state)).toEqual({ width: 1000, height: 700 });
    expect(choosePlace([screen, { ...screen, x: 1920 }], state)).toEqual({
      x: 3000,
      y: 10,
      width: 1000,
      height: 700,
    });
  });
});
