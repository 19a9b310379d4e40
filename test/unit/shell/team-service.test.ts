/** The engine hears of the team at each start, and without a team of none. */
import { EventEmitter } from 'node:events';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { TeamMembership } from '../../../contract/port.ts';
import type { EngineService } from '../../../main/shell/engine-service.ts';
import { openTeamService } from '../../../main/shell/team-service.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { testLog } from '../engine/support/store.ts';

/** @param key null as without the keychain */
const open = (key: Buffer | null = randomBytes(32)) => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'vault');
  const vault = openVault({ file, key, random: randomBytes, log: testLog() });
  if (!vault.ok) throw new Error('no vault');
  const memberships: (TeamMembership | null)[] = [];
  const changes: Change[] = [];
  const answers: [number, Answer<unknown>][] = [];
  const events = new EventEmitter() as EngineService['events'];
  let failure: Error | null = null;
  const service = openTeamService({
    signIns: {
      runWhenOpen: async (work) => {
        if (failure !== null) throw failure;
        return work({ vault: vault.value } as Parameters<typeof work>[0]);
      },
    },
    engine: {
      events,
      send: (message) => {
        if (message.type === 'team') memberships.push(message.membership);
        if (message.type === 'webhook') answers.push([message.id, message.answer]);
      },
    },
    notify: (change) => void changes.push(change),
    onWake: () => undefined,
    random: randomBytes,
    log: testLog(),
  });
  const breakVault = (): void => void (failure = new Error('a bug'));
  return { service, events, memberships, changes, answers, breakVault };
};

it('an engine hears at each start that there is no team, and nobody signs', async () => {
  const { service, events, memberships } = open();
  await expect.poll(() => memberships).toEqual([null]);
  events.emit('state', { state: 'ready' });
  expect(memberships).toEqual([null, null]);
  expect(await service.handlers['team.status']({})).toEqual({
    ok: true,
    value: { team: { state: 'none', refusal: null } },
  });
  expect(service.getHub()).toBeNull();
});

it('an engine hears of no end of its team while the keychain is locked', async () => {
  const { service, events, memberships } = open(null);
  expect(await service.handlers['team.status']({})).toMatchObject({ ok: true });
  events.emit('state', { state: 'ready' });
  expect(memberships).toEqual([]);
});

it('an engine that asks the hub after the team was left gets an answer', async () => {
  const { events, memberships, answers } = open();
  await expect.poll(() => memberships).toEqual([null]);
  const change = { account: 'a'.repeat(26), business: null, webhook: null };
  events.emit('webhook', { type: 'webhook', id: 3, change });
  await expect
    .poll(() => answers)
    .toMatchObject([[3, { ok: false, error: { code: 'not_in_team' } }]]);
});

it('an engine that asks the hub gets an answer even if that throws', async () => {
  const { events, memberships, answers, breakVault } = open();
  await expect.poll(() => memberships).toEqual([null]);
  breakVault();
  const change = { account: 'a'.repeat(26), business: null, webhook: null };
  events.emit('webhook', { type: 'webhook', id: 3, change });
  await expect.poll(() => answers).toMatchObject([[3, { error: { code: 'internal' } }]]);
});

it('what needs a team fails without one, and a text that is no invitation is refused', async () => {
  const { service } = open();
  const { handlers } = service;
  expect(await handlers['team.people']({})).toMatchObject({ error: { code: 'not_in_team' } });
  expect(await handlers['team.recoveryCode']({})).toMatchObject({ error: { code: 'not_in_team' } });
  // Ids of more than 64 characters could not be read at the next start.
  const long = `http://127.0.0.1:1/join#${'t'.repeat(65)}.i.${'s'.repeat(43)}`;
  for (const invitation of ['https://hub.example.com', long])
    expect(await handlers['team.join']({ invitation })).toMatchObject({
      error: { code: 'invalid_input' },
    });
  expect(await handlers['team.leave']({ isHubGone: false })).toMatchObject({ ok: true });
  service.stop();
});
