/**
 * The professional's computer: the folder with the app's data on a small disk, the app running or not, and
 * what can happen to both from outside. Only one thing happens to it at a time.
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import { fail, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import type { FromMain, ToMain } from './line-to-main.ts';
import { loseUnsynced, readLogState, type LogState } from './log-state.ts';

const gone = fail('engine_unavailable', 'The app does not run.');
const diskBytes = 96 * 1024 * 1024;
const pageBytes = 4096;

type Asked = ToMain extends infer T ? (T extends { id: number } ? Omit<T, 'id'> : never) : never;

export class Computer {
  readonly folder: string;
  readonly database: string;
  readonly #place: string;
  readonly #time: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
  readonly #pending = new Map<number, (answer: Answer<unknown>) => void>();
  readonly #hasOwnDisk: boolean;
  #main: ChildProcess | null = null;
  #engine: number | null = null;
  #state: 'ready' | 'restarting' | 'stopped' = 'restarting';
  #listeners: (() => void)[] = [];
  #lastID = 0;
  #clockSetBy = 0;
  /** Calls that the app has never answered although it went on. */
  unanswered = 0;

  /**
   * @param place an empty folder
   * @param hasOwnDisk the folder with the data can be mounted as a disk of its own
   */
  constructor(
    place: string,
    hasOwnDisk: boolean,
    time: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv },
  ) {
    this.#place = place;
    this.#hasOwnDisk = hasOwnDisk;
    this.folder = join(place, 'data');
    this.database = join(this.folder, 'leads.db');
    mkdirSync(this.folder, { mode: 0o700 });
    if (hasOwnDisk) this.#mount();
    this.#time = {
      args: time.args,
      env: {
        ...time.env,
        FAULTS_CLOCK: this.#clockFile,
        FAULTS_DATABASE: this.database,
        FAULTS_SYNCED: join(place, 'synced.json'),
      },
    };
  }

  get #clockFile(): string {
    return join(this.#place, 'clock');
  }

  #mount(): void {
    const options = `size=${diskBytes},mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.folder]);
  }

  /** Takes the disk away again; the app is off. */
  unmount(): void {
    if (this.#hasOwnDisk) execFileSync('umount', ['--lazy', this.folder]);
  }

  // -- the app

  /** Starts the app; resolves when its engine is ready or will not run. */
  async start(keychain: 'ready' | 'locked' = 'ready'): Promise<void> {
    const child = fork(join(import.meta.dirname, 'main-process.ts'), [this.folder, keychain], {
      serialization: 'advanced',
      execArgv: [...this.#time.args],
      env: this.#time.env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#main = child;
    this.#state = 'restarting';
    let signedIn = false;
    child.on('message', (raw) => {
      const message = raw as unknown as FromMain;
      if (message.type === 'answer') {
        this.#pending.get(message.id)?.(message.answer);
        this.#pending.delete(message.id);
      }
      if (message.type === 'engine') this.#engine = message.pid;
      if (message.type === 'state') this.#state = message.state;
      if (message.type === 'signedIn') signedIn = true;
      for (const listener of this.#listeners) listener();
    });
    child.once('exit', () => {
      if (this.#main === child) this.#main = null;
      for (const answer of this.#pending.values()) answer(gone);
      this.#pending.clear();
      for (const listener of this.#listeners) listener();
    });
    await this.#until(
      () => this.#main !== child || (this.#state !== 'restarting' && signedIn),
      20_000,
    );
  }

  /** Resolves when it holds, or when that takes too long. */
  async #until(holds: () => boolean, mostMs: number): Promise<boolean> {
    const deadline = performance.now() + mostMs;
    while (!holds()) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#listeners.push(resolve);
      await Promise.race([promise, realPause(Math.min(left, 200))]);
      this.#listeners = this.#listeners.filter((one) => one !== resolve);
    }
    return true;
  }

  untilReady(): Promise<boolean> {
    return this.#until(() => this.#main !== null && this.#state === 'ready', 30_000);
  }

  get state(): 'ready' | 'restarting' | 'stopped' | 'off' {
    return this.#main === null ? 'off' : this.#state;
  }

  async #ask(asked: Asked, patienceMs = 40_000): Promise<Answer<unknown>> {
    const main = this.#main;
    if (main === null) return gone;
    const id = ++this.#lastID;
    const answered = new Promise<Answer<unknown>>((resolve) => {
      this.#pending.set(id, resolve);
      main.send({ ...asked, id }, () => undefined);
    });
    const late = realPause(patienceMs, null, { ref: false });
    const answer = await Promise.race([answered, late]);
    if (answer !== null) return answer;
    this.#pending.delete(id);
    this.unanswered += 1;
    return gone;
  }

  /** A call of the window. */
  invoke(command: string, input: unknown): Promise<Answer<unknown>> {
    return this.#ask({ type: 'invoke', command, input });
  }

  connect(profile: ServiceProfile, businessID: string | null): Promise<Answer<AccountID>> {
    return this.#ask({ type: 'connect', profile, businessID }) as Promise<Answer<AccountID>>;
  }

  accounts(): Promise<
    Answer<readonly { accountID: AccountID; profileName: string; grant: { state: string } }[]>
  > {
    return this.#ask({ type: 'accounts' }) as never;
  }

  async restartEngine(): Promise<void> {
    await this.#ask({ type: 'restartEngine' });
  }

  /** Ends the app as a person does. */
  async quit(): Promise<void> {
    const main = this.#main;
    if (main === null) return;
    const ended = once(main, 'exit');
    await this.#ask({ type: 'stop' });
    await ended;
  }

  // -- what happens to processes

  #signal(pid: number | null | undefined, signal: NodeJS.Signals): boolean {
    if (pid == null) return false;
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  }

  killEngine(): void {
    this.#signal(this.#engine, 'SIGKILL');
  }

  /** Kills the app; its engine sees that it is alone and ends. */
  async killMain(): Promise<void> {
    const main = this.#main;
    if (main === null) return;
    const ended = once(main, 'exit');
    main.kill('SIGKILL');
    await ended;
    await this.#untilEngineEnded();
  }

  async #untilEngineEnded(): Promise<void> {
    const pid = this.#engine;
    await this.#until(() => pid === null || !existsSync(`/proc/${pid}`) || isZombie(pid), 20_000);
  }

  async freezeEngine(ms: number): Promise<void> {
    const pid = this.#engine;
    this.#signal(pid, 'SIGSTOP');
    await realPause(ms);
    this.#signal(pid, 'SIGCONT');
  }

  // -- what happens to the computer

  /** Sets the clock, by so much from where it is. */
  setClock(byMs: number): void {
    this.#clockSetBy += byMs;
    writeFileSync(this.#clockFile, String(this.#clockSetBy));
    this.#signal(this.#main?.pid, 'SIGUSR2');
    this.#signal(this.#engine, 'SIGUSR2');
  }

  get clockSetBy(): number {
    return this.#clockSetBy;
  }

  /**
   * The power fails: the files are afterwards as they were on the disk, without what nobody had asked it
   * for. The app is off. Returns how many pages of the log are lost.
   */
  async powerCut(): Promise<number> {
    const main = this.#main;
    if (main === null) return 0;
    this.#signal(main.pid, 'SIGSTOP');
    this.#signal(this.#engine, 'SIGSTOP');
    const copy = join(this.#place, 'as-on-disk');
    cpSync(this.folder, copy, { recursive: true });
    const state = readLogState(this.database);
    const synced = readIfThere(join(this.#place, 'synced.json'));
    const ended = once(main, 'exit');
    this.#signal(this.#engine, 'SIGKILL');
    this.#signal(main.pid, 'SIGKILL');
    await ended;
    await this.#untilEngineEnded();
    for (const name of readdirSync(this.folder))
      rmSync(join(this.folder, name), { recursive: true, force: true });
    cpSync(copy, this.folder, { recursive: true });
    rmSync(copy, { recursive: true });
    return state === null ? 0 : loseUnsynced(this.database, pageBytes, state, synced);
  }

  /** Fills the disk to its last byte; the answer frees it. Null where it has no disk of its own. */
  fillDisk(): (() => void) | null {
    if (!this.#hasOwnDisk) return null;
    const ballast = join(this.folder, 'ballast');
    const handle = openSync(ballast, 'w');
    const piece = Buffer.alloc(pageBytes, 1);
    try {
      for (;;) {
        const { bavail, bsize } = statfsSync(this.folder);
        if (bavail === 0) break;
        for (let at = 0; at < bavail * bsize; at += piece.length) writeSync(handle, piece);
      }
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
    } finally {
      closeSync(handle);
    }
    return () => unlinkSync(ballast);
  }

  /** Takes the right to write from the folder, while the app is off; the answer gives it back. */
  makeReadOnly(): () => void {
    const remount = (how: 'ro' | 'rw'): void =>
      void execFileSync('mount', ['-o', `remount,${how}`, this.folder]);
    if (this.#hasOwnDisk) {
      remount('ro');
      return () => remount('rw');
    }
    chmodSync(this.folder, 0o500);
    return () => chmodSync(this.folder, 0o700);
  }
}

const isZombie = (pid: number): boolean => {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

const readIfThere = (file: string): LogState | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LogState) : null;
