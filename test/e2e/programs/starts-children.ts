/**
 * A main process that starts children under utilityProcess with the app's own code, even where the app would
 * not: the engine's host with a fake engine, single children, keychain and practice. The test moves its clock.
 */
import { getHeapStatistics } from 'node:v8';
import { app, utilityProcess } from 'electron';
import { z } from 'zod';
import type { Answer } from '../../../contract/errors.ts';
import { succeed } from '../../../contract/errors.ts';
import type { EngineFacts, ToEngine } from '../../../contract/port.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { FileJob } from '../../../contract/file-jobs.ts';
import type { Child, StartChild } from '../../../main/shell/child.ts';
import { createEngineCheck, type EngineHealth } from '../../../main/shell/engine-check.ts';
import { startEngine } from '../../../main/shell/engine-host.ts';
import { runFileJob } from '../../../main/shell/file-job.ts';
import { createNodeStarter } from '../../../main/shell/node-child.ts';
import { createPractice } from '../../../main/shell/practice.ts';
import { createUtilityStarter } from '../../../main/shell/utility-child.ts';
import { openKeychain } from '../../../main/vault/keychain.ts';
import { isAlive } from '../../processes.ts';
import { createHandClock } from '../../unit/connect/support/hand-clock.ts';
import type { Task } from './like-engine.ts';

const fork = (...args: Parameters<typeof utilityProcess.fork>): Electron.UtilityProcess =>
  utilityProcess.fork(...args);
const starters = {
  utility: createUtilityStarter({ fork, env: process.env }),
  'utility without memory switches': createUtilityStarter({ fork, env: process.env, memory: [] }),
  'utility with little memory': createUtilityStarter({
    fork,
    env: process.env,
    memory: ['--max-old-space-size=40'],
  }),
  // Enough for a file job without a garbage collection (stopping-files.ts).
  'utility with much memory': createUtilityStarter({
    fork,
    env: process.env,
    memory: ['--min-semi-space-size=256', '--max-semi-space-size=256'],
  }),
  node: createNodeStarter({
    locateProgram: () => process.env['HEARTHLINE_NODE'] ?? 'node',
    env: process.env,
  }),
} satisfies Record<string, StartChild>;
export type Starter = keyof typeof starters;

const clock = createHandClock();
const written: string[] = [];
const write = (fields: object, text: string): void =>
  void written.push(`${text} ${JSON.stringify(fields)}`);
const log = { info: write, warn: write, error: write };

/** Each started child with its exit code and number of exit events. */
const started: { child: Child; pids: Set<number>; code?: number | null; exits: number }[] = [];
const listProcesses = (): { pid: number; name: string | undefined }[] =>
  app
    .getAppMetrics()
    .filter(({ serviceName }) => serviceName === 'node.mojom.NodeService')
    .map(({ pid, name }) => ({ pid, name }));
const secrets: string[] = [];
const start = (by: Starter, ...params: Parameters<StartChild>): Child => {
  const child = starters[by](...params);
  secrets.push(...Object.values(params[3] ?? {}));
  const entry: (typeof started)[number] = { child, pids: new Set(), exits: 0 };
  started.push(entry);
  child.onExit((code) => {
    entry.code = code;
    entry.exits += 1;
  });
  return child;
};

const ask = async (task: Task): Promise<Answer<unknown>> =>
  host === null ? Promise.reject(new Error('no engine')) : host.ask('settings.get', task);
let host: ReturnType<typeof startEngine> | null = null;
const heard: { readonly upTo: number | null; readonly length: number }[] = [];
const states: string[] = [];
let args: string[] = [];

const check = createEngineCheck({
  childRuntime: { kind: 'utilityProcess' },
  isPackaged: true,
  exists: () => true,
  heapLimit: getHeapStatistics().heap_size_limit,
  clock,
  log,
  onChange: () => undefined,
});

export type StartsChildren = {
  /** Starts the engine's host; `more` is the number of messages sent before the child listens. */
  readonly startHost: (engine: string, by: Starter, engineArgs: string[], more: number) => void;
  readonly engineArgs: (next: string[]) => void;
  readonly ask: typeof ask;
  /** The same while this process is blocked until the engine is gone: its output and its exit arrive together. */
  readonly askWhileBusy: typeof ask;
  readonly askMany: (count: number) => Promise<boolean>;
  readonly echoes: (length: number) => Promise<boolean>;
  readonly refusesFunctions: () => string;
  readonly state: () => readonly string[];
  readonly facts: () => EngineHealth;
  readonly heard: () => typeof heard;
  readonly written: () => readonly string[];
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
  readonly advance: (ms: number) => Promise<void>;
  readonly exits: () => readonly { code: number | null | undefined; exits: number }[];
  readonly processes: typeof listProcesses;
  /** Starts a child and immediately does this to it. */
  readonly startAnd: (
    script: string,
    args: string[],
    action: 'kill' | 'destroy' | 'nothing',
  ) => void;
  readonly destroyAll: () => void;
  readonly runFileJob: (script: string, args: string[], job: FileJob) => Promise<Answer<unknown>>;
  readonly keychain: (script: string, patience: number) => Promise<{ state: string; key: string }>;
  /** Starts practice with this program and these arguments before its own. */
  readonly startPractice: (script: string, before: string[], stateFile: string) => Promise<unknown>;
  readonly stopPractice: () => void;
  /** Secrets for the children only. */
  readonly secrets: () => readonly string[];
};

let practice: ReturnType<typeof createPractice> | null = null;

const program: StartsChildren = {
  startHost: (engine, by, engineArgs, more) => {
    args = engineArgs;
    host = startEngine({
      launch: () => {
        check.handleLaunch();
        const child = start(by, engine, args, 'Hearthline engine');
        child.send({ type: 'start', dataFolder: '', accounts: null } satisfies ToEngine);
        for (let at = 0; at < more; at++)
          child.send({
            type: 'invoke',
            id: -1 - at,
            command: 'settings.get',
            input: { do: 'send', first: at, messages: 1, length: 0, leaves: false },
          });
        return child;
      },
      listAccounts: () => null,
      getAccessToken: async () => succeed('token'),
      onReady: (runs: EngineFacts) => check.handleReady(runs),
      onState: (state) => {
        states.push(state.state);
        check.handleState(state);
      },
      onMessage: (message) => {
        if (message.type === 'notice')
          heard.push({ upTo: message.notice.upTo, length: message.notice.body.length });
      },
      clock,
      log,
    });
  },
  engineArgs: (next) => void (args = next),
  ask,
  askWhileBusy: async (task) => {
    const [engine] = listProcesses();
    const answer = ask(task);
    await new Promise((sent) => setImmediate(sent));
    while (isAlive(engine?.pid ?? 0));
    return answer;
  },
  askMany: async (count) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, value) => ask({ do: 'echo', value })),
    );
    return answers.every((answer, at) => answer.ok && answer.value === at);
  },
  echoes: async (length) => {
    const value = 'ü'.repeat(length);
    const answer = await ask({ do: 'echo', value });
    return answer.ok && answer.value === value;
  },
  refusesFunctions: () => {
    try {
      started.at(-1)?.child.send({ type: 'no value', action: () => 1 });
      return 'sent';
    } catch (error) {
      return String(error);
    }
  },
  state: () => states,
  facts: check.getFacts,
  heard: () => heard.splice(0),
  written: () => written,
  restart: () => host?.restart(false),
  stop: async () => host?.stop(),
  advance: clock.advance,
  exits: () => started.map(({ code, exits }) => ({ code, exits })),
  processes: listProcesses,
  startAnd: (script, args, action) => {
    const child = start('utility', script, args, 'Hearthline engine');
    if (action !== 'nothing') child[action]();
  },
  destroyAll: () => {
    for (const { child } of started) {
      child.destroy();
      child.kill();
      child.send('to nobody');
    }
  },
  runFileJob: (script, args, job) =>
    runFileJob(
      () => start('utility with much memory', script, args, 'Hearthline files'),
      job,
      z.unknown(),
    ).answer,
  keychain: async (script, patience) => {
    const { state, key } = await openKeychain({
      service: 'Hearthline',
      account: 'utility process',
      launch: (args) => start('utility', script, args, 'Hearthline keychain'),
      patience,
      log,
    });
    return { state, key: key === null ? '' : key.toString('base64') };
  },
  startPractice: async (script, before, stateFile) => {
    practice = createPractice({
      launch: (args, secrets) =>
        start('utility', script, [...before, ...args], 'Hearthline practice', secrets),
      connectTo: async (profile) => {
        const answer = await fetch(`${profile.baseUrl}/v4/businesses`);
        return succeed(`${answer.status} ${profile.baseUrl}` as AccountID);
      },
      stateFile,
      log,
    });
    return practice.start();
  },
  stopPractice: () => practice?.stop(),
  secrets: () => secrets,
};

void app.whenReady().then(() => Object.assign(globalThis, { program }));
app.on('window-all-closed', () => undefined);
