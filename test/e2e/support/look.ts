/** Looks at a screen: accessible in both themes and at both usual sizes, and kept as a picture. */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { repo, type Hearthline } from './hearthline.ts';

const pictures = join(repo, 'test-results/screens');
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const findings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
};

/** Looks at what is on the screen now, in both themes and sizes. */
export const look = async (hearthline: Hearthline, name: string): Promise<void> => {
  for (const theme of ['light', 'dark'] as const) {
    await hearthline.app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    await hearthline.page.emulateMedia({ colorScheme: theme });
    await expect(hearthline.page.locator('html')).toHaveAttribute(
      'data-mantine-color-scheme',
      theme,
    );
    for (const size of sizes) {
      await hearthline.resize(size.width, size.height);
      const path = join(pictures, `${name}-${theme}-${size.width}.png`);
      await hearthline.page.screenshot({ path, animations: 'disabled' });
      expect(await findings(hearthline.page), `${name}, ${theme}, ${size.width}`).toEqual([]);
    }
  }
};
