/**
 * Checks a screen: accessibility, and that all of the app's own words are readable, even longer ones and in
 * Spanish. `npm test` checks each state in one variant, chosen by its name (looks.ts). `npm run screens` checks
 * all variants and keeps pictures; HEARTHLINE_SCREENS=es (or `dark`, `twice`, …) selects those, and `light-1280`
 * exactly that one.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Settings } from '../../../contract/settings.ts';
import { usualSize, repo, type Hearthline } from './hearthline.ts';
import { everyWay, formatWay, chooseWay, type Way } from './looks.ts';
import { findCutOff } from './words-on-screen.ts';
import { invoke } from './invoke.ts';

const usualWay: Way = {
  theme: 'light',
  contrast: 'no-preference',
  size: usualSize,
  zoom: 1,
  language: 'en',
};

/** The page's globals. */
type Exposed = {
  readonly axe?: typeof axe;
};

const asked = process.env['HEARTHLINE_SCREENS'];

/** Variants whose pictures are requested. */
const askedWays = everyWay.filter((way) => {
  const ofWay = formatWay(way);
  return asked === 'all' || asked === ofWay || ofWay.split('-').includes(asked ?? '');
});

const buildPath = (name: string): string => join(repo, 'test-results/screens', `${name}.png`);

/** Takes a picture if requested. */
export const takePicture = async (of: Page | Locator, name: string): Promise<void> => {
  if (askedWays.length > 0) await of.screenshot({ path: buildPath(name), animations: 'disabled' });
};

/** By Electron, because Playwright captures only a quarter of a page at twice the size. */
const takeWindowPicture = async ({ app }: Hearthline, name: string): Promise<void> => {
  if (askedWays.length === 0) return;
  const drawn = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64');
  });
  mkdirSync(dirname(buildPath(name)), { recursive: true });
  writeFileSync(buildPath(name), Buffer.from(drawn ?? '', 'base64'));
};

/** Minified, because every loaded page parses it. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Accessibility rules that the page breaks, each with its elements. The page has no frames. */
const findViolations = async (page: Page): Promise<string[]> => {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as Exposed;
    // Passing elements need no report, which took a fifth of the time.
    const found = await axe?.run({ resultTypes: ['violations'] });
    if (found === undefined) throw new Error('axe was not loaded');
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
  });
};

/** Waits for finite animations; endless ones (a spinner) continue. */
const waitForStillness = (page: Page): Promise<void> =>
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

/** Changes the language in the settings; returns the previous one. */
const setLanguage = async (
  page: Page,
  language: Settings['language'],
): Promise<Settings['language']> => {
  const before = await invoke(page, 'settings.get', {});
  const changed = await invoke(page, 'settings.change', { language });
  if (!before.ok || !changed.ok) throw new Error('the engine keeps no language');
  const spoken = language === 'es' ? 'es' : 'en';
  await expect(page.locator('html')).toHaveAttribute('lang', spoken);
  return before.value.settings.language;
};

const show = async (hearthline: Hearthline, way: Way): Promise<void> => {
  const { theme, contrast, size, zoom } = way;
  await hearthline.app.evaluate(
    ({ nativeTheme, BrowserWindow }, { theme, zoom }) => {
      nativeTheme.themeSource = theme;
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(zoom);
    },
    { theme, zoom },
  );
  const { page } = hearthline;
  await page.emulateMedia({ colorScheme: theme, contrast });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  await hearthline.resize(size, zoom);
};

/** Variants of a window without an engine, which stores no other language. */
export const isEnglish = ({ language }: Way): boolean => language === 'en';

/** Checks the current screen, then restores the tests' window. */
export const look = async (
  hearthline: Hearthline,
  name: string,
  fits: (way: Way) => boolean = () => true,
): Promise<void> => {
  const { page } = hearthline;
  const ways = asked === undefined ? [chooseWay(name)] : askedWays;
  for (const way of ways.filter(fits)) {
    const language = way.language === 'en' ? null : await setLanguage(page, way.language);
    await show(hearthline, way);
    // A page that has just been opened may still be loading its code.
    await expect(page.locator('h1').first()).toBeAttached();
    await waitForStillness(page);
    const state = `${name}-${formatWay(way)}`;
    expect.soft(await findViolations(page), `${state}: accessible`).toEqual([]);
    expect.soft(await findCutOff(page, way), `${state}: nothing cut off`).toEqual([]);
    await takeWindowPicture(hearthline, state);
    if (language !== null) await setLanguage(page, language);
  }
  await show(hearthline, usualWay);
};
