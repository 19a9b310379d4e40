/** Replaces the desktop around the app: tray, notifications, clipboard and file dialogs. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type ElectronApplication } from '@playwright/test';

/** Sets the session bus's answer about a tray, which the app gets from a program on the PATH. */
export const setTray = (place: string, isSeen: boolean): void => {
  const program = join(place, 'bin/dbus-send');
  mkdirSync(join(place, 'bin'), { recursive: true });
  writeFileSync(program, `#!/bin/sh\necho '   variant       boolean ${String(isSeen)}'\n`);
  chmodSync(program, 0o755);
};

type Shown = { readonly title: string; readonly body: string };

/** Records notifications instead of showing them; see `listNotices`. */
export const recordNotices = (app: ElectronApplication): Promise<void> =>
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

/** Notifications that were shown and not withdrawn. */
export const listNotices = (app: ElectronApplication): Promise<readonly Shown[]> =>
  app.evaluate(() =>
    (globalThis as unknown as { noted: (Shown & { readonly isGone?: true })[] }).noted
      .filter(({ isGone }) => isGone !== true)
      .map(({ title, body }) => ({ title, body })),
  );

/** Waits for a notification and emits an event on it. */
export const emitOnNotice = async (
  app: ElectronApplication,
  title: string,
  event: 'click' | 'reply',
  text = '',
): Promise<void> => {
  // Includes withdrawn ones, whose reader may have been faster.
  const happened = (): Promise<boolean> =>
    app.evaluate(
      (_electron, arg) => {
        const { noted } = globalThis as unknown as {
          noted: (Shown & { emit: (...all: unknown[]) => void })[];
        };
        const found = noted.findLast((notice) => notice.title === arg.title);
        found?.emit(arg.event, {}, arg.text);
        return found !== undefined;
      },
      { title, event, text },
    );
  await expect.poll(happened).toBe(true);
};

/** Makes dialogs choose this path to save to. */
export const chooseSavePath = (app: ElectronApplication, filePath: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
  }, filePath);

export const readClipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

/** Number of the app's windows. */
export const countWindows = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

type TrayMenu = { readonly items: readonly { label: string; click: () => void }[] };

/** Records the tray's menu from its next change on, since the tests' desktop shows none. */
export const holdTray = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => void Object.assign(globalThis, { tray: menu });
  });

/** Current entries of the tray's menu; empty before its first change. */
export const readTrayMenu = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const { tray } = globalThis as unknown as { tray?: TrayMenu };
    return tray?.items.map(({ label }) => label) ?? [];
  });

export const chooseInTray = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate((_, wanted) => {
    const { tray } = globalThis as unknown as { tray: TrayMenu };
    tray.items.find((item) => item.label === wanted)?.click();
  }, label);
