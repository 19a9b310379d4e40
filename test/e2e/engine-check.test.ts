/** Each start logs how the engine runs, and problems are shown. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, usualSize } from './support/hearthline.ts';
import { imitatePackage } from './support/like-packaged.ts';
import { look, isEnglish } from './support/look.ts';

type Line = { readonly msg: string; readonly kind?: string; readonly isPackaged?: boolean };

/** Main's log lines about the engine. */
const readLines = (place: string): readonly Line[] => {
  const logs = join(place, 'app/logs');
  return readdirSync(logs)
    .filter((name) => name.startsWith('main.'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg.startsWith('the engine'));
};

const readDiagnostics = async ({ page }: Hearthline): Promise<string> => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue(/## Engine/);
  const text = await dialog.getByRole('textbox').inputValue();
  await page.keyboard.press('Escape');
  return text;
};

test('in development each start logs one line about the engine, and no problem is shown', async ({
  connected,
  place,
}) => {
  const { page } = connected;
  expect(readLines(place)).toEqual([
    expect.objectContaining({
      msg: 'the engine runs',
      isExpected: true,
      isMemoryLimited: true,
      nodeAPI: expect.any(Number),
      node: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      sqlite: expect.stringMatching(/^3\./),
      isPackaged: false,
    }),
  ]);
  await page.getByRole('button', { name: 'Connected' }).click();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.locator('[data-engine-problem]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Preview…' }).click();
  const text = await readDiagnostics(connected);
  expect(text).toMatch(/"isPackaged": false,[^]*"sqlite": "3\.[^]*"problem": null/);
});

test.describe('a packaged app', () => {
  test.afterEach(({ place }) => rmSync(join(place, 'package'), { recursive: true, force: true }));

  test('uses the Node of its package and ignores the environment', async ({ place }) => {
    const hearthline = await Hearthline.start({
      dataFolder: join(place, 'app'),
      program: imitatePackage(join(place, 'package'), process.env['HEARTHLINE_NODE'] ?? 'node'),
      env: { HEARTHLINE_NODE: join(place, 'what-somebody-put-there') },
      size: usualSize,
    });
    await hearthline.waitForScreen('welcome');
    await expect.poll(() => readLines(place)).toHaveLength(1);
    expect(readLines(place)).toMatchObject([{ msg: 'the engine runs', isPackaged: true }]);
    await hearthline.close();
  });

  test('without its Node shows what to do on the Connection page', async ({ connected, place }) => {
    await connected.close();
    const hearthline = await Hearthline.start({
      dataFolder: join(place, 'app'),
      program: imitatePackage(join(place, 'package'), null),
      size: usualSize,
    });
    await hearthline.waitForScreen('inbox');
    const { page } = hearthline;
    const bar = page.locator('[data-bar="engine"]');
    await expect(bar).toContainText('Part of Hearthline is missing');
    await bar.getByRole('button', { name: 'Open Connection' }).click();
    const problem = page.locator('[data-engine-problem="incomplete"]');
    await expect(problem).toContainText('Install Hearthline again');
    await look(hearthline, 'connection-engine', isEnglish);
    await problem.getByRole('button', { name: 'Diagnostics file' }).click();
    expect(await readDiagnostics(hearthline)).toMatch(/"runs": null[^]*"problem": "incomplete"/);
    expect(readLines(place).at(-1)).toMatchObject({ msg: 'the engine did not start' });
    await hearthline.close();
  });
});
