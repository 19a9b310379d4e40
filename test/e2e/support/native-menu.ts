/** Native menus, which the test reads and clicks instead of the system. */
import { expect, type ElectronApplication } from '@playwright/test';

type Held = { menu?: { items: { label: string; click: () => void }[] }; close?: () => void };

/** Prevents menus from opening and keeps the last one. */
export const holdMenus = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (options) {
      Object.assign(globalThis, { held: { menu: this, close: options?.callback } });
    };
  });

export const readMenuLabels = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const { held } = globalThis as unknown as { held?: Held };
    return held?.menu?.items.map(({ label }) => label) ?? [];
  });

/** Clicks an item of the open menu or the next one. */
export const chooseInMenu = async (app: ElectronApplication, label: string): Promise<void> => {
  await expect.poll(() => readMenuLabels(app)).toContain(label);
  await app.evaluate((_, wanted) => {
    const { held } = globalThis as unknown as { held: Held };
    Object.assign(globalThis, { held: {} });
    held.menu?.items.find((item) => item.label === wanted)?.click();
    held.close?.();
  }, label);
};
