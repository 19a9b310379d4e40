import { onTestFinished, expect, it } from 'vitest';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBackground } from '../../../../main/shell/background/background.ts';
import { openChoice } from '../../../../main/shell/background/choice.ts';
import { createLoginStart } from '../../../../main/shell/background/login.ts';
import type { TrayState } from '../../../../main/shell/background/tray-menu.ts';
import { temporaryFolder, testLog } from '../../engine/support/store.ts';
import { createHandClock } from '../../connect/support/hand-clock.ts';

const desk = ({ keepRunning = true, tray = true } = {}) => {
  const folder = temporaryFolder();
  const file = join(folder, 'background.json');
  writeFileSync(file, JSON.stringify({ keepRunning, asked: keepRunning }));
  const entry = join(folder, 'autostart/hearthline.desktop');
  const seen = { tray };
  const icons: (TrayState | null)[] = [];
  const badges: number[] = [];
  let reopenings = 0;
  let searches = 0;
  const clock = createHandClock();
  const background = createBackground({
    choice: openChoice(file),
    login: createLoginStart({
      app: {} as never,
      platform: 'linux',
      command: ['/opt/hearthline', '--hidden'],
      file: entry,
    }),
    hasTrayHost: async () => {
      searches += 1;
      return seen.tray;
    },
    addTrayIcon: () => {
      const at = icons.push({ needsReply: 0, quiet: { until: null, paused: false } }) - 1;
      return {
        show: (state) => void (icons[at] = state),
        remove: () => void (icons[at] = null),
      };
    },
    showBadge: (count) => void badges.push(count),
    onChange: () => undefined,
    reopenMinimized: () => void (reopenings += 1),
    clock,
    log: testLog(),
  });
  onTestFinished(background.stop);
  return {
    ...background,
    clock,
    seen,
    icons,
    badges,
    entry,
    file,
    reopenings: () => reopenings,
    searches: () => searches,
    change: background.handlers['background.change'],
    get: background.handlers['background.get'],
  };
};

it('the tray icon exists while the app keeps running in the background, and shows the engine’s count', async () => {
  const { clock, icons, update, badges, change } = desk();
  await clock.advance(0);
  update({ needsReply: 3 });
  expect(icons).toMatchObject([{ needsReply: 3 }]);
  expect(badges.at(-1)).toBe(3);
  await change({ keepRunning: false });
  await clock.advance(0);
  expect(icons).toEqual([null]);
  update({ needsReply: 4 });
  expect(badges.at(-1)).toBe(4);
  await change({ keepRunning: true });
  await clock.advance(0);
  expect(icons).toMatchObject([null, { needsReply: 4 }]);
});

it('an app that quits with its window starts without a search for the tray', async () => {
  const { clock, icons, searches, change } = desk({ keepRunning: false });
  await clock.advance(60_000);
  expect(searches()).toBe(0);
  await change({ keepRunning: true });
  await clock.advance(0);
  expect(icons).toHaveLength(1);
});

it('a tray that appears late gets exactly one icon', async () => {
  const { clock, icons, seen, isInTray, reopenings } = desk({ tray: false });
  await clock.advance(6_000);
  expect(icons).toEqual([]);
  seen.tray = true;
  await clock.advance(2_000);
  expect([await isInTray(), icons.length]).toEqual([true, 1]);
  await clock.advance(60_000);
  expect([icons.length, reopenings()]).toEqual([1, 0]);
});

it('without a tray the app does not hide', async () => {
  const { clock, isInTray, reopenings, get } = desk({ tray: false });
  await clock.advance(120_000);
  expect([await isInTray(), reopenings()]).toEqual([false, 1]);
  expect(await get({})).toMatchObject({ ok: true, value: { hasTray: false } });
});

it('the icon moves to a new tray when the old one is gone', async () => {
  const { clock, icons, seen, isInTray } = desk();
  await clock.advance(0);
  seen.tray = false;
  expect(await isInTray()).toBe(false);
  seen.tray = true;
  expect(await isInTray()).toBe(true);
  expect(icons).toMatchObject([null, {}]);
});

it('the start at sign-in follows the system’s setting, even when it was changed there', async () => {
  const { change, get, entry } = desk({ keepRunning: false });
  expect(await get({})).toMatchObject({ value: { startAtLogin: false, asked: false } });
  expect(await change({ startAtLogin: true, keepRunning: true, asked: true })).toMatchObject({
    value: { startAtLogin: true, keepRunning: true, asked: true },
  });
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('enabled=true', 'enabled=false'));
  expect(await get({})).toMatchObject({ value: { startAtLogin: false } });
  await change({ startAtLogin: true });
  await change({ startAtLogin: false });
  expect(await get({})).toMatchObject({ value: { startAtLogin: false } });
});

it('a choice that cannot be saved has no effect', async () => {
  const { change, get, entry } = desk({ keepRunning: false });
  mkdirSync(entry, { recursive: true });
  expect(await change({ startAtLogin: true, keepRunning: true })).toMatchObject({ ok: false });
  expect(await get({})).toMatchObject({ value: { keepRunning: false, startAtLogin: false } });
});

it('without a readable choice the app quits with its window', () => {
  const file = join(temporaryFolder(), 'background.json');
  expect(openChoice(file).get()).toEqual({ keepRunning: false, asked: false });
  writeFileSync(file, '{');
  expect(openChoice(file).get()).toEqual({ keepRunning: false, asked: false });
});
