/**
 * The app's processes under Electron's utilityProcess, which shipped builds use: the real engine host, port,
 * keychain, practice and file jobs. The engine needs a newer Electron than may be installed (docs/known-limits.md),
 * so a fake one takes its place.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { fail, type Answer } from '../../contract/errors.ts';
import type { InspectedBackup } from '../../contract/file-jobs.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { startEngine, type EngineHost } from '../../main/shell/engine-host.ts';
import { createNodeStarter } from '../../main/shell/node-child.ts';
import { isAlive, listDescendants } from '../processes.ts';
import type { Task } from './programs/like-engine.ts';
import type { StartsChildren, Starter } from './programs/starts-children.ts';
import { expect, test as base } from './support/fixtures.ts';
import { kill, repo } from './support/hearthline.ts';
import { bundlePrograms, startMainProgram } from './support/main-program.ts';

const getBuiltPath = (name: string): string => join(repo, 'out/main', name);
/** Longer than the host's delays, except for a frozen engine. */
const aWhile = 3_000;

/** The main process, its program, and the paths of its children's programs. */
class Main {
  readonly app: ElectronApplication;
  readonly engine: string;
  readonly practice: string;
  readonly files: string;
  readonly pid: number;

  constructor(app: ElectronApplication, engine: string, practice: string, files: string) {
    this.app = app;
    this.pid = app.process().pid ?? 0;
    this.engine = engine;
    this.practice = practice;
    this.files = files;
  }

  /** Calls a function of the program and awaits it there. */
  do<K extends keyof StartsChildren>(
    name: K,
    ...args: Parameters<StartsChildren[K]>
  ): Promise<Awaited<ReturnType<StartsChildren[K]>>> {
    return this.app.evaluate(
      (_, { name, args }) =>
        (
          globalThis as unknown as {
            program: Record<string, (...args: unknown[]) => unknown>;
          }
        ).program[name]?.(...args),
      { name, args },
    ) as Promise<Awaited<ReturnType<StartsChildren[K]>>>;
  }

  async startHost(by: Starter = 'utility', args: readonly string[] = [], more = 0): Promise<void> {
    await this.do('startHost', this.engine, by, [...args], more);
  }

  async waitUntilReady(): Promise<void> {
    await expect.poll(async () => (await this.do('state')).at(-1)).toBe('ready');
  }

  ask(task: Task): Promise<unknown> {
    return this.do('ask', task);
  }

  /** Process id of the child with this name. */
  async findPid(name = 'Hearthline engine'): Promise<number> {
    const found = (await this.do('processes')).filter((one) => one.name === name);
    if (found.length !== 1) throw new Error(`${found.length} processes are called ${name}`);
    return found[0]?.pid ?? 0;
  }

  /** Exit code and number of exit events of each child, in the order of their start. */
  listExits(): Promise<readonly { code?: number | null | undefined; exits: number }[]> {
    return this.do('exits');
  }
}

const test = base.extend<{ readonly main: Main }>({
  main: async ({ place }, use) => {
    const [program = '', engine = '', practice = '', files = ''] = await bundlePrograms(
      ['starts-children', 'like-engine', 'practice-service', 'stopping-files'].map((name) =>
        join(repo, `test/e2e/programs/${name}.ts`),
      ),
    );
    const app = await startMainProgram(program, join(place, 'app'), { API_KEY: 'of another app' });
    const main = new Main(app, engine, practice, files);
    await expect.poll(() => app.evaluate(() => 'program' in globalThis)).toBe(true);
    await use(main);
    if (isAlive(main.pid)) await app.close();
  },
});

test('an engine starts, gets messages sent before it listened, and exchanges values both ways', async ({
  main,
}) => {
  await main.startHost('utility', [], 500);
  await main.waitUntilReady();
  // Each answer has only what came since the last one.
  const heard: unknown[] = [];
  await expect.poll(async () => heard.push(...(await main.do('heard')))).toBe(500);
  expect(await main.do('askMany', 2_000)).toBe(true);
  expect(await main.do('echoes', 8_000_000)).toBe(true);
  expect(await main.do('refusesFunctions')).toContain('could not be cloned');
  expect(await main.do('echoes', 10)).toBe(true);

  expect(await main.do('facts')).toMatchObject({
    runs: { runtime: 'utilityProcess', nodeAPI: expect.any(Number) },
    isMemoryLimited: true,
    problem: null,
  });
  expect(await main.do('written')).toEqual([expect.stringContaining('the engine runs')]);
  const pid = await main.findPid();
  await main.do('stop');
  await expect.poll(() => main.listExits()).toEqual([{ code: 0, exits: 1 }]);
  // The exit event comes a moment before.
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('everything that a child sends last is read before its exit, with its code', async ({
  main,
}) => {
  await main.startHost();
  for (const [messages, length] of [
    [2_000, 10],
    [10, 3_000_000],
  ] as const) {
    await main.waitUntilReady();
    const answer = await main.ask({ do: 'send', first: 0, messages, length, leaves: true });
    expect(answer).toEqual({ ok: true, value: 'sent' });
    const heard = await main.do('heard');
    expect(heard.map(({ upTo }) => upTo)).toEqual(Array.from({ length: messages }, (_, at) => at));
    expect(heard.every((one) => one.length === length)).toBe(true);
    await expect.poll(async () => (await main.do('state')).at(-1)).toBe('restarting');
    await main.do('advance', aWhile);
  }
  await main.waitUntilReady();
  expect((await main.listExits()).slice(0, 2)).toEqual([
    { code: 5, exits: 1 },
    { code: 5, exits: 1 },
  ]);
});

test('an engine that is killed is restarted, and pending calls fail', async ({ main }) => {
  await main.startHost();
  await main.waitUntilReady();
  const pid = await main.findPid();
  const answer = main.ask({ do: 'hang' });
  // It is running once a later call is answered.
  await main.do('state');
  process.kill(pid, 'SIGKILL');
  expect(await answer).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
  await main.do('advance', aWhile);
  await main.waitUntilReady();
  expect(await main.findPid()).not.toBe(pid);
  expect(await main.do('echoes', 10)).toBe(true);
  expect((await main.listExits())[0]).toEqual({ code: 9, exits: 1 });
});

test('a frozen engine is killed after half a minute and restarted', async ({ main }) => {
  await main.startHost();
  await main.waitUntilReady();
  const [pid, answer] = [await main.findPid(), main.ask({ do: 'hang' })];
  process.kill(pid, 'SIGSTOP');
  await main.do('advance', 34_999);
  expect(isAlive(pid)).toBe(true);
  await main.do('advance', 1);
  expect(await answer).toMatchObject({ ok: false, error: { code: 'engine_unavailable' } });
  await main.do('advance', aWhile);
  await main.waitUntilReady();
  expect(isAlive(pid)).toBe(false);
  expect(await main.do('echoes', 10)).toBe(true);
});

test('an engine that does not stop is killed after three seconds', async ({ main }) => {
  await main.startHost('utility', ['deaf']);
  await main.waitUntilReady();
  const pid = await main.findPid();
  const stopped = main.do('stop');
  await main.do('advance', 2_999);
  expect(isAlive(pid)).toBe(true);
  await main.do('advance', 1);
  await stopped;
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('an engine that exits before it is ready is given up after three tries, with its output logged, and can be restarted by hand', async ({
  main,
}) => {
  await main.startHost('utility', ['dies']);
  await expect
    .poll(async () => {
      await main.do('advance', 500);
      return (await main.do('state')).at(-1);
    })
    .toBe('stopped');
  expect(await main.listExits()).toEqual([3, 3, 3].map((code) => ({ code, exits: 1 })));
  expect(await main.do('facts')).toMatchObject({ runs: null, problem: 'notStarted' });
  // Electron reports an exit before the last output is read.
  await expect
    .poll(async () => (await main.do('written')).filter((line) => line.includes('it died')))
    .toHaveLength(3);
  expect(await main.ask({ do: 'echo', value: 1 })).toMatchObject({
    error: { code: 'engine_stopped' },
  });

  await main.do('engineArgs', []);
  await main.do('restart');
  await main.waitUntilReady();
  expect(await main.do('echoes', 10)).toBe(true);
  expect(await main.do('facts')).toMatchObject({ problem: null });
});

test('a child whose large output is not read keeps running', async ({ main }) => {
  await main.do('startAnd', main.engine, ['writes'], 'nothing');
  await expect.poll(() => main.listExits()).toEqual([{ code: 4, exits: 1 }]);
});

test('the last output of a crashing engine is logged', async ({ main }) => {
  await main.startHost();
  await main.waitUntilReady();
  const words = `its last words${'.'.repeat(50_000)}`;
  expect(await main.do('askWhileBusy', { do: 'end', code: 1, words })).toMatchObject({ ok: false });
  await expect
    .poll(async () => (await main.do('written')).filter((line) => line.includes('its last words')))
    .toHaveLength(1);
  expect(await main.listExits()).toContainEqual({ code: 1, exits: 1 });
});

test('an engine that runs out of memory is restarted, and the app stays up', async ({ main }) => {
  await main.startHost('utility with little memory');
  await main.waitUntilReady();
  expect(await main.ask({ do: 'use up the memory' })).toMatchObject({
    error: { code: 'engine_unavailable' },
  });
  await main.do('advance', aWhile);
  await main.waitUntilReady();
  expect(await main.do('echoes', 10)).toBe(true);
});

test('a child gets only the environment variables that it needs', async ({ main }) => {
  await main.startHost();
  await main.waitUntilReady();
  const answer = (await main.ask({ do: 'tell the environment' })) as { value: NodeJS.ProcessEnv };
  expect(Object.keys(answer.value)).toContain('PATH');
  expect(Object.keys(answer.value)).not.toContain('API_KEY');
  const allowed =
    /^(PATH|HOME|TMPDIR|TEMP|TMP|TZ|LANG|LC_ALL|SSH_AUTH_SOCK|NODE_EXTRA_CA_CERTS|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR)$/;
  expect(Object.keys(answer.value).filter((name) => !allowed.test(name))).toEqual([]);
});

/**
 * In bytes: two halves of 4 MB, and up to another half for the pages of the collector's threads. Without limits
 * V8 uses 16 MB or more.
 */
const mostOfYoung = 12 * 1_048_576;

for (const starter of ['utility', 'node'] as const)
  test(`the memory limits of V8 apply under ${starter}`, async ({ main }) => {
    await main.startHost(starter);
    await main.waitUntilReady();
    const answer = (await main.ask({ do: 'fill the young generation' })) as { value: number };
    expect(answer.value).toBeLessThanOrEqual(mostOfYoung);
    expect(answer.value).toBeGreaterThan(1_048_576);
  });

test('without limits V8 takes more memory, which main reports', async ({ main }) => {
  await main.startHost('utility without memory switches');
  await main.waitUntilReady();
  const answer = (await main.ask({ do: 'fill the young generation' })) as { value: number };
  expect(answer.value).toBeGreaterThan(mostOfYoung);
  expect(await main.do('facts')).toMatchObject({ isMemoryLimited: false });
});

test('no child survives a killed main process, whatever it is doing', async ({ main }) => {
  await main.startHost();
  await main.waitUntilReady();
  const busy = await main.findPid();
  void main.ask({ do: 'hang' }).catch(() => undefined);
  await main.do('startAnd', main.engine, [], 'nothing');
  await expect.poll(async () => (await main.do('processes')).length).toBe(2);
  const pids = (await main.do('processes')).map(({ pid }) => pid);
  expect(pids).toContain(busy);
  kill(main.pid);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

/** Starts the built engine on a data folder, under a plain Node. */
const startEngineOn = (dataFolder: string): EngineHost => {
  const start = createNodeStarter({ locateProgram: () => process.execPath, env: process.env });
  return startEngine({
    launch: () => {
      const child = start(getBuiltPath('engine.js'), [], 'Hearthline engine');
      child.send({ type: 'start', dataFolder, accounts: null });
      return child;
    },
    listAccounts: () => null,
    getAccessToken: async () => fail('not_found', 'No account is connected.'),
    onReady: () => undefined,
    onState: () => undefined,
    onMessage: () => undefined,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
};

const createSavedReply = (name: string): SavedReply => ({
  savedReplyID: name as SavedReplyID,
  name,
  text: name,
  scope: { for: 'all' },
  isPinned: false,
});
const done = { ok: true };

test('a files process that outlives a killed main does not replace the database that the next engine writes', async ({
  main,
  place,
}) => {
  const [other, ours] = [join(place, 'other'), join(place, 'ours')];
  const backup = join(place, 'a.hearthline-backup');
  const database = join(ours, 'leads.db');
  const logs = join(ours, 'logs');
  const readLog = (): string =>
    readdirSync(logs)
      .filter((name) => name.startsWith('engine.'))
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('');
  for (const [folder, reply] of [
    [other, 'in the backup'],
    [ours, 'before the restore'],
  ] as const) {
    const engine = startEngineOn(folder);
    expect(await engine.ask('savedReplies.save', createSavedReply(reply))).toMatchObject(done);
    await engine.stop();
  }
  const stopped = join(place, 'stopped');
  const args = [getBuiltPath('files.js'), stopped];
  const make = {
    kind: 'backup',
    database: join(other, 'leads.db'),
    to: backup,
    madeBy: '1',
  } as const;
  expect(await main.do('runFileJob', main.files, args, make)).toMatchObject(done);
  const looked = (await main.do('runFileJob', main.files, args, {
    kind: 'inspect',
    database,
    from: backup,
  })) as Answer<InspectedBackup>;
  const digest = looked.ok ? looked.value.digest : '';

  const job = { kind: 'restore', database, from: backup, digest, main: main.pid } as const;
  void main.do('runFileJob', main.files, args, job).catch(() => undefined);
  await expect.poll(() => existsSync(stopped) && readFileSync(stopped, 'utf8')).toMatch(/\d/);
  const files = Number(readFileSync(stopped, 'utf8'));
  kill(main.pid);
  await expect.poll(() => isAlive(main.pid)).toBe(false);
  // Chromium cannot end a stopped process.
  expect(isAlive(files)).toBe(true);

  const engine = startEngineOn(ours);
  const answer = engine.ask('savedReplies.save', createSavedReply('after the restart'));
  await expect.poll(readLog).toContain('the engine waits for the end of a restore');
  process.kill(files, 'SIGCONT');
  expect(await answer).toMatchObject(done);
  await expect.poll(() => isAlive(files)).toBe(false);
  expect(await engine.ask('savedReplies.list', {})).toMatchObject({
    value: { replies: [{ name: 'before the restore' }, { name: 'after the restart' }] },
  });
  await engine.stop();
  expect(readdirSync(ours).filter((name) => name.startsWith('leads.db.'))).toEqual([]);
});

test('a child that is still starting is ended, and ending an exited one is harmless', async ({
  main,
}) => {
  await main.do('startAnd', main.engine, [], 'kill');
  await main.do('startAnd', main.engine, [], 'destroy');
  await expect
    .poll(() => main.listExits())
    .toEqual([
      { code: 0, exits: 1 },
      { code: 9, exits: 1 },
    ]);
  await main.do('destroyAll');
  await expect.poll(() => main.do('processes')).toEqual([]);
  await main.do('startAnd', join(repo, 'no-such-program.js'), [], 'nothing');
  await expect.poll(async () => (await main.listExits())[2]).toEqual({ code: 1, exits: 1 });
});

test('the keychain is read by a child that exits, even if the keychain does not answer', async ({
  main,
  place,
}) => {
  const first = await main.do('keychain', getBuiltPath('keychain.js'), 20_000);
  expect(first).toEqual({ state: 'ready', key: expect.stringMatching(/^.{44}$/) });
  expect(await main.do('keychain', getBuiltPath('keychain.js'), 20_000)).toEqual(first);

  const bus = join(place, 'bus');
  const silent = createServer(() => undefined).listen(bus);
  await once(silent, 'listening');
  await main.app.evaluate((_, address) => {
    process.env['DBUS_SESSION_BUS_ADDRESS'] = address;
  }, `unix:path=${bus}`);
  expect(await main.do('keychain', getBuiltPath('keychain.js'), 2_000)).toEqual({
    state: 'locked',
    key: '',
  });
  await expect.poll(() => main.do('processes')).toEqual([]);
  expect(await main.listExits()).toHaveLength(3);
  silent.close();
});

test('the practice service runs as a child, keeps its state when stopped, and reports why it cannot run', async ({
  main,
  place,
}) => {
  const stateFile = join(place, 'practice.json');
  const sandbox = getBuiltPath('sandbox.js');
  expect(await main.do('startPractice', main.practice, [sandbox], stateFile)).toEqual({
    ok: true,
    value: { accountID: expect.stringMatching(/^401 http:\/\/127\.0\.0\.1:/) },
  });
  const pid = await main.findPid('Hearthline practice');
  const [secret = ''] = await main.do('secrets');
  expect(secret).not.toBe('');
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('API_KEY');
  const commands = listDescendants(main.pid).map(({ command }) => command);
  expect(commands.join('\n')).not.toContain(secret);
  await main.do('stopPractice');
  await expect.poll(() => main.listExits()).toEqual([{ code: 0, exits: 1 }]);
  expect(existsSync(stateFile)).toBe(true);

  const refused = await main.do(
    'startPractice',
    main.practice,
    [sandbox, '--no-such-option'],
    stateFile,
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'service_unavailable' } });
  expect((await main.listExits())[1]).toEqual({ code: 2, exits: 1 });
});
