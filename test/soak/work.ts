/** Actions of a professional's day; each can begin anywhere in the window. */
import { expect, type Page } from '@playwright/test';
import type { Service } from '../e2e/support/service.ts';

export type Worked = {
  readonly page: Page;
  readonly service: Service;
  /** Number of completed rounds. */
  readonly round: number;
};

export type Action = { readonly name: string; readonly run: (worked: Worked) => Promise<void> };

const pages = [
  ['insights', 'g', 'n'],
  ['savedReplies', 'g', 'm'],
  ['phoneNumbers', 'g', 'p'],
  ['reviews', 'g', 'r'],
  ['webhooks', 'g', 'w'],
  ['connection', 'g', 'c'],
  ['settings', 'Control+,'],
] as const;

const words = ['tap', 'roof', 'leak', 'today', 'paint', 'garden'];

const pressAll = async (page: Page, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const repeatKey = (count: number, key: string): readonly string[] =>
  Array.from({ length: count }, () => key);

/** Opens the list of all leads and focuses it. */
export const openList = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+3');
  await page.locator('html[data-ready=inbox]').waitFor({ state: 'attached' });
  await page.locator('[data-lead-id]').first().waitFor();
};

const openLead = async (page: Page, nth: number): Promise<void> => {
  await openList(page);
  await page.locator('[data-lead-id]').first().click();
  await pressAll(page, repeatKey(nth, 'j'));
  const row = page.locator('[data-lead-id][aria-selected=true]');
  const lead = (await row.getAttribute('data-lead-id')) ?? '';
  await page.locator(`[data-lead="${lead}"]`).waitFor();
  await page.getByRole('log').waitFor();
};

const getComposer = (page: Page) => page.getByRole('textbox', { name: /^Reply to / });

/** Some use the tenth lead and later ones, which change place less often: customers write to the first ones. */
export const actions: readonly Action[] = [
  {
    name: 'opens one lead after the other',
    run: async ({ page }) => {
      await openLead(page, 0);
      await pressAll(page, [...repeatKey(15, 'j'), ...repeatKey(5, 'k')]);
    },
  },
  {
    name: 'scrolls list and conversation',
    run: async ({ page }) => {
      await openLead(page, 3);
      for (const place of [page.getByRole('listbox', { name: 'Leads' }), page.getByRole('log')]) {
        await place.hover();
        for (const by of [900, 900, 900, -900, -900, -900]) await page.mouse.wheel(0, by);
      }
    },
  },
  {
    name: 'searches',
    run: async ({ page, round }) => {
      await openList(page);
      const field = page.getByRole('combobox', { name: 'Search leads' });
      await page.keyboard.press('/');
      await field.fill(words[round % words.length] ?? 'tap');
      await page.keyboard.press('Enter');
      await page.keyboard.press('F3');
      await field.fill('');
    },
  },
  {
    name: 'visits every page',
    run: async ({ page }) => {
      for (const [screen, ...keys] of pages) {
        await openList(page);
        await pressAll(page, keys);
        await page.locator(`html[data-ready=${screen}]`).waitFor({ state: 'attached' });
      }
    },
  },
  {
    name: 'opens the palette and the sheet of keys',
    run: async ({ page }) => {
      await openList(page);
      for (const [key, name] of [
        ['Control+k', 'Command palette'],
        ['?', 'Keyboard shortcuts'],
      ] as const) {
        await page.keyboard.press(key);
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        await page.keyboard.type('sta');
        while (await dialog.isVisible()) {
          await page.keyboard.press('Escape');
          await page.waitForTimeout(100);
        }
      }
    },
  },
  {
    name: 'writes a draft and drops it',
    run: async ({ page, round }) => {
      await openLead(page, 10 + (round % 5));
      await getComposer(page).fill('');
      await getComposer(page).pressSequentially(`I can come by on day ${round}.`);
      await getComposer(page).fill('');
    },
  },
  {
    name: 'sends a reply',
    run: async ({ page, round }) => {
      await openLead(page, round % 8);
      await getComposer(page).fill(`Reply ${round}: I will be there tomorrow at nine.`);
      await page.keyboard.press('Control+Shift+Enter');
      await page.locator('[data-message-state]').last().waitFor();
    },
  },
  {
    name: 'sends a reply and calls it back',
    run: async ({ page, round }) => {
      await openLead(page, 10 + (round % 5));
      await getComposer(page).fill(`Reply ${round}, which was not to go.`);
      const hasText = (await getComposer(page).getAttribute('aria-label')) ?? '';
      await page.keyboard.press('Control+Shift+Enter');
      const toast = page.locator('[data-toast=sending]').filter({ hasText });
      await toast.getByRole('button', { name: 'Undo' }).click();
      await expect(getComposer(page)).toHaveValue(`Reply ${round}, which was not to go.`);
      await getComposer(page).fill('');
    },
  },
  {
    name: 'snoozes and takes it back',
    run: async ({ page, round }) => {
      await openLead(page, 10 + (round % 5));
      await page.keyboard.press('Control+3');
      await page.keyboard.press('h');
      await page.getByRole('menuitem', { name: /^In 1 hour/ }).click();
      await page.keyboard.press('Control+3');
      await page.keyboard.press('z');
    },
  },
  {
    name: 'stars many and takes it back',
    run: async ({ page }) => {
      await openLead(page, 0);
      await page.keyboard.press('Control+3');
      await page.keyboard.press('Control+a');
      await page.getByRole('region', { name: 'Selected leads' }).waitFor();
      await pressAll(page, ['s', 'z', 'Escape']);
    },
  },
  {
    name: 'hears of a new request and of messages',
    run: async ({ page, service, round }) => {
      const lead = await service.createLead(`Soak${round}`);
      await service.customerWritesMany(lead, 1, 5);
      await openList(page);
      await page
        .locator('[data-lead-id]')
        .filter({ hasText: `Soak${round}` })
        .first()
        .waitFor();
    },
  },
];
