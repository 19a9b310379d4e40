/** The app keeps running after its window is closed, if the person wants that; the settings can change it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Page } from '@playwright/test';
import {
  chooseInTray,
  holdTray,
  recordNotices,
  listNotices,
  emitOnNotice,
  setTray,
  readTrayMenu,
  countWindows,
} from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { listDescendants } from '../processes.ts';
import { Hearthline, repo, usualSize } from './support/hearthline.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

const expectScreen = (page: Page, screen: string): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-ready', screen);

const closeWindow = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => countWindows(hearthline.app)).toBe(0);
};

/** Returns the window that `work` opens. */
const waitForWindow = async (
  hearthline: Hearthline,
  work: () => Promise<unknown>,
): Promise<Page> => {
  const [page] = await Promise.all([hearthline.app.waitForEvent('window'), work()]);
  return page;
};

const launch = (
  dataFolder: string,
  more: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess => {
  const args = [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...['--disable-gpu', repo, `--user-data-dir=${dataFolder}`, ...more],
  ];
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return spawn(process.env['HEARTHLINE_ELECTRON'] ?? '', args, { stdio: [...stdio], env });
};

/** Starts a second copy, like a click on the app's icon; it exits. */
const startAgain = async (dataFolder: string, ...more: readonly string[]): Promise<void> => {
  await once(launch(dataFolder, more), 'exit');
};

test('after a yes to its question, the app runs on without its window, notifies of a lead, and opens it', async ({
  place,
  service,
  browser_,
  profileFile,
}) => {
  setTray(place, true);
  const dataFolder = join(place, 'app');
  const hearthline = await Hearthline.start({
    dataFolder,
    args: [`--profile=${profileFile}`],
    path: browser_.path,
    size: usualSize,
    asks: true,
  });
  const { app, page } = hearthline;
  await hearthline.connect(browser_);
  await service.createLead('Ann');
  await expect(hearthline.row('Ann Rivera')).toBeVisible();

  const question = page.getByRole('region', { name: 'Keep Hearthline running' });
  await expect(question).toBeVisible();
  await look(hearthline, 'background-question');
  await question.getByLabel('Start it when I sign in').check();
  await question.getByRole('button', { name: 'Keep it running' }).click();
  await expect(question).toBeHidden();
  const entry = join(process.env['XDG_CONFIG_HOME'] ?? '', 'autostart/hearthline.desktop');
  expect(readFileSync(entry, 'utf8')).toContain(`"--user-data-dir=${dataFolder}" "--hidden"`);

  await recordNotices(app);
  await holdTray(app);
  await closeWindow(hearthline);
  await service.createLead('Bob', 'A pipe burst in the cellar.');
  await expect
    .poll(async () => (await listNotices(app))[0])
    .toMatchObject({
      title: 'New lead · Bob Rivera',
      body: expect.stringContaining('A pipe burst in the cellar.'),
    });

  // The tray shows how many wait, and can pause notifications.
  await expect.poll(() => readTrayMenu(app)).toContain('2 need a reply');
  await chooseInTray(app, 'Quiet for 1 hour');
  await expect.poll(() => readTrayMenu(app)).toContain('Resume notifications');
  await service.createLead('Dan');
  await expect.poll(() => readTrayMenu(app)).toContain('3 need a reply');
  expect(await listNotices(app)).toHaveLength(1);
  await chooseInTray(app, 'Resume notifications');
  const listTitles = async () => (await listNotices(app)).map(({ title }) => title);
  await expect.poll(listTitles).toEqual(['New lead · Bob Rivera', 'New lead · Dan Rivera']);
  const lead = await waitForWindow(hearthline, () =>
    emitOnNotice(app, 'New lead · Bob Rivera', 'click'),
  );
  await expectScreen(lead, 'inbox');
  await expect(lead.getByRole('textbox', { name: 'Reply to Bob Rivera' })).toBeVisible();
  expect(await countWindows(app)).toBe(1);
  // It was read in the window, so it is not reported as missed.
  await expect.poll(listTitles).toEqual(['New lead · Dan Rivera']);

  // An ignored notification opens nothing; the app's icon opens one window, however often it is clicked.
  await closeWindow(hearthline);
  await startAgain(dataFolder, '--hidden');
  expect(await countWindows(app)).toBe(0);
  const again = await waitForWindow(hearthline, () =>
    Promise.all([startAgain(dataFolder), startAgain(dataFolder)]),
  );
  await expectScreen(again, 'inbox');
  expect(await countWindows(app)).toBe(1);

  // A reply written in a notification is sent once, after the time to undo it.
  const cat = await service.createLead('Cat');
  await emitOnNotice(app, 'New lead · Cat Rivera', 'reply', 'I can come at 5.');
  await emitOnNotice(app, 'New lead · Cat Rivera', 'reply', 'I can come at 5.');
  await expect.poll(() => service.listTexts(cat, 'Business')).toEqual(['I can come at 5.']);
  const isUnderWay = (): Promise<boolean> =>
    invoke(again, 'leads.list', { view: 'outgoing', limit: 1 }).then(
      (answer) => !answer.ok || answer.value.leads.length > 0,
    );
  await expect.poll(isUnderWay).toBe(false);
  // The question was answered in the first window.
  await expect(again.getByRole('region', { name: 'Keep Hearthline running' })).toBeHidden();

  // Without a tray a closed window could not be found again. The tests' screen cannot minimize.
  setTray(place, false);
  const minimized = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise((done) => {
        const [window] = BrowserWindow.getAllWindows();
        Object.assign(window as object, { minimize: () => done(true) });
        window?.close();
      }),
  );
  expect(await minimized).toBe(true);
  expect(await countWindows(app)).toBe(1);
  setTray(place, true);

  // Quitting mentions only what would wait.
  const leadID = await again.locator('[data-lead-id]').first().getAttribute('data-lead-id');
  await invoke(again, 'messages.send', {
    leadID: leadID ?? '',
    replyID: 'later',
    text: 'Tomorrow',
    later: { at: Date.now() + 3_600_000, unlessAnswered: false },
  });
  const asked = await app.evaluate(
    ({ app: own, dialog }) =>
      new Promise((done) => {
        const stay = async (...args: unknown[]) => {
          // Late enough for the effects of the answer.
          setTimeout(done, 200, (args.at(-1) as { message: string }).message);
          return { response: 1 };
        };
        Object.assign(dialog, { showMessageBox: stay });
        own.quit();
      }),
  );
  expect(asked).toBe('1 reply is waiting to be sent. It goes out when you open Hearthline again.');
  expect(await countWindows(app)).toBe(1);
  const ended = once(app.process(), 'exit');
  await app.evaluate(({ app: own, dialog }) => {
    Object.assign(dialog, { showMessageBox: async () => ({ response: 0 }) });
    setImmediate(() => own.quit());
  });
  expect(await ended).toEqual([0, null]);
  expect(await service.listTexts(cat, 'Business')).toEqual(['I can come at 5.']);

  // The next sign-in starts it without a window.
  const env = { ...process.env, PATH: browser_.path };
  const hidden = launch(dataFolder, ['--hidden'], env);
  const lines = createInterface({ input: hidden.stdout as Readable });
  for await (const line of lines) if (line.startsWith('hearthline ready:')) break;
  const countPages = (): number =>
    listDescendants(hidden.pid as number).filter(({ command }) => command.includes('=renderer'))
      .length;
  expect(countPages()).toBe(0);
  await startAgain(dataFolder);
  await expect.poll(countPages).toBe(1);
  const over = once(hidden, 'exit');
  hidden.kill('SIGTERM');
  expect(await over).toEqual([0, null]);
});

test('the settings control what the app does in the background, and practice does not ask', async ({
  place,
}) => {
  setTray(place, true);
  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    path: `${join(place, 'bin')}:${process.env['PATH'] ?? ''}`,
    size: usualSize,
    asks: true,
  });
  const { app, page } = hearthline;
  await hearthline.waitForScreen('inbox');
  await expect(page.locator('[data-lead-id]').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Keep Hearthline running' })).toBeHidden();
  await page.getByRole('button', { name: 'Settings' }).click();
  await hearthline.waitForScreen('settings');
  await page.getByLabel('Quiet hours', { exact: true }).check({ force: true });
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('8:00 PM');
  await page.getByRole('button', { name: 'Sun', exact: true }).click();
  await page.getByLabel('Keep Hearthline running').check({ force: true });
  const signIn = page.getByLabel('Start Hearthline when I sign in');
  await signIn.check({ force: true });
  const entry = join(process.env['XDG_CONFIG_HOME'] ?? '', 'autostart/hearthline.desktop');
  await expect.poll(() => existsSync(entry)).toBe(true);
  await signIn.scrollIntoViewIfNeeded();
  await look(hearthline, 'settings-background');
  await signIn.uncheck({ force: true });
  await expect.poll(() => existsSync(entry)).toBe(false);
  await page.getByLabel('Keep Hearthline running').uncheck({ force: true });
  await expect
    .poll(() => readFileSync(join(place, 'app/background.json'), 'utf8'))
    .toContain('"keepRunning":false');
  const ended = once(app.process(), 'exit');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await ended).toEqual([0, null]);
});

test('quitting asks about a waiting reply, unless the system has just announced its shutdown', async ({
  place,
}) => {
  setTray(place, true);
  const dataFolder = join(place, 'app');
  mkdirSync(dataFolder);
  writeFileSync(join(dataFolder, 'background.json'), '{"keepRunning":true,"asked":true}');
  const path = `${join(place, 'bin')}:${process.env['PATH'] ?? ''}`;
  const { app, page } = await Hearthline.start({ dataFolder, path, size: usualSize });
  const row = page.locator('[data-lead-id]').first();
  const leadID = (await row.getAttribute('data-lead-id')) ?? '';
  const later = { at: Date.now() + 3_600_000, unlessAnswered: false };
  await invoke(page, 'messages.send', { leadID, replyID: 'later', text: 'Tomorrow', later });
  const asked = app.evaluate(
    ({ app: own, dialog, powerMonitor }) =>
      new Promise((done) => {
        const stay = async () => {
          done('asked');
          return { response: 1 };
        };
        Object.assign(dialog, { showMessageBox: stay });
        own.once('will-quit', () => done('quit'));
        powerMonitor.emit('shutdown');
        // The system cancels, and a minute passes.
        const now = performance.now.bind(performance);
        Object.defineProperty(performance, 'now', { value: () => now() + 60_000 });
        own.quit();
      }),
  );
  expect(await asked).toBe('asked');
  const ended = once(app.process(), 'exit');
  await app.evaluate(({ app: own, powerMonitor }) => {
    powerMonitor.emit('shutdown');
    setImmediate(() => own.quit());
  });
  expect(await ended).toEqual([0, null]);
});
