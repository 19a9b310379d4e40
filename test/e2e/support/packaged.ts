/**
 * The packaged app: made once per worker, unpacked like a user would, and controlled over Chromium's port,
 * because a shipped program gives no access to its main process.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { readOfficialVersion } from '../../../scripts/electron-official.mjs';
import { isAlive, listDescendants } from '../../processes.ts';
import { repo, getElectronPath } from './hearthline.ts';

const run = promisify(execFile);
/** The home folder is set by the environment; on macOS the keychain depends on it. */
const isLinux = process.platform === 'linux';

/** Folder of the tests' Electron. */
const getElectronFolder = (): string =>
  process.platform === 'darwin'
    ? join(getElectronPath(), '../../../..')
    : dirname(getElectronPath());

/** True if the tests' Electron has the shipped version. */
export const isOfficial = (): boolean =>
  readFileSync(join(getElectronFolder(), 'version'), 'utf8').trim().replace(/^v/, '') ===
  readOfficialVersion();

/** Runs `npm run package` with the tests' Electron; returns its output. */
export const makePackage = async (output: string): Promise<string> => {
  rmSync(output, { recursive: true, force: true });
  const targets = isLinux ? ['dir', 'tar.gz'] : ['dir'];
  const args = ['--output', output, ...targets.flatMap((name) => ['--target', name])];
  const isDownloaded = getElectronPath().startsWith(join(repo, 'node_modules'));
  const named = isDownloaded ? {} : { ELECTRON_OVERRIDE_DIST_PATH: getElectronFolder() };
  const { stdout } = await run(process.execPath, [join(repo, 'scripts/package.mjs'), ...args], {
    cwd: repo,
    env: { ...process.env, ...named },
  });
  return stdout;
};

/** Paths of the packaged app and of its resources. */
export const findPackaged = (output: string): { program: string; resources: string } => {
  const { platform, arch } = process;
  if (platform === 'darwin') {
    const app = join(output, arch === 'x64' ? 'mac' : `mac-${arch}`, 'Hearthline.app/Contents');
    return { program: join(app, 'MacOS/Hearthline'), resources: join(app, 'Resources') };
  }
  const [system, name] = platform === 'win32' ? ['win', 'Hearthline.exe'] : ['linux', 'hearthline'];
  const folder = join(output, `${system}${arch === 'x64' ? '' : `-${arch}`}-unpacked`);
  return { program: join(folder, name), resources: join(folder, 'resources') };
};

/** Unpacks a tar.gz into an empty folder; returns its program. */
export const unpack = async (archive: string, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['xzf', archive, '-C', folder, '--strip-components=1']);
  return join(folder, 'hearthline');
};

/** Playwright hangs if it attaches to a page that is navigating. */
const waitForPage = async (address: string): Promise<void> => {
  const list = `http://${new URL(address).host}/json/list`;
  const listTitles = async (): Promise<string[]> =>
    ((await (await fetch(list)).json()) as { title: string }[]).map(({ title }) => title);
  await expect.poll(listTitles, { timeout: 30_000 }).toContain('Hearthline');
};

export class Packaged {
  readonly page: Page;
  readonly #process: ChildProcess;
  readonly #browser: Browser;

  private constructor(child: ChildProcess, browser: Browser, page: Page) {
    this.#process = child;
    this.#browser = browser;
    this.page = page;
  }

  /** Starts it with an empty home; no environment variable names a runtime, a data folder or a profile. */
  static async start(program: string, home: string): Promise<Packaged> {
    mkdirSync(home, { recursive: true });
    const own = /^(HEARTHLINE_|ELECTRON_|NODE_|XDG_CONFIG_HOME$)/;
    const passed = Object.entries(process.env).filter(([name]) => !own.test(name));
    const child = spawn(
      program,
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--remote-debugging-port=0',
        ...(isLinux ? [] : [`--user-data-dir=${join(home, 'Hearthline')}`]),
      ],
      {
        env: { ...Object.fromEntries(passed), ...(isLinux && { HOME: home }) },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.stdout.resume();
    const output: string[] = [];
    const port = new Promise<string>((found, failed) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        output.push(line);
        const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
        if (address !== undefined) found(address);
      });
      child.once('exit', (code) =>
        failed(new Error(`it ended with ${String(code)}:\n${output.join('\n')}`)),
      );
    });
    const address = await port;
    await waitForPage(address);
    const browser = await chromium.connectOverCDP(address);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('the app has no window');
    return new Packaged(child, browser, page);
  }

  /** Ends it like a sign-out, and waits until no process is left. */
  async stop(): Promise<number | null> {
    const pids = listDescendants(this.#process.pid as number).map(({ pid }) => pid);
    const ended = once(this.#process, 'exit');
    if (process.platform === 'win32') {
      // Windows has no polite signal: there Electron quits without an answer.
      const session = await this.#browser.newBrowserCDPSession();
      void session.send('Browser.close').catch(() => undefined);
    } else {
      await this.#browser.close();
      this.#process.kill('SIGTERM');
    }
    const [status] = (await ended) as [number | null];
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    return status;
  }
}
