import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseOptions } from '../../../sandbox/options.ts';
import { resolveProgram } from '../../programs.ts';
import { createClient, type Marketplace, type Tokens } from './marketplace.ts';

const entry = resolveProgram('sandbox/index.ts');

function start(...args: string[]) {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('no output');
  const output = { stdout: '', stderr: '' };
  stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  return {
    child,
    output: () => output,
    // Node emits no close event after the channel was closed on this side.
    ended: Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')]).then(
      () => child.exitCode,
    ),
    ready: once(createInterface(stdout), 'line').then(
      ([line]) => JSON.parse(String(line)) as Marketplace['ready'],
    ),
  };
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('It prints one line of JSON on standard output and its logs elsewhere', async () => {
  const { child, output, ready, ended } = start('--port', '0', '--businesses', '2');
  const line = await ready;
  const base = line.baseUrl;
  const text = expect.stringMatching(/./) as string;
  const redirectUris = [47813, 47814, 47815].map((port) => `http://127.0.0.1:${port}/callback`);
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(line).toEqual({
    event: 'ready',
    baseUrl: base,
    stagingUrl: `${base}/staging`,
    connectUrl: `${base}/connect`,
    v4: {
      authorizeUrl: `${base}/oauth2/auth`,
      tokenUrl: `${base}/oauth2/token`,
      clientId: text,
      clientSecret: text,
      redirectUris,
      scopes: expect.arrayContaining(['offline_access', 'supply::messages.write']) as string[],
      audience: 'urn:partner-api',
    },
    legacy: {
      clientId: text,
      clientSecret: text,
      redirectUris,
      accountInfoPath: '/v2/get-service-info',
    },
    legacyTest: { clientId: text, clientSecret: text, redirectUris: [text, text, text] },
    staging: { username: text, password: text },
    user: { userID: text },
    businesses: [
      { businessID: text, name: text },
      { businessID: text, name: text },
    ],
    control: { url: `${base}/sandbox`, token: text },
  });
  await expect.poll(() => output().stderr).toContain('listening');
  child.disconnect();
  await ended;
  expect(output().stdout.trimEnd().split('\n')).toHaveLength(1);
});

test('It registers redirect addresses for the requested ports', async () => {
  const { ready } = start('--redirect-ports', '20001,20002');
  const { v4, legacy } = await ready;
  const addresses = ['http://127.0.0.1:20001/callback', 'http://127.0.0.1:20002/callback'];
  expect([v4.redirectUris, legacy.redirectUris]).toEqual([addresses, addresses]);
});

// On Windows a signal ends a program without notice.
test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it with status 0, with connections open and deliveries waiting',
  async (signal) => {
    const { child, ready, ended } = start('--traffic', '600');
    const market = createClient(await ready);
    await market.connect();
    await market.control('POST', '/deliveries/policy', { delayMs: 60_000 });
    await market.control('POST', '/leads', {});
    child.kill(signal);
    expect(await ended).toBe(0);
  },
);

test('It exits when its parent process is gone', async () => {
  const child: ChildProcess = fork(entry, [], { silent: true, execPath: process.execPath });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('no output');
  await once(createInterface(child.stdout), 'line');
  const ended = once(child, 'exit');
  child.disconnect();
  expect((await ended)[0]).toBe(0);
});

test.each([[['--bogus']], [['--port', 'http']]])(
  'Invalid options end it with status 2 and a clear message: %j',
  async (args) => {
    const { output, ended } = start(...args);
    expect(await ended).toBe(2);
    const { stdout, stderr } = output();
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^sandbox: .*(option|argument)/i);
    expect(stderr).not.toContain('    at ');
  },
);

test.each([
  [['stray']],
  [['--port', '70000']],
  [['--leads', '-1']],
  [['--leads', '1.5']],
  [['--businesses', '0']],
  [['--traffic', '']],
  [['--redirect-ports', '20001,']],
  [['--seed']],
])('The options %j are invalid, which a clear message says', (args) => {
  expect(parseOptions(args)).toEqual({
    ok: false,
    error: expect.stringMatching(/^(?!.* {4}at ).*(option|argument)/i) as string,
  });
});

test('A port in use ends it with status 1 and a clear message', async () => {
  const { ready } = start();
  const { port } = new URL((await ready).baseUrl);
  const second = start('--port', port);
  expect(await second.ended).toBe(1);
  expect(second.output().stderr).toContain('EADDRINUSE');
});

describe('With --state', () => {
  test('it resumes with its conversations, tokens and clock', async () => {
    const file = join(await createFolder(), 'practice.json');
    const first = start('--state', file, '--leads', '3');
    const market = createClient(await first.ready);
    const tokens: Tokens = await market.connect();
    const { negotiationID } = (await market.control('POST', '/leads', {})) as {
      negotiationID: string;
    };
    const path = `/v4/negotiations/${negotiationID}/messages`;
    await market.call(tokens, 'POST', path, { text: 'See you on Friday.' });
    const { now } = (await market.advance(1800)) as { now: string };
    first.child.disconnect();
    await first.ended;

    const second = start('--state', file);
    const again = createClient(await second.ready);
    expect(again.ready.v4.clientSecret).toBe(market.ready.v4.clientSecret);
    const { json } = await again.call(tokens, 'GET', path);
    expect(json).toMatchObject({ data: [{ text: 'See you on Friday.' }] });
    const later = (await again.advance(0)) as { now: string };
    expect(Date.parse(later.now)).toBeGreaterThan(Date.parse(now));
    expect((await again.refresh(tokens.refresh_token)).status).toBe(200);
    await again.control('POST', '/reset');
    expect((await again.call(await again.connect(), 'GET', path)).status).toBe(404);
  });

  test('it saves while it runs, so that a kill loses at most a second', async () => {
    const file = join(await createFolder(), 'practice.json');
    const first = start('--state', file);
    const market = createClient(await first.ready);
    const { negotiationID } = (await market.control('POST', '/leads', {})) as {
      negotiationID: string;
    };
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(negotiationID);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = createClient(await start('--state', file).ready);
    await second.control('POST', `/leads/${negotiationID}/messages`, { text: 'Still here?' });
  });

  test('it keeps only the codes and grants that can still be used', async () => {
    const file = join(await createFolder(), 'practice.json');
    const { child, ready, ended } = start('--state', file);
    const market = createClient(await ready);
    await market.connect();
    await market.consent();
    await market.advance(181 * 86_400);
    await market.connect();
    child.disconnect();
    await ended;
    const { state } = JSON.parse(await readFile(file, 'utf8')) as {
      state: Record<'codes' | 'grants', object>;
    };
    expect([state.codes, state.grants].map((each) => Object.keys(each).length)).toEqual([1, 1]);
  });

  test('it goes on while it cannot save, and saves later', async () => {
    const file = join(await createFolder(), 'practice.json');
    const { child, ready, ended, output } = start('--state', file);
    const market = createClient(await ready);
    await mkdir(`${file}.tmp`);
    const { negotiationID } = (await market.control('POST', '/leads', {})) as {
      negotiationID: string;
    };
    await expect.poll(() => output().stderr).toContain('EISDIR');
    await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Still here?' });
    await rmdir(`${file}.tmp`);
    await expect.poll(() => readFile(file, 'utf8')).toContain('Still here?');
    await mkdir(`${file}.tmp`);
    child.disconnect();
    expect(await ended).toBe(0);
  });

  test('it renames and logs a damaged file, and starts over', async () => {
    const file = join(await createFolder(), 'practice.json');
    const first = start('--state', file);
    const market = createClient(await first.ready);
    const tokens: Tokens = await market.connect();
    first.child.disconnect();
    await first.ended;
    const half = (await readFile(file, 'utf8')).slice(0, -100);
    await writeFile(file, half);

    const { child, ready, ended, output } = start('--state', file);
    const again = createClient(await ready);
    expect((await again.refresh(tokens.refresh_token)).status).not.toBe(200);
    await again.connect();
    child.disconnect();
    await ended;
    expect(output().stderr).toContain('kept as practice.json.damaged');
    expect(await readFile(`${file}.damaged`, 'utf8')).toBe(half);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('state');
  });
});
