/** `npm run hub`, and backup and restore, as a person runs them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { deskPaths, buildInboxPrefix } from '../../../contract/team/desk.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { findFreePort } from '../../ports.ts';
import { listProcesses } from '../../processes.ts';
import { resolveProgram } from '../../programs.ts';
import { ok, openDesktop } from '../team/support/desktop.ts';
import { addDesktop, createDesktop, foundTeam, hubAt, type TestDesktop } from './support/hub.ts';
import { startNats } from './support/nats.ts';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const program of running.splice(0)) program.kill('SIGKILL');
});

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-hub-'));
  const [port, metrics, nats] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const address = `http://127.0.0.1:${port}`;
  const config = {
    address,
    keys: join(folder, 'secret', 'keys'),
    listen: { port },
    metrics: { port: metrics },
    nats: { servers: [`nats://127.0.0.1:${nats}`] },
    keepers: join(folder, 'keepers'),
  };
  await writeFile(join(folder, 'hub.yaml'), JSON.stringify(config));
  return { folder, address };
};

const startProgram = async (folder: string, ...more: string[]) => {
  const program = spawn(process.execPath, ['scripts/hub.mjs', '--data', folder, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(program);
  const lines: string[] = [];
  await new Promise<void>((ready, failed) => {
    createInterface({ input: program.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.includes('the hub listens')) ready();
    });
    program.once('exit', (status) => failed(new Error(`it ended with ${status}`)));
  });
  const link = lines.map((line) => /\S+\/join#\S+/.exec(line)?.[0]).find((found) => found);
  return {
    link,
    lines,
    stop: async () => {
      program.kill('SIGTERM');
      return once(program, 'exit');
    },
  };
};

const publish = async ({ desktop, user, credential }: TestDesktop, subject: string) => {
  const { credential: made } = await credential();
  const connection = await connect({
    servers: [...(made?.servers ?? [])],
    authenticator: jwtAuthenticator(made?.jwt ?? '', user.getSeed()),
    inboxPrefix: buildInboxPrefix(desktop),
    reconnect: false,
  });
  const answer = (await connection.request(subject, 'x', { timeout: 30_000 })).json<{
    seq: number;
  }>();
  await connection.close();
  return answer.seq;
};

const runHub = async (folder: string, command: string, input = ''): Promise<string> => {
  const program = spawn(process.execPath, [resolveProgram('hub/index.ts'), command], {
    env: { ...process.env, HUB_CONFIG: join(folder, 'hub.yaml') },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  const errors: Buffer[] = [];
  program.stdout.on('data', (part: Buffer) => parts.push(part));
  program.stderr.on('data', (part: Buffer) => errors.push(part));
  program.stdin.end(input);
  const [status] = (await once(program, 'close')) as [number];
  if (status !== 0) throw new Error(Buffer.concat(errors).toString());
  return Buffer.concat(parts).toString();
};

/** Each test starts several programs. */
const patience = 180_000;

it(
  'prints its address and a first invitation, goes on where it ended, and makes a keeper with digits to compare',
  { timeout: patience },
  async () => {
    const { folder, address } = await newFolder();
    const first = await startProgram(folder);
    expect(first.lines.join('\n')).toContain(`the hub listens at ${address}`);
    const owner = openDesktop();
    ok(await owner.handlers['team.join']({ invitation: first.link ?? '' }));
    const invite = async () =>
      ok(await owner.handlers['team.invite']({ person: null, role: 'member' }));
    const findDigits = async (): Promise<string> => {
      const { invitations } = ok(await owner.handlers['team.people']({}));
      return invitations[0]?.joining?.digits ?? '';
    };
    const ben = createDesktop({ address });
    const { invitation, link } = await invite();
    await ben.join(link);
    ok(await owner.handlers['team.confirm']({ invitation, digits: await findDigits() }));
    const published = await publish(ben, 'fact.a.starred');
    expect(await first.stop()).toEqual([0, null]);

    const again = await startProgram(folder);
    expect(again.link).toBeUndefined();
    expect(await publish(ben, 'fact.a.archived')).toBeGreaterThan(published);
    const invited = await invite();
    const program = spawn(
      process.execPath,
      ['scripts/hub.mjs', '--data', folder, '--keeper', invited.link],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    running.push(program);
    const ended = once(program, 'exit');
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => String((await lines.next()).value);
    const asked = await nextLine();
    const digits = await findDigits();
    expect(asked).toContain(digits);
    ok(await owner.handlers['team.confirm']({ invitation: invited.invitation, digits }));
    expect(await nextLine()).toBe('the keeper is a member of the team');
    expect(await ended).toEqual([0, null]);
    expect(await again.stop()).toEqual([0, null]);
    expect(listProcesses().filter(({ command }) => command.includes(folder))).toEqual([]);
  },
);

it(
  'restores a backup into empty servers: members, rights and logs, with another epoch',
  { timeout: patience },
  async () => {
    const secret = randomBytes(32);
    const keys = deriveKeys(secret);
    const newServer = async () => {
      const nats = await startNats(keys);
      onTestFinished(nats.stop);
      const folder = await mkdtemp(join(tmpdir(), 'hearthline-hub-'));
      await writeFile(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
      const config = {
        ...{ address: 'http://127.0.0.1:1', keys: join(folder, 'keys') },
        nats: { servers: [nats.address] },
      };
      await writeFile(join(folder, 'hub.yaml'), JSON.stringify(config));
      const start = async () => {
        const hub = await hubAt(nats, keys);
        onTestFinished(hub.stop);
        return hub;
      };
      return { folder, start };
    };

    const one = await newServer();
    const first = await one.start();
    const owner = await foundTeam(first);
    const [ben, eve] = [await addDesktop(first, owner), await addDesktop(first, owner)];
    await owner.post(deskPaths.revoke, { desktop: eve.desktop });
    await publish(ben, 'fact.a.starred');
    const backup = await runHub(one.folder, 'backup');
    expect(backup).not.toContain('team.epoch');
    await expect(runHub(one.folder, 'restore', backup)).rejects.toThrow(
      'these servers have teams already',
    );

    const fresh = await newServer();
    await runHub(fresh.folder, 'restore', backup);
    const second = await fresh.start();
    for (const desktop of [owner, ben, eve]) desktop.moveTo(second);
    expect(await publish(ben, 'fact.a.archived')).toBeGreaterThan(1);
    expect((await eve.credential()).answer.code).toBe('revoked');
    expect((await owner.team()).members).toHaveLength(3);
  },
);
