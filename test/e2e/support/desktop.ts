/** The desktop around the app, as far as a test needs one: a tray that is seen, and notifications that are noted. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type ElectronApplication } from '@playwright/test';

/** Says on the session's bus whether somebody shows a tray: the app asks by a program on the PATH. */
export const setTray = (place: string, isSeen: boolean): void => {
  const program = join(place, 'bin/dbus-send');
  mkdirSync(join(place, 'bin'), { recursive: true });
  writeFileSync(program, `#!/bin/sh\necho '   variant       boolean ${String(isSeen)}'\n`);
  chmodSync(program, 0o755);
};

type Shown = { readonly title: string; readonly body: string };

/** Notes notifications instead of showing them; from now on they are `notices`. */
export const noteNotices = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Notification }) => {
    const noted: unknown[] = [];
    Object.assign(globalThis, { noted });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      noted.push(this);
    };
    Notification.prototype.close = function close() {
      Object.assign(this, { isGone: true });
    };
  });

/** What was shown so far and not taken back. */
export const notices = (app: ElectronApplication): Promise<readonly Shown[]> =>
  app.evaluate(() =>
    (globalThis as unknown as { noted: (Shown & { readonly isGone?: true })[] }).noted
      .filter(({ isGone }) => isGone !== true)
      .map(({ title, body }) => ({ title, body })),
  );

/** Waits for a notification, and does to it what its reader does. */
export const onNotice = async (
  app: ElectronApplication,
  title: string,
  event: 'click' | 'reply',
  text = '',
): Promise<void> => {
  // Also one that was just taken back: its reader may have been quicker.
  const happened = (): Promise<boolean> =>
    app.evaluate(
      (_electron, given) => {
        const { noted } = globalThis as unknown as {
          noted: (Shown & { emit: (...all: unknown[]) => void })[];
        };
        const found = noted.findLast((notice) => notice.title === given.title);
        found?.emit(given.event, {}, given.text);
        return found !== undefined;
      },
      { title, event, text },
    );
  await expect.poll(happened).toBe(true);
};

/** How many windows the app has. */
export const windows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

type TrayMenu = { readonly items: readonly { label: string; click: () => void }[] };

/** Holds the tray's menu from its next change on: no desktop of the tests shows one. */
export const holdTray = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => void Object.assign(globalThis, { tray: menu });
  });

/** What the tray's menu offers now; nothing before its first change. */
export const trayMenu = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const { tray } = globalThis as unknown as { tray?: TrayMenu };
    return tray?.items.map(({ label }) => label) ?? [];
  });

export const chooseInTray = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate((_, wanted) => {
    const { tray } = globalThis as unknown as { tray: TrayMenu };
    tray.items.find((item) => item.label === wanted)?.click();
  }, label);
