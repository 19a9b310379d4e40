/** `npm run scenario` from its command line: output, errors, and cleanup. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOwnerOnly } from '../../owner-only.ts';
import { isAlive, listDescendants } from '../../processes.ts';
import { openMarketplace } from '../sandbox/marketplace.ts';

const script = join(import.meta.dirname, '../../../scripts/scenario.mjs');

const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const run = (scenario: object | string, args: readonly string[] = [], env: object = {}) => {
  const folder = createFolder();
  const file = join(createFolder(), 'scenario.json');
  writeFileSync(file, typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
  const child = spawn(process.execPath, [script, file, ...args], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const closed = once(child, 'close');
  return {
    child,
    file,
    left: () => readdirSync(folder),
    says: (what: string) => expect.poll(() => out + err).toContain(what),
    output: () => ({ out, err }),
    /** Lists the webhooks like an app that has connected; returns the profile's file. */
    connect: async (): Promise<string> => {
      const named = /profile to connect with: (.+)/;
      await expect.poll(() => out + err).toMatch(named);
      const profile = named.exec(out)?.[1] ?? '';
      const { baseUrl } = JSON.parse(readFileSync(profile, 'utf8')) as { baseUrl: string };
      await fetch(`${baseUrl}/v4/businesses/any/webhooks`);
      return profile;
    },
    status: async () => ((await closed) as [number | null])[0],
  };
};

const late = {
  name: 'A lead and a long wait',
  description: 'Somebody asks, and somebody else would in an hour.',
  steps: [
    { lead: { as: 'ann', customer: { firstName: 'Ann', lastName: 'Lee' } } },
    { after: '1h', lead: { as: 'bob' } },
  ],
};

/** A signal ends a program there without notice. */
const isWindows = process.platform === 'win32';

test
  .skipIf(isWindows)
  .each([
    { signals: ['SIGINT'] },
    { signals: ['SIGTERM'] },
    { signals: ['SIGINT', 'SIGTERM'] },
  ] as const)(
  '$signals during a wait ends it with status 0, without leftover processes and files',
  async ({ signals }) => {
    const played = run(late);
    const profile = await played.connect();
    await played.says('Ann Lee');
    expect(played.output().out).toContain('A lead and a long wait: Somebody asks');
    expect(JSON.parse(readFileSync(profile, 'utf8'))).toMatchObject({ environment: 'sandbox' });
    expect(isOwnerOnly(profile)).toBe(true);
    const pids = listDescendants(played.child.pid ?? 0).map(({ pid }) => pid);
    expect(pids.length).toBeGreaterThan(0);

    // Sent while it is stopped, so that both signals arrive before it exits.
    for (const each of ['SIGSTOP', ...signals, 'SIGCONT'] as const) played.child.kill(each);
    expect(await played.status()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(played.left()).toEqual([]);
    expect(played.output().err).not.toContain('hearthline:');
  },
);

test.skipIf(isWindows)(
  'a scenario waits until an app connects, and Ctrl+C ends the wait',
  async () => {
    const played = run(late);
    await played.says('connect with it: the scenario starts then');
    played.child.kill('SIGINT');
    expect(await played.status()).toBe(0);
    expect(played.output().out).not.toContain('A lead and a long wait');
    expect(played.left()).toEqual([]);
  },
);

// macOS does not end a program with its parent.
test.skipIf(process.platform === 'darwin')('a killed scenario ends its sandbox', async () => {
  const played = run(late);
  await played.connect();
  await played.says('Ann Lee');
  const pids = listDescendants(played.child.pid ?? 0).map(({ pid }) => pid);
  played.child.kill('SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});

test('a killed sandbox ends the scenario with a message and status 1', async () => {
  const played = run(late);
  await played.connect();
  await played.says('Ann Lee');
  for (const { pid } of listDescendants(played.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
  expect(await played.status()).toBe(1);
  expect(played.output().err).toContain('hearthline: the sandbox exited\n');
  expect(played.left()).toEqual([]);
});

test.skipIf(isWindows)('a finished scenario stays until Ctrl+C', async () => {
  const played = run({ ...late, steps: late.steps.slice(0, 1) });
  await played.connect();
  await played.says('scenario finished; the sandbox runs until Ctrl+C');
  // A scenario that ends would stop its sandbox meanwhile.
  for (let times = 0; times < 20; times += 1) await played.connect();
  expect(played.child.exitCode).toBeNull();
  played.child.kill('SIGINT');
  expect(await played.status()).toBe(0);
});

test('an invalid file ends with status 1 and a message for each mistake', async () => {
  const played = run({ ...late, steps: [...late.steps, { after: '5', mesage: {} }] });
  expect(await played.status()).toBe(1);
  expect(played.output()).toEqual({
    out: '',
    err: expect.stringMatching(
      /^hearthline: .+ is no scenario:\n {2}steps\[2\]\.after: is a time such as .*\n {2}steps\[2\]\.mesage: is not known; steps\[2\] may hold: at, after, lead, /,
    ) as string,
  });
  expect(played.left()).toEqual([]);
});

test('a scenario can be played into a running sandbox, at a higher speed', async () => {
  const market = await openMarketplace({ listNegotiations: true, leads: 0, businesses: 1 });
  const tokens = await market.connect();
  const { url, token } = market.ready.control;
  const steps = [
    late.steps[0],
    { after: '100s', message: { lead: 'ann', text: 'Still waiting.' } },
  ];
  const control = ['--control', url];
  const played = run({ ...late, steps }, [...control, '--speed', '1000'], {
    SANDBOX_CONTROL_TOKEN: token,
  });
  expect([await played.status(), played.output().err]).toEqual([0, '']);
  expect(played.output().out).toContain('1:40  Ann Lee writes: “Still waiting.”');
  const { text } = await market.call(
    tokens,
    'GET',
    `/v4/businesses/${market.business}/negotiations`,
  );
  expect(text).toContain('"Ann"');

  const tooMuch = { ...late, steps: [...late.steps, { review: { business: 2 } }] };
  const refused = run(tooMuch, control, { SANDBOX_CONTROL_TOKEN: token });
  expect(await refused.status()).toBe(1);
  expect(refused.output().err).toContain('steps[2].review.business: the sandbox has 1');
  const { data } = (await market.control('GET', '/deliveries')) as { data: unknown[] };
  expect(data).toEqual([]);
});

test.each([
  [['--speed', 'fast'], '--speed is a number above 0, 1000 at most, not fast'],
  [['--speed', '0'], '--speed is a number above 0, 1000 at most, not 0'],
  [['--app', '--control', 'http://127.0.0.1:1/sandbox'], 'leave out --control'],
  [['--data', 'there'], '--data is for Hearthline: add --app'],
  [
    ['--app', '--data', join('HOME', '.config', 'Hearthline', 'inner')],
    'keeps your own leads: name another folder',
  ],
  [
    ['--app', '--data', join('HOME', 'Library', 'Application Support', 'Hearthline')],
    'keeps your own leads',
  ],
  [['--control', 'https://example.com/sandbox'], 'http://127.0.0.1:PORT/sandbox'],
  [['--bogus'], 'usage: npm run scenario -- FILE'],
  [['another.json'], 'usage: npm run scenario -- FILE'],
])('%j is refused with advice', async (args, reason) => {
  const home = createFolder();
  const real = args.map((arg) => arg.replace(/^HOME/, home));
  const env = {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: '',
    SANDBOX_CONTROL_TOKEN: 'secret',
  };
  const played = run(late, real, env);
  expect(await played.status()).toBe(1);
  expect(played.output().err).toContain(reason);
  expect(played.left()).toEqual([]);
});
