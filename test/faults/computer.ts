/**
 * The professional's computer: the data folder on a small disk, and the app, running or not. Only one event
 * at a time affects it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as realPause } from 'node:timers/promises';
import { fail, type Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { AccountID } from '../../contract/records.ts';
import { isAlive, listDescendants } from '../processes.ts';
import { resolveProgram } from '../programs.ts';
import { openDisk, type Disk } from './disk.ts';
import type { FromMain, ToMain } from './line-to-main.ts';
import { loseUnsynced, readLogState, type LogState } from './log-state.ts';

const gone = fail('engine_unavailable', 'The app does not run.');
const pageBytes = 4096;

type Asked = ToMain extends infer T ? (T extends { id: number } ? Omit<T, 'id'> : never) : never;

export class Computer {
  readonly folder: string;
  readonly database: string;
  readonly #place: string;
  readonly #time: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
  readonly #pending = new Map<number, (answer: Answer<unknown>) => void>();
  readonly disk: Disk;
  #main: ChildProcess | null = null;
  #engine: number | null = null;
  #state: 'ready' | 'restarting' | 'stopped' = 'restarting';
  #listeners: (() => void)[] = [];
  #lastID = 0;
  #clockSetBy = 0;
  /** Names of calls that the app never answered although it kept running. */
  readonly unanswered: string[] = [];

  /**
   * @param place an empty folder
   * @param hasOwnDisk true if the data folder can be mounted as a disk
   */
  constructor(
    place: string,
    hasOwnDisk: boolean,
    time: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv },
  ) {
    this.#place = place;
    this.folder = join(place, 'data');
    this.database = join(this.folder, 'leads.db');
    mkdirSync(this.folder, { mode: 0o700 });
    this.disk = openDisk(this.folder, hasOwnDisk);
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

  // -- the app

  /** Starts the app; resolves when its engine is ready or has refused to start. */
  async start(keychain: 'ready' | 'locked' = 'ready'): Promise<void> {
    const child = fork(resolveProgram('test/faults/main-process.ts'), [this.folder, keychain], {
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
    await this.#waitUntil(
      () => this.#main !== child || (this.#state !== 'restarting' && signedIn),
      20_000,
    );
  }

  /** Waits until the condition holds or the time is over; returns whether it holds. */
  async #waitUntil(holds: () => boolean, maxMs: number): Promise<boolean> {
    const deadline = performance.now() + maxMs;
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

  waitUntilReady(): Promise<boolean> {
    return this.#waitUntil(() => this.#main !== null && this.#state === 'ready', 30_000);
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
    this.unanswered.push(
      asked.type === 'connect'
        ? `connect to ${asked.profile.name}`
        : asked.type === 'invoke'
          ? asked.command
          : asked.type,
    );
    return gone;
  }

  /** Sends a command like the window. */
  invoke(command: string, input: unknown): Promise<Answer<unknown>> {
    return this.#ask({ type: 'invoke', command, input });
  }

  connect(profile: ServiceProfile, businessID: string | null): Promise<Answer<AccountID>> {
    return this.#ask({ type: 'connect', profile, businessID }) as Promise<Answer<AccountID>>;
  }

  listAccounts(): Promise<
    Answer<readonly { accountID: AccountID; profileName: string; grant: { state: string } }[]>
  > {
    return this.#ask({ type: 'accounts' }) as never;
  }

  async restartEngine(): Promise<void> {
    await this.#ask({ type: 'restartEngine' });
  }

  /** Quits the app like a person. */
  async quit(): Promise<void> {
    const main = this.#main;
    if (main === null) return;
    const ended = once(main, 'exit');
    await this.#ask({ type: 'stop' });
    await ended;
    await this.#waitForEngineEnd();
  }

  // -- processes

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

  /** Kills the app; its engine notices and exits. */
  async killMain(): Promise<void> {
    const main = this.#main;
    if (main === null) return;
    const ended = once(main, 'exit');
    main.kill('SIGKILL');
    await ended;
    await this.#waitForEngineEnd();
  }

  async #waitForEngineEnd(): Promise<void> {
    const pid = this.#engine;
    await this.#waitUntil(() => pid === null || !isAlive(pid), 20_000);
  }

  async freezeEngine(ms: number): Promise<void> {
    const pid = this.#engine;
    this.#signal(pid, 'SIGSTOP');
    await realPause(ms);
    this.#signal(pid, 'SIGCONT');
  }

  // -- the computer

  /** Moves the clock from its current time. */
  setClock(byMs: number): void {
    this.#clockSetBy += byMs;
    writeFileSync(this.#clockFile, String(this.#clockSetBy));
    this.#signal(this.#main?.pid, 'SIGUSR2');
    this.#signal(this.#engine, 'SIGUSR2');
  }

  /** Process id of the engine. */
  get engine(): number | null {
    return this.#engine;
  }

  get clockSetBy(): number {
    return this.#clockSetBy;
  }

  /**
   * Cuts the power: the app is killed, and the files lose everything that was not flushed. Returns the number
   * of lost WAL pages.
   */
  async cutPower(): Promise<number> {
    const main = this.#main;
    if (main === null) return 0;
    this.#signal(main.pid, 'SIGSTOP');
    this.#signal(this.#engine, 'SIGSTOP');
    const copy = join(this.#place, 'as-on-disk');
    cpSync(this.folder, copy, { recursive: true });
    const state = readLogState(this.database);
    const synced = readIfThere(join(this.#place, 'synced.json'));
    const ended = once(main, 'exit');
    // Also the tunnel's program: no process outlives its computer.
    for (const { pid } of listDescendants(main.pid ?? 0)) this.#signal(pid, 'SIGKILL');
    this.#signal(main.pid, 'SIGKILL');
    await ended;
    await this.#waitForEngineEnd();
    for (const name of readdirSync(this.folder))
      rmSync(join(this.folder, name), { recursive: true, force: true });
    cpSync(copy, this.folder, { recursive: true });
    rmSync(copy, { recursive: true });
    return state === null ? 0 : loseUnsynced(this.database, pageBytes, state, synced);
  }
}

const readIfThere = (file: string): LogState | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LogState) : null;
