/** Starts the app in a real Electron on a test's data folder, and controls its processes. */
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  _electron as electron,
  expect,
  type ElectronApplication,
  type Locator,
  type Page,
} from '@playwright/test';
import type { Settings } from '../../../contract/settings.ts';
import type { Screen } from '../../../renderer/platform/session.ts';
import { listDescendants } from '../../processes.ts';
import type { Browser } from './browser.ts';
import { keepAnswers } from './kept-answers.ts';
import { invoke } from './invoke.ts';

export const repo = join(import.meta.dirname, '../../..');

type Size = { readonly width: number; readonly height: number };

/** Default size of a test's window. */
export const usualSize: Size = { width: 1280, height: 800 };

type Start = {
  readonly dataFolder: string;
  readonly args?: readonly string[];
  readonly path?: string;
  /** Changes to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly size?: Size;
  /** A different Electron. */
  readonly program?: string;
  /** Preloaded into its main process; must hold the app's start back. */
  readonly before?: string;
  /** Shows the question about the background, which is otherwise answered. */
  readonly asks?: boolean;
};

export const getElectronPath = (): string => {
  const path = process.env['HEARTHLINE_ELECTRON'];
  if (!path)
    throw new Error('HEARTHLINE_ELECTRON names no Electron: run these tests with npm test');
  return path;
};

/**
 * Holds the app's start back until Playwright has attached: it never notices a window that navigates at that
 * moment, and would wait for it. Playwright does this itself where it chooses the runtime.
 */
const holdBack = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
);

export class Hearthline {
  readonly app: ElectronApplication;
  /** Kept because Playwright forgets the process of a closed app. */
  readonly #process: ChildProcess;
  readonly page: Page;
  /** Records about the app are next to it. */
  readonly #dataFolder: string;
  /** Errors and policy violations in the page's console. */
  readonly complaints: string[] = [];

  private constructor(app: ElectronApplication, page: Page, dataFolder: string) {
    this.app = app;
    this.#dataFolder = dataFolder;
    this.#process = app.process();
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error' || /content security policy/i.test(message.text()))
        this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  static async start({
    dataFolder,
    args = [],
    path,
    env,
    size,
    program = getElectronPath(),
    before = holdBack,
    asks = false,
  }: Start): Promise<Hearthline> {
    mkdirSync(dataFolder, { recursive: true });
    const choice = join(dataFolder, 'background.json');
    if (!asks && !existsSync(choice)) writeFileSync(choice, JSON.stringify({ asked: true }));
    const options = {
      executablePath: program,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // The tests' screen is an Xvfb without a graphics card (scripts/app.mjs).
        '--disable-gpu',
        '-r',
        before,
        repo,
        `--user-data-dir=${dataFolder}`,
        ...args,
      ],
      env: { ...(process.env as Record<string, string>), ...(path && { PATH: path }), ...env },
    };
    const app = keepAnswers(await electron.launch(options));
    for (const stream of [app.process().stdout, app.process().stderr])
      stream?.on('data', (text: Buffer) => appendFileSync(`${dataFolder}.said`, text));
    const page = await app.firstWindow();
    // Disables animations, so that no test meets one halfway. Playwright's emulation overrides any
    // switch of the browser.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const hearthline = new Hearthline(app, page, dataFolder);
    if (size) {
      await hearthline.resize(size);
      await hearthline.waitForPaint();
    }
    return hearthline;
  }

  /** Waits until a screen is painted. */
  async waitForScreen(name: Screen): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-ready', name);
  }

  /**
   * Connects by the code flow, from the profile to the inbox.
   * @param businessID the business to connect, where the interface asks for one
   */
  async connect(browser: Browser, businessID?: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await browser.agree(businessID);
    await this.waitForScreen('inbox');
    await this.waitForWebhooks();
  }

  /**
   * Waits until the webhooks of the connected accounts are registered. The inbox does not wait for them, and the
   * service never delivers a lead that is older than its webhook.
   */
  async waitForWebhooks(): Promise<void> {
    const isRegistered = async (): Promise<boolean> => {
      const accounts = await invoke(this.page, 'connect.accounts', {});
      const answer = await invoke(this.page, 'connection.report', {});
      if (!accounts.ok || !answer.ok) return false;
      return accounts.value.accounts
        .filter((each) => each.interface === 'v4' && !each.practice)
        .filter(({ grant }) => grant.state === 'connected')
        .every(({ accountID }) => {
          const report = answer.value.reports.find((each) => each.accountID === accountID);
          const { webhooks = [], yielded = [] } = report ?? {};
          const isSettled = webhooks.every(
            ({ state, checkedAt, reason }) =>
              ['active', 'unused'].includes(state) ||
              (state === 'not_possible' && checkedAt !== null) ||
              reason !== null,
          );
          return isSettled && webhooks.length + yielded.length > 0;
        });
    };
    await expect.poll(isRegistered, { message: 'the webhooks are not registered' }).toBe(true);
  }

  /** Waits until all older leads and their messages are imported: then the lists and figures rest. */
  async waitForImport(): Promise<void> {
    const listStates = async (): Promise<string[]> => {
      const answer = await invoke(this.page, 'connection.report', {});
      return answer.ok ? answer.value.reports.map(({ backfill }) => backfill.state) : [];
    };
    await expect.poll(listStates, { timeout: 60_000 }).toEqual(['done']);
  }

  /** Opens a page that may be collapsed under Advanced. */
  async openAdvanced(name: string): Promise<void> {
    const entry = this.page.getByRole('button', { name, exact: true });
    await expect(async () => {
      if (!(await entry.isVisible()))
        await this.page.getByRole('button', { name: 'Advanced' }).click();
      await expect(entry).toBeVisible({ timeout: 500 });
    }).toPass();
    await entry.click();
  }

  row(customer: string): Locator {
    return this.page.locator('[data-lead-id]').filter({ hasText: customer });
  }

  /** Waits until this is the customer's last message; the row of an unanswered lead does not show it. */
  async waitForMessage(customer: string, text: string): Promise<void> {
    const readLastMessage = async (): Promise<string> => {
      const answer = await invoke(this.page, 'leads.list', { view: 'all', limit: 100 });
      const leads = answer.ok ? answer.value.leads : [];
      return leads.find((lead) => lead.customerName.includes(customer))?.lastMessage?.text ?? '';
    };
    await expect.poll(readLastMessage).toContain(text);
  }

  /** Writes a reply to the open lead and sends it by keyboard. */
  async reply(customer: string, text: string): Promise<void> {
    const composer = this.page.getByRole('textbox', { name: `Reply to ${customer}` });
    await composer.fill(text);
    await this.page.keyboard.press('Control+Shift+Enter');
    // It is emptied when the engine has the reply; an earlier reply may be in the conversation already.
    await expect(composer).toHaveValue('');
    await expect(this.page.locator('[data-message-state]').last()).toBeVisible();
  }

  /** Sets the time to undo a reply: at most 30 seconds, so that tests can look at it. */
  async setUndoSeconds(undoSeconds: number): Promise<void> {
    await this.changeSettings({ undoSeconds });
  }

  /** Changes settings like the page, and returns all of them. */
  async changeSettings(settings: Partial<Settings>): Promise<Settings> {
    const answer = await invoke(this.page, 'settings.change', settings);
    if (!answer.ok) throw new Error(`the settings were not changed: ${answer.error.message}`);
    return answer.value.settings;
  }

  /** Waits for the window's first paint: keys pressed before it are lost. */
  async waitForPaint(): Promise<void> {
    await this.page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
  }

  /** @param zoom zoom factor of the page, which reduces its room */
  async resize(size: Size, zoom = 1): Promise<void> {
    // While an app starts, its garbage collector may lose the answer ("Resulting promise was garbage
    // collected"). Repeating has the same effect.
    await expect(() =>
      this.app.evaluate(({ BrowserWindow }, { width, height }) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
      }, size),
    ).toPass();
    await this.page.waitForFunction(
      ({ width, height }) => innerWidth === width && innerHeight === height,
      { width: size.width / zoom, height: size.height / zoom },
    );
  }

  get pid(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error('the app does not run');
    return pid;
  }

  /** Process id of the engine, from the list of processes. */
  findEnginePid(): number {
    const found = listDescendants(this.pid).find(({ command }) =>
      command.includes('out/main/engine.js'),
    );
    if (!found) throw new Error('the engine does not run');
    return found.pid;
  }

  /** Runs `work` while the engine is frozen; then continues it, or kills it if `ended`. */
  async runWhileEngineIsFrozen(work: () => Promise<unknown>, ended = false): Promise<void> {
    const engine = this.findEnginePid();
    process.kill(engine, 'SIGSTOP');
    try {
      await work();
    } finally {
      process.kill(engine, ended ? 'SIGKILL' : 'SIGCONT');
    }
  }

  /** Records the app's command lines and environments for the secrets scan. */
  recordProcesses(): void {
    for (const { pid } of [{ pid: this.pid }, ...listDescendants(this.pid)]) {
      for (const name of ['cmdline', 'environ']) {
        const from = `/proc/${pid}/${name}`;
        // A process that has just exited has neither.
        appendFileSync(`${this.#dataFolder}.${name}`, readIfThere(from));
      }
    }
  }

  /** Kills every process of the app, like a power cut. */
  async killAll(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done));
    for (const { pid } of listDescendants(this.pid)) kill(pid);
    kill(this.pid);
    await ended;
  }

  /** Ends the app by a signal, if it still runs; fails if it does not exit. */
  async close(): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    this.recordProcesses();
    const ended = new Promise<boolean>((done) => child.once('exit', () => done(true)));
    child.kill('SIGTERM');
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((done) => {
      late = setTimeout(() => done(false), 10_000);
    });
    const inTime = await Promise.race([ended, tooLate]);
    clearTimeout(late);
    if (inTime) return;
    await this.killAll();
    throw new Error('the app did not end within ten seconds of SIGTERM');
  }
}

/** Kills a process that may have just exited. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
};

const readIfThere = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
};
