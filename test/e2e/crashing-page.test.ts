/** A page that crashes at each load is reloaded less and less often, logged, and leaves the person a way out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import type { MessageBoxOptions } from 'electron';
import { chooseSavePath } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';

/** A load of the page takes seconds on a busy machine. */
const soon = { timeout: 60_000 };

/** Records of the tests in the main process. */
type Kept = typeof globalThis & {
  loads: number;
  crashesWhen: string;
  questions: MessageBoxOptions[];
  answer: (response: number) => void;
};

/** Records message boxes and answers them with `answer`. */
const keepQuestions = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ dialog }) => {
    const kept = globalThis as Kept;
    kept.questions = [];
    dialog.showMessageBox = (...args: unknown[]) =>
      new Promise((done) => {
        kept.questions.push(args.at(-1) as MessageBoxOptions);
        kept.answer = (response) => done({ response, checkboxChecked: false });
      });
  });

/** Crashes the page now and at each load, unless its address ends in `?plain`. */
const crashAtEachLoad = (app: ElectronApplication, alsoPlain = false): Promise<void> =>
  app.evaluate(({ BrowserWindow }, always) => {
    const kept = globalThis as Kept;
    kept.loads = 0;
    const { webContents } = BrowserWindow.getAllWindows()[0]!;
    webContents.on('did-finish-load', () => {
      kept.loads += 1;
      if (always || !webContents.getURL().endsWith('?plain')) webContents.forcefullyCrashRenderer();
    });
    webContents.forcefullyCrashRenderer();
  }, alsoPlain);

const readQuestions = (app: ElectronApplication): Promise<MessageBoxOptions[]> =>
  app.evaluate(() => (globalThis as Kept).questions);

const answer = (app: ElectronApplication, response: number): Promise<void> =>
  app.evaluate((_, chosen) => (globalThis as Kept).answer(chosen), response);

/** Evaluates in a page that Playwright has lost after a crash; null while no page answers. */
const evaluateInPage = <T>({ app }: Hearthline, script: string): Promise<T | null> =>
  app.evaluate(({ BrowserWindow }, text) => {
    const webContents = BrowserWindow.getAllWindows()[0]?.webContents;
    // A crashed page never answers.
    if (!webContents || webContents.isCrashed() || webContents.isLoading()) return null;
    return webContents.executeJavaScript(text) as Promise<T>;
  }, script);

const screenName = 'document.documentElement.dataset.ready ?? null';
const openLead = `document.querySelector('[role="textbox"][aria-label^="Reply to"], textarea[aria-label^="Reply to"]') !== null`;

const selectedLead = `document.querySelector('[data-lead-id][aria-selected="true"]') !== null`;
const painted = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
})`;

const readCrashLines = (place: string): Record<string, unknown>[] => {
  const logs = join(place, 'app/logs');
  return readdirSync(logs)
    .filter((name) => name.startsWith('main.'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'the page crashed');
};

test('a page that crashes at each load is loaded three times, then the person can start without the open lead', async ({
  connected,
  service,
  place,
}) => {
  const { app, page } = connected;
  await service.createLead('Dora');
  await expect(connected.row('Dora')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Reply to Dora/ })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('hearthline.list.width', '300'));
  await keepQuestions(app);
  await crashAtEachLoad(app);

  await expect.poll(() => readQuestions(app), soon).toHaveLength(1);
  expect((await readQuestions(app))[0]).toMatchObject({
    message: "Hearthline's window keeps crashing",
    buttons: [
      'Try again',
      'Start without restoring where you were',
      'Save diagnostics…',
      'Quit Hearthline',
    ],
  });
  expect(await app.evaluate(() => (globalThis as Kept).loads)).toBe(3);
  expect(readCrashLines(place)).toEqual(
    [500, 1_000, 2_000, null].map((waitMs, index) =>
      expect.objectContaining({ kind: expect.any(String), inRow: index + 1, waitMs }),
    ),
  );

  await answer(app, 1);
  await expect.poll(() => evaluateInPage(connected, screenName), soon).toBe('inbox');
  // A lead would open once the list and the accounts are there, after the next paint.
  const words = () => evaluateInPage(connected, 'document.body.innerText');
  await expect.poll(words).toMatch(/Connected[^]*Dora|Dora[^]*Connected/);
  await evaluateInPage(connected, painted);
  expect(await evaluateInPage(connected, selectedLead)).toBe(false);
  expect(await evaluateInPage(connected, openLead)).toBe(false);
  expect(
    await evaluateInPage(connected, `localStorage.getItem('hearthline.list.width')`),
  ).toBeNull();
  expect(await readQuestions(app)).toHaveLength(1);
});

test('a page that always crashes offers to save diagnostics or to quit', async ({
  start,
  place,
}) => {
  const hearthline = await start(['--welcome']);
  await hearthline.waitForScreen('welcome');
  const { app } = hearthline;
  const ended = new Promise((done) => app.process().once('exit', done));
  await keepQuestions(app);
  await crashAtEachLoad(app, true);
  await expect.poll(() => readQuestions(app), soon).toHaveLength(1);

  await answer(app, 0);
  await expect.poll(() => readQuestions(app), soon).toHaveLength(2);
  await answer(app, 1);
  await expect.poll(() => readQuestions(app), soon).toHaveLength(3);

  const file = join(place, 'diagnostics.txt');
  await chooseSavePath(app, file);
  await answer(app, 2);
  await expect.poll(() => readQuestions(app), soon).toHaveLength(4);
  expect((await readQuestions(app))[3]?.detail).toContain('The diagnostics file is saved.');
  expect(readFileSync(file, 'utf8')).toMatch(/the page crashed \{"kind":"(crashed|killed)"/);

  await answer(app, 3).catch(() => undefined);
  await ended;
});
