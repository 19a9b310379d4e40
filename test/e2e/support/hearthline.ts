/** The app in a real Electron, started on a data folder of its own, and its processes. */
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
import { processesBelow } from '../../processes.ts';
import type { Browser } from './browser.ts';
import { keepingAnswers } from './kept-answers.ts';

export const repo = join(import.meta.dirname, '../../..');

type Size = { readonly width: number; readonly height: number };

/** How large a test's window is unless it says otherwise. */
export const usualSize: Size = { width: 1280, height: 800 };

type Start = {
  readonly dataFolder: string;
  readonly args?: readonly string[];
  readonly path?: string;
  /** What is changed of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly size?: Size;
  /** Which Electron runs it, where not the one at hand. */
  readonly program?: string;
  /** What its main process reads before the app, and holds the app's start back. */
  readonly before?: string;
  /** Whether it asks what it may do in the background; most tests have answered that. */
  readonly asks?: boolean;
};

export const runtime = (): string => {
  const path = process.env['HEARTHLINE_ELECTRON'];
  if (!path)
    throw new Error('HEARTHLINE_ELECTRON names no Electron: run these tests with npm test');
  return path;
};

/**
 * Holds the app's start back until Playwright has taken hold of the browser: without it a window that
 * navigates in that very moment is never heard of, and Playwright waits for it. Playwright does so
 * itself where it chooses the runtime.
 */
const holdBack = join(
  dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
);

export class Hearthline {
  readonly app: ElectronApplication;
  /** Kept, because Playwright forgets the process of an app that has ended. */
  readonly #process: ChildProcess;
  readonly page: Page;
  readonly output: string[];
  /** Beside it lies what was seen of the app from outside. */
  readonly #dataFolder: string;
  /** What the page complained about: errors, and violations of its security policy. */
  readonly complaints: string[] = [];

  private constructor(app: ElectronApplication, page: Page, output: string[], dataFolder: string) {
    this.app = app;
    this.#dataFolder = dataFolder;
    this.#process = app.process();
    this.page = page;
    this.output = output;
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
    program = runtime(),
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
        // The tests' screen is an Xvfb, which has no graphics card (scripts/app.mjs).
        '--disable-gpu',
        '-r',
        before,
        repo,
        `--user-data-dir=${dataFolder}`,
        ...args,
      ],
      env: { ...(process.env as Record<string, string>), ...(path && { PATH: path }), ...env },
    };
    const app = keepingAnswers(await electron.launch(options));
    const output: string[] = [];
    app.process().stdout?.on('data', (text: Buffer) => output.push(...text.toString().split('\n')));
    for (const said of [app.process().stdout, app.process().stderr])
      said?.on('data', (text: Buffer) => appendFileSync(`${dataFolder}.said`, text));
    const page = await app.firstWindow();
    // What fades is there at once, so that no test meets it halfway. Playwright decides what a page hears
    // of this, whatever a switch of the browser says.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const hearthline = new Hearthline(app, page, output, dataFolder);
    if (size) {
      await hearthline.resize(size);
      await hearthline.#isPainted();
    }
    return hearthline;
  }

  /** Waits for a screen to say that it is painted. */
  async screen(name: Screen): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-ready', name);
  }

  /**
   * Goes through the code flow, from the profile on the screen to the inbox.
   * @param businessID which one is connected, where the interface asks for one
   */
  async connect(browser: Browser, businessID?: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await browser.agree(businessID);
    await this.screen('inbox');
  }

  /** Opens a page that the sidebar may have folded away under Advanced. */
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

  /** Waits until the last message of a customer's lead is this one; the row of an unanswered lead does not show it. */
  async hasMessage(customer: string, text: string): Promise<void> {
    const lastMessage = (): Promise<string> =>
      this.page.evaluate(async (name) => {
        const answer = await window.hearthline.invoke('leads.list', { view: 'all', limit: 100 });
        const leads = answer.ok ? answer.value.leads : [];
        return leads.find((lead) => lead.customerName.includes(name))?.lastMessage?.text ?? '';
      }, customer);
    await expect.poll(lastMessage).toContain(text);
  }

  /** Writes a reply to the lead on the screen and sends it by the keyboard. */
  async reply(customer: string, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: `Reply to ${customer}` }).fill(text);
    await this.page.keyboard.press('Control+Shift+Enter');
    await expect(this.page.locator('[data-message-state]').last()).toBeVisible();
  }

  /** For how many seconds a reply can be called back: 30 at most, so that there is time to look at it. */
  async undoFor(undoSeconds: number): Promise<void> {
    await this.changeSettings({ undoSeconds });
  }

  /** Changes settings as the page does, and returns all of them. */
  async changeSettings(settings: Partial<Settings>): Promise<Settings> {
    const answer = await this.page.evaluate(
      (change) => window.hearthline.invoke('settings.change', change),
      settings,
    );
    if (!answer.ok) throw new Error(`the settings were not changed: ${answer.error.message}`);
    return answer.value.settings;
  }

  /** What is pressed before anything is painted is heard by nobody. */
  async #isPainted(): Promise<void> {
    await this.page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
  }

  /** @param zoom how much larger the page is shown: it has so much less room */
  async resize(size: Size, zoom = 1): Promise<void> {
    // While an app starts, its garbage collector may take the answer away ("Resulting promise was garbage
    // collected"); asked again it does the same.
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

  /** The process of the engine, found as any task list would. */
  enginePid(): number {
    const found = processesBelow(this.pid).find(({ command }) =>
      command.includes('out/main/engine.js'),
    );
    if (!found) throw new Error('the engine does not run');
    return found.pid;
  }

  /** Does something while the engine answers nothing; then lets it go on or, where it is to be `ended`, ends it. */
  async whileEngineIsStill(work: () => Promise<unknown>, ended = false): Promise<void> {
    const engine = this.enginePid();
    process.kill(engine, 'SIGSTOP');
    try {
      await work();
    } finally {
      process.kill(engine, ended ? 'SIGKILL' : 'SIGCONT');
    }
  }

  /** Notes, for the secrets scan, what anybody's task list shows of the app's processes. */
  noteProcesses(): void {
    for (const { pid } of [{ pid: this.pid }, ...processesBelow(this.pid)]) {
      for (const name of ['cmdline', 'environ']) {
        const from = `/proc/${pid}/${name}`;
        // One that has just ended has neither.
        appendFileSync(`${this.#dataFolder}.${name}`, readIfThere(from));
      }
    }
  }

  /** Ends every process of the app at once, as a power cut would. */
  async killAll(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done));
    for (const { pid } of processesBelow(this.pid)) kill(pid);
    kill(this.pid);
    await ended;
  }

  /** Ends the app as a signal would, if it still runs. One that does not end is a failure. */
  async close(): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    this.noteProcesses();
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

/** Ends a process that may have just ended by itself. */
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
