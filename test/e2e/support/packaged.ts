/**
 * The packaged app: made once for all tests of a worker, unpacked as its users unpack it, and driven over
 * Chromium's port, because a shipped program lets nobody into its main process.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { officialVersion } from '../../../scripts/electron-official.mjs';
import { isAlive, processesBelow } from '../../processes.ts';
import { repo, runtime } from './hearthline.ts';

const run = promisify(execFile);
/** Where a home is found by the environment; on macOS the keychain goes with it. */
const isLinux = process.platform === 'linux';

/** The folder of the Electron of the tests. */
const electronFolder = (): string =>
  process.platform === 'darwin' ? join(runtime(), '../../../..') : dirname(runtime());

/** Whether the Electron of the tests is of the version that is shipped. */
export const isOfficial = (): boolean =>
  readFileSync(join(electronFolder(), 'version'), 'utf8').trim().replace(/^v/, '') ===
  officialVersion();

/** Runs `npm run package` with the Electron of the tests; returns what it said. */
export const makePackage = async (output: string): Promise<string> => {
  rmSync(output, { recursive: true, force: true });
  const targets = isLinux ? ['dir', 'tar.gz'] : ['dir'];
  const args = ['--output', output, ...targets.flatMap((name) => ['--target', name])];
  const isDownloaded = runtime().startsWith(join(repo, 'node_modules'));
  const named = isDownloaded ? {} : { ELECTRON_OVERRIDE_DIST_PATH: electronFolder() };
  const { stdout } = await run(process.execPath, [join(repo, 'scripts/package.mjs'), ...args], {
    cwd: repo,
    env: { ...process.env, ...named },
  });
  return stdout;
};

/** Where the system's packager puts the app in a folder, and its resources. */
export const packagedIn = (output: string): { program: string; resources: string } => {
  const { platform, arch } = process;
  if (platform === 'darwin') {
    const app = join(output, arch === 'x64' ? 'mac' : `mac-${arch}`, 'Hearthline.app/Contents');
    return { program: join(app, 'MacOS/Hearthline'), resources: join(app, 'Resources') };
  }
  const [system, name] = platform === 'win32' ? ['win', 'Hearthline.exe'] : ['linux', 'hearthline'];
  const folder = join(output, `${system}${arch === 'x64' ? '' : `-${arch}`}-unpacked`);
  return { program: join(folder, name), resources: join(folder, 'resources') };
};

/** Unpacks a tar.gz into an empty folder; returns the program in it. */
export const unpack = async (archive: string, folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['xzf', archive, '-C', folder, '--strip-components=1']);
  return join(folder, 'hearthline');
};

/** Playwright waits for ever for a page that navigates while it takes hold of it. */
const pageIsLoaded = async (address: string): Promise<void> => {
  const list = `http://${new URL(address).host}/json/list`;
  const titles = async (): Promise<string[]> =>
    ((await (await fetch(list)).json()) as { title: string }[]).map(({ title }) => title);
  await expect.poll(titles, { timeout: 30_000 }).toContain('Hearthline');
};

export class Packaged {
  readonly page: Page;
  readonly lines: readonly string[];
  readonly #process: ChildProcess;
  readonly #browser: Browser;

  private constructor(child: ChildProcess, browser: Browser, page: Page, lines: string[]) {
    this.#process = child;
    this.#browser = browser;
    this.page = page;
    this.lines = lines;
  }

  /**
   * Starts it as somebody with an empty home would: nothing of the environment names a runtime, a data
   * folder or a profile.
   */
  static async start(
    program: string,
    home: string,
    args: readonly string[] = [],
  ): Promise<Packaged> {
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
        ...args,
      ],
      {
        env: { ...Object.fromEntries(passed), ...(isLinux && { HOME: home }) },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    const said: string[] = [];
    const port = new Promise<string>((found, failed) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        said.push(line);
        const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
        if (address !== undefined) found(address);
      });
      child.once('exit', (code) =>
        failed(new Error(`it ended with ${String(code)}:\n${said.join('\n')}`)),
      );
    });
    const address = await port;
    await pageIsLoaded(address);
    const browser = await chromium.connectOverCDP(address);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('the app has no window');
    return new Packaged(child, browser, page, lines);
  }

  /** Everything that runs because of it. */
  processes(): ReturnType<typeof processesBelow> {
    return processesBelow(this.#process.pid as number);
  }

  /** Ends it as a system does at sign-out, and waits until nothing of it is left. */
  async stop(): Promise<number | null> {
    const pids = this.processes().map(({ pid }) => pid);
    const ended = once(this.#process, 'exit');
    if (process.platform === 'win32') {
      // No signal is polite there. Electron quits without an answer.
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
