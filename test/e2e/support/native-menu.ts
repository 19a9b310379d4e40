/** Native menus, which a test holds, reads and chooses from in the system's place. */
import { expect, type ElectronApplication } from '@playwright/test';

type Held = { menu?: { items: { label: string; click: () => void }[] }; close?: () => void };

/** Menus open nowhere from now on: the test holds the last one. */
export const holdMenus = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (options) {
      Object.assign(globalThis, { held: { menu: this, close: options?.callback } });
    };
  });

export const menuLabels = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const { held } = globalThis as unknown as { held?: Held };
    return held?.menu?.items.map(({ label }) => label) ?? [];
  });

/** Chooses in the menu that opens next, or is open. */
export const chooseInMenu = async (app: ElectronApplication, label: string): Promise<void> => {
  await expect.poll(() => menuLabels(app)).toContain(label);
  await app.evaluate((_, wanted) => {
    const { held } = globalThis as unknown as { held: Held };
    Object.assign(globalThis, { held: {} });
    held.menu?.items.find((item) => item.label === wanted)?.click();
    held.close?.();
  }, label);
};
