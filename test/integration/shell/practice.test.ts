/** The practice service as the app starts it: no one can control it with known secrets. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { succeed } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { ServiceProfile } from '../../../contract/profile.ts';
import type { Child } from '../../../main/shell/child.ts';
import { createPractice } from '../../../main/shell/practice.ts';
import { defaultOptions } from '../../../sandbox/options.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { resolveProgram } from '../../programs.ts';

type Launch = { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** Starts practicing on `stateFile` like the app; returns what the service got. */
async function startPractice(stateFile: string) {
  const launches: Launch[] = [];
  const profiles: ServiceProfile[] = [];
  let crash = async (): Promise<void> => undefined;
  const launch = (args: readonly string[], env: Readonly<Record<string, string>>): Child => {
    launches.push({ args, env });
    const child = fork(resolveProgram('sandbox/index.ts'), args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // It saves its state once more when it exits, before the folder is removed.
    const ended = once(child, 'exit');
    crash = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    onTestFinished(async () => {
      practice.stop();
      await ended;
    });
    return {
      send: () => {},
      onMessage: () => {},
      onExit: (listener) => void child.once('exit', listener),
      stdout: child.stdout,
      stderr: child.stderr,
      kill: () => void child.kill('SIGTERM'),
      destroy: () => void child.kill('SIGKILL'),
    };
  };
  const practice = createPractice({
    launch,
    stateFile,
    connectTo: async (profile) => {
      profiles.push(profile);
      return succeed('account' as AccountID);
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  expect(await practice.start()).toMatchObject({ ok: true });
  const [started] = launches;
  const [profile] = profiles;
  if (!started || !profile) throw new Error('nothing was started');
  return { practice, profile, profiles, crash: () => crash(), ...started };
}

test('Practice has new secrets at each start, and none on a command line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'practice.json');
  const first = await startPractice(stateFile);
  first.practice.stop();
  const second = await startPractice(stateFile);
  const known = await startSandbox(defaultOptions);
  onTestFinished(() => known.close());

  const secrets = [first, second].flatMap(({ profile, env }) => [
    profile.clientSecret,
    profile.staging?.password,
    ...Object.values(env),
  ]);
  const { v4, staging, control } = known.ready;
  expect(new Set([...secrets, v4.clientSecret, staging.password, control.token]).size).toBe(9);
  for (const { args } of [first, second])
    for (const secret of secrets) expect(args.join(' ')).not.toContain(secret);
  // The client id stays the same, so that stored tokens stay valid.
  expect(new Set([first.profile.clientId, second.profile.clientId, v4.clientId]).size).toBe(1);
});

test('The control token of a default sandbox does not control the practice service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { profile } = await startPractice(join(folder, 'practice.json'));
  const known = await startSandbox(defaultOptions);
  onTestFinished(() => known.close());
  const answer = await fetch(`${profile.baseUrl}/sandbox/stats`, {
    headers: { authorization: `Bearer ${known.ready.control.token}` },
  });
  expect(answer.status).toBe(401);
});

test('Practice on a truncated state file starts again without help, and keeps the damaged file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'practice.json');
  await writeFile(stateFile, '{"origin": {"seed"');
  const { profile } = await startPractice(stateFile);
  expect((await fetch(profile.baseUrl)).status).toBe(404);
  expect(await readFile(`${stateFile}.damaged`, 'utf8')).toBe('{"origin": {"seed"');
});

test('Practice starts again after its service has ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { practice, profiles, crash } = await startPractice(join(folder, 'practice.json'));
  await crash();
  expect(await practice.start()).toMatchObject({ ok: true });
  expect((await fetch(profiles.at(-1)?.baseUrl ?? '')).status).toBe(404);
});
