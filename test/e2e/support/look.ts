/**
 * Looks at a screen: is it accessible? In `npm test` each state is looked at once, in one theme and at
 * one size that follow from its name (looks.ts); `npm run screens` looks at all four and keeps pictures.
 */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { usualSize, repo, type Hearthline } from './hearthline.ts';
import { everyWay, wayOf, type Way } from './looks.ts';

const looksAtAll = (): boolean => process.env['HEARTHLINE_SCREENS'] === 'all';

/** Keeps a picture, where pictures are asked for. */
export const picture = async (of: Page | Locator, name: string): Promise<void> => {
  if (!looksAtAll()) return;
  const path = join(repo, 'test-results/screens', `${name}.png`);
  await of.screenshot({ path, animations: 'disabled' });
};

const findings = async (page: Page): Promise<string[]> => {
  // What is in order need not be told element by element: that took a fifth of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
};

/** What moves to an end has come there; what turns for ever (a spinner) is not waited for. */
const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    await frame();
    for (let left = moving(); left.length > 0; left = moving()) {
      await Promise.allSettled(left.map(({ finished }) => finished));
      await frame();
    }
  });

const show = async (hearthline: Hearthline, theme: Way['theme']): Promise<void> => {
  await hearthline.app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, theme);
  await hearthline.page.emulateMedia({ colorScheme: theme });
  await expect(hearthline.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
};

/** Looks at what is on the screen now; the window is afterwards as the tests have it. */
export const look = async (hearthline: Hearthline, name: string): Promise<void> => {
  const { page } = hearthline;
  for (const { theme, size } of looksAtAll() ? everyWay : [wayOf(name)]) {
    await show(hearthline, theme);
    await hearthline.resize(size);
    await stillness(page);
    await picture(page, `${name}-${theme}-${size.width}`);
    expect(await findings(page), `${name}, ${theme}, ${size.width}`).toEqual([]);
  }
  await show(hearthline, 'light');
  await hearthline.resize(usualSize);
};
