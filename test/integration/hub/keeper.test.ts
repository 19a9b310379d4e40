/** A keeper as the hub's program runs it: it joins a team, takes its leads while no desktop is there, and leaves. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { inviteKeeper, startKeepers } from '../../../hub/keepers.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createBroker } from '../../../main/connect/broker.ts';
import { listProcesses } from '../../processes.ts';
import { resolveProgram } from '../../programs.ts';
import { testLog } from '../../unit/engine/support/store.ts';
import { startService, type Service } from '../connect/support/service.ts';
import { ok, openDesktop } from '../team/support/desktop.ts';
import { codeFor } from './support/codes.ts';
import { startTestHub } from './support/hub.ts';
import { watchWaits } from './support/waits.ts';

let service: Service;
let test: Awaited<ReturnType<typeof startTestHub>>;
beforeAll(async () => {
  service = await startService();
  test = await startTestHub({ services: [service.profile] });
});
afterAll(async () => {
  await test.stop();
  await service.close();
});

const poll = (read: () => unknown) => expect.poll(read, { timeout: 40_000 });

const stateIn = (keeper: string): unknown =>
  JSON.parse(readFileSync(join(keeper, 'state.json'), 'utf8'));

/** An owner's desktop, with the account of the service. */
const newTeam = async () => {
  const owner = openDesktop();
  const { link } = await test.hub.createTeam();
  const invitation = link.replace(/^https?:\/\/[^/]+/, test.hub.address);
  ok(await owner.handlers['team.join']({ invitation }));
  const { address = '', signer = null } = owner.getHub() ?? {};
  const broker = createBroker({ address, signer, fetch, clock: systemClock });
  ok(await broker.exchange(await codeFor(service, service.profile)));
  return owner;
};

it('a confirmed keeper takes in leads without a desktop, starts again after a kill, and leaves the team when it is removed', async () => {
  const owner = await newTeam();
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-keepers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const log = testLog();
  const program = resolveProgram('main/keeper/index.ts');
  const keepers = startKeepers({ folder, program, clock: systemClock, log });
  onTestFinished(keepers.stop);

  const invited = ok(await owner.handlers['team.invite']({ person: null, role: 'member' }));
  const lines: string[] = [];
  const joined = inviteKeeper(folder, invited.link, systemClock, (line) => lines.push(line));
  await poll(() => lines).toHaveLength(1);
  const { invitations } = ok(await owner.handlers['team.people']({}));
  const digits = invitations[0]?.joining?.digits ?? '';
  expect(lines[0]).toContain(digits);
  ok(await owner.handlers['team.confirm']({ invitation: invited.invitation, digits }));
  expect(await joined).toBeNull();
  owner.stop();

  const { team } = ok(await owner.handlers['team.status']({})).team as { team: string };
  const own = join(folder, team);
  expect(statSync(join(own, 'key')).mode & 0o077).toBe(0);
  const read = (sql: string) => {
    const db = new Database(join(own, 'leads.db'), { readonly: true });
    const rows = db.prepare<[], string>(sql).pluck().all();
    db.close();
    return rows;
  };
  const customers = () => read('SELECT customer_name FROM leads ORDER BY created_at DESC')[0] ?? '';
  const request = (firstName: string) =>
    service.control('POST', '/leads', { customer: { firstName } });
  await poll(() => stateIn(own)).toMatchObject({ state: 'member', log: 'up' });
  const states = () => new Set(read('SELECT state FROM webhooks'));
  await poll(states).toEqual(new Set(['active']));
  await request('Wilma');
  await poll(customers).toMatch(/^Wilma/);

  const keeper = listProcesses().find(({ command }) => command.includes(`${program} ${own}`));
  if (keeper === undefined) throw new Error('the keeper does not run');
  process.kill(keeper.pid, 'SIGKILL');
  await request('Fred');
  await poll(customers).toMatch(/^Fred/);

  const { desktops } = ok(await owner.handlers['team.people']({}));
  const { desktop = '' } = desktops.find(({ person }) => person === invited.person) ?? {};
  ok(await owner.handlers['team.removeDesktop']({ desktop }));
  await poll(() => stateIn(own)).toEqual({ state: 'none', why: 'removed' });
  await poll(() => log.lines.map(({ text }) => text)).toContain(
    'a keeper ended and is started again',
  );

  const again = ok(await owner.handlers['team.invite']({ person: null, role: 'member' }));
  void inviteKeeper(folder, again.link, systemClock, (line) => lines.push(line));
  await poll(() => lines).toHaveLength(2);
  await poll(() => stateIn(own)).toMatchObject({ state: 'joining' });
}, 240_000);

it('a keeper that cannot be started is tried again, and does not end the hub', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-keepers-'));
  mkdirSync(join(folder, 'team'));
  const { execPath } = process;
  process.execPath = join(folder, 'missing');
  const log = testLog();
  const clock = {
    ...systemClock,
    after: (_ms: number, run: () => void) => systemClock.after(5, run),
  };
  const keepers = startKeepers({ folder, program: 'keeper', clock, log });
  onTestFinished(async () => {
    await keepers.stop();
    process.execPath = execPath;
    rmSync(folder, { recursive: true, force: true });
  });
  const failures = () => log.lines.filter(({ text }) => text === 'a keeper could not be started');
  await expect.poll(() => failures().length).toBeGreaterThan(1);
});

it('stopping waits only for the keepers that still run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-keepers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'team'));
  const program = join(folder, 'keeper.js');
  writeFileSync(program, "process.stderr.write('up'); process.stdin.resume();");
  const log = testLog();
  const { clock, waits } = watchWaits();
  const keepers = startKeepers({ folder, program, clock, log });
  await expect.poll(() => log.lines.map(({ text }) => text)).toContain('a keeper wrote an error');
  await keepers.stop();
  expect(waits()).toEqual([]);
});

it('a text that is no invitation makes no keeper, and one without a running hub says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-keepers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const say = () => undefined;
  expect(await inviteKeeper(folder, 'https://hub', systemClock, say)).toMatch(/no invitation/);
  const later = { ...systemClock, steady: () => (steady += 10_000) };
  let steady = 0;
  const link = `${test.hub.address}/join#team.invitation.${'a'.repeat(43)}`;
  expect(await inviteKeeper(folder, link, later, say)).toMatch(/does the hub's program run/);
});

it('a keeper that still reports its removal does not refuse a new invitation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-keepers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, 'team');
  const write = (state: object): void =>
    writeFileSync(join(own, 'state.json'), JSON.stringify(state));
  const looks = [
    () => write({ state: 'none', why: 'removed' }),
    () => write({ state: 'joining', digits: '123456' }),
    () => {
      rmSync(join(own, 'invitation'));
      write({ state: 'none', why: 'expired' });
    },
  ];
  const clock = {
    ...systemClock,
    after: (_ms: number, run: () => void) => systemClock.after(0, () => (looks.shift()?.(), run())),
  };
  const lines: string[] = [];
  const link = `${test.hub.address}/join#team.invitation.${'a'.repeat(43)}`;
  const refused = await inviteKeeper(folder, link, clock, (line) => lines.push(line));
  expect(lines).toEqual([expect.stringContaining('123456')]);
  expect(refused).toMatch(/expired/);
});

it('a keeper that cannot write its state ends, so that it is started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-keepers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(join(folder, 'state.json.new'));
  const keeper = spawn(process.execPath, [resolveProgram('main/keeper/index.ts'), folder]);
  onTestFinished(() => void keeper.kill());
  await poll(() => keeper.exitCode).toBe(1);
});
