/** Desktops join, renew, rotate and leave at a real hub with its nats-server, each with its own vault. */
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fail, succeed } from '../../../contract/errors.ts';
import type { TeamMembership } from '../../../contract/port.ts';
import { systemClock, type Clock } from '../../../main/clock/clock.ts';
import type { Fetch } from '../../../main/http/bounded-fetch.ts';
import type { EngineService } from '../../../main/shell/engine-service.ts';
import {
  openRecords,
  recordsStream,
  type Kind,
  type RecordOf,
  type Records,
} from '../../../hub/records.ts';
import { openTeamAccounts, type TeamAccounts } from '../../../hub/team-accounts.ts';
import { createKeyPair } from '../../../main/sealing/hpke.ts';
import {
  createKeyring,
  sealOlderKeys,
  unwrapNewestKey,
  wrapNewestKey,
} from '../../../main/sealing/keyring.ts';
import { openTeamService } from '../../../main/shell/team-service.ts';
import { openTeam, type DesktopTeam } from '../../../main/team/team.ts';
import { openVault, type Vault } from '../../../main/vault/vault.ts';
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import { apiPrefix, deskPaths, buildInboxPrefix } from '../../../contract/team/desk.ts';
import { testLog } from '../../unit/engine/support/store.ts';
import { createDesktop, startTestHub } from '../hub/support/hub.ts';

let test: Awaited<ReturnType<typeof startTestHub>>;
let accounts: TeamAccounts;
/** The records of the hub, for somebody who broke into it or restores them. */
let records: Records;
beforeAll(async () => {
  test = await startTestHub();
  accounts = await openTeamAccounts(test.keys, { servers: [test.nats.address], replicas: 1 });
  records = await openRecords(accounts.own, 1);
});
afterAll(async () => {
  await accounts.close();
  await test.stop();
});

const changeRecord = async <K extends Kind>(
  kind: K,
  team: string,
  id: string,
  change: Partial<RecordOf<K>>,
): Promise<void> => {
  const stored = await records.read(kind, team, id);
  const value = { ...stored?.value, ...change } as RecordOf<K>;
  expect(await records.write(kind, team, id, value, stored?.sequence ?? 0)).not.toBeNull();
};

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

const emptyVault = (): Vault => {
  const opened = openVault({ file: '', key: null, random: randomBytes, log: testLog() });
  if (!opened.ok) throw new Error('no vault');
  return opened.value;
};

/** A vault with the same records, as after a restore of the disk. */
const copyOf = (vault: Vault): Vault => {
  const copy = emptyVault();
  for (const name of vault.listNames()) copy.write(name, structuredClone(vault.read(name)) ?? {});
  return copy;
};

type Desktop = DesktopTeam & {
  readonly vault: Vault;
  readonly memberships: (TeamMembership | null)[];
  readonly ended: () => number;
  /** True if the accounts of a team that ends cannot be stored. */
  readonly setFull: (full: boolean) => void;
  readonly stop: () => void;
};

/** Waits of desktops pass ten times as fast. */
const fastClock: Clock = {
  ...systemClock,
  steady: () => 10 * systemClock.steady(),
  after: (ms, work) => systemClock.after(ms / 10, work),
};

const desktop = (
  vault = emptyVault(),
  {
    fetch: ask = fetch,
    clock = fastClock,
    onChange = () => undefined,
  }: { fetch?: Fetch; clock?: Clock; onChange?: () => void } = {},
): Desktop => {
  const memberships: (TeamMembership | null)[] = [];
  let ended = 0;
  let isFull = false;
  const team = openTeam({
    vault,
    clock,
    fetch: ask,
    random: randomBytes,
    log: testLog(),
    onMembership: (membership) => void memberships.push(membership),
    onTeam: () => undefined,
    onEnd: async () => {
      ended += 1;
      return isFull ? fail('disk_full', '') : succeed({});
    },
    onChange,
  });
  ending.push(team.membership.stop);
  return {
    ...team,
    vault,
    memberships,
    ended: () => ended,
    setFull: (full) => (isFull = full),
    stop: team.membership.stop,
  };
};

/** A connection on which `work` precedes each request to a path. A request whose work throws fails. */
const withWork =
  (path: string, work: () => unknown): Fetch =>
  async (address, options) => {
    if (address.endsWith(path)) await work();
    return fetch(address, options);
  };

const ok = <T>(answer: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

const state = ({ membership }: Desktop): string => membership.status().state;
const idOf = ({ membership }: Desktop): string =>
  (membership.status() as { desktop: string }).desktop;
const teamOf = ({ membership }: Desktop): string => (membership.status() as { team: string }).team;
const keysOf = ({ memberships }: Desktop): { current: number; subjectKey: string } =>
  JSON.parse(memberships.at(-1)?.keyring ?? '{}') as { current: number; subjectKey: string };

/** A person's own hub address, which the invitation of the test hub lacks. */
const linkTo = (link: string): string => link.replace(/^https?:\/\/[^/]+/, test.hub.address);

const founder = async (): Promise<Desktop> => {
  const made = desktop();
  const { link } = await test.hub.createTeam();
  ok(await made.membership.join(linkTo(link)));
  expect(state(made)).toBe('member');
  return made;
};

/** A desktop uses an invitation; an owner compares the digits. */
const ask = async (owner: Desktop, newcomer: Desktop, role: 'owner' | 'member' = 'member') => {
  const { invitation, link } = ok(await owner.owner.invite({ person: null, role }));
  ok(await newcomer.membership.join(link));
  const { invitations } = ok(await owner.owner.people());
  const found = invitations.find((each) => each.invitation === invitation)?.joining;
  const digits = found?.digits ?? '';
  expect(newcomer.membership.status()).toMatchObject({ state: 'joining', digits });
  return { invitation, digits };
};

const admit = async (...asked: Parameters<typeof ask>): Promise<void> =>
  void ok(await asked[0].owner.confirm(await ask(...asked)));

/** Desktops that no owner confirmed, on an owner's team page. */
const unconfirmed = async (owner: Desktop): Promise<string[]> =>
  ok(await owner.owner.people())
    .desktops.filter(({ isConfirmed }) => !isConfirmed)
    .map((each) => each.desktop);

const join = async (owner: Desktop, role: 'owner' | 'member' = 'member'): Promise<Desktop> => {
  const newcomer = desktop();
  await admit(owner, newcomer, role);
  await expect.poll(() => state(newcomer)).toBe('member');
  return newcomer;
};

/** Publishes with a desktop's credential; returns the outcome. */
const publishes = async ({ memberships }: Desktop): Promise<string> => {
  const membership = memberships.at(-1);
  if (membership == null) return 'no membership';
  const log = createJetStreamLog({
    servers: membership.servers,
    credentials: membership.credentials,
    inboxPrefix: buildInboxPrefix(membership.desktop),
    apiPrefix,
    clock: systemClock,
    chance: () => 0.5,
  });
  try {
    await new Promise<void>((resolve) => {
      log.onState(({ name }) => {
        if (!['connecting', 'down'].includes(name)) resolve();
      });
    });
    const answer = await log.publish(`claim.${'a'.repeat(26)}`, randomBytes(8));
    return answer.ok ? 'published' : answer.code;
  } finally {
    await log.close();
  }
};

describe('a team', () => {
  it('is founded, and a second desktop joins after six equal digits', async () => {
    const ana = await founder();
    const ben = await join(ana);
    expect(ana.membership.status()).toMatchObject({
      role: 'owner',
      failure: null,
      isHidden: false,
    });
    expect(ben.membership.status()).toMatchObject({ role: 'member' });
    await expect.poll(() => keysOf(ben)).toEqual(keysOf(ana));
    expect([await publishes(ana), await publishes(ben)]).toEqual(['published', 'published']);
    expect(ok(await ben.owner.people())).toMatchObject({ invitations: [] });
    expect(await ben.owner.invite({ person: null, role: 'member' })).toMatchObject({
      error: { code: 'owner_only' },
    });
    const again = await ana.owner.invite({ person: null, role: 'member' });
    expect(ok(again).link).toMatch(/\/join#/);
  });

  it('goes on at the next start with what the vault has', async () => {
    const ana = await founder();
    ana.stop();
    const again = desktop(ana.vault);
    expect(again.memberships).toHaveLength(1);
    await expect.poll(() => again.memberships.length).toBe(2);
    expect(await publishes(again)).toBe('published');
  });

  it('loses a removed desktop: its credential ends, the key changes, and its data goes', async () => {
    const ana = await founder();
    const ben = await join(ana);
    const carl = await join(ana);
    const bens = idOf(ben);
    ok(await ana.owner.removeDesktop(bens));
    expect(keysOf(ana).current).toBe(2);
    await carl.membership.renew();
    expect(keysOf(carl)).toEqual(keysOf(ana));
    await ben.membership.renew();
    expect([ben.membership.status(), ben.memberships.at(-1), ben.ended()]).toEqual([
      { state: 'ended', why: 'removed' },
      null,
      1,
    ]);
    expect(keysOf(ana).subjectKey).toBe(keysOf(carl).subjectKey);
    expect(await ana.owner.removeDesktop(bens)).toMatchObject({ ok: true });
  });

  it('is joined again by a desktop that was removed, and by one that stopped joining', async () => {
    const ana = await founder();
    const ben = await join(ana);
    const again = async (): Promise<void> => {
      await admit(ana, ben);
      await expect.poll(() => state(ben)).toBe('member');
      await expect.poll(() => keysOf(ben)).toEqual(keysOf(ana));
    };
    ok(await ana.owner.removeDesktop(idOf(ben)));
    await ben.membership.renew();
    expect(state(ben)).toBe('ended');
    await again();
    ok(await ben.membership.leave(false));
    const { link } = ok(await ana.owner.invite({ person: null, role: 'member' }));
    const joining = ben.membership.join(link);
    await expect.poll(() => state(ben), { interval: 1 }).toBe('joining');
    ok(ben.membership.stopJoining());
    await joining;
    expect(state(ben)).toBe('none');
    await again();
  });

  it('is still joined by a desktop whose disk is too full to forget the invitation', async () => {
    const ana = await founder();
    const { link } = ok(await ana.owner.invite({ person: null, role: 'member' }));
    let isFull = false;
    const vault = emptyVault();
    const full: Vault = {
      ...vault,
      remove: (name) => (isFull ? fail('disk_full', '') : vault.remove(name)),
    };
    const ben = desktop(full);
    ok(await ben.membership.join(link));
    isFull = true;
    expect(ben.membership.stopJoining()).toMatchObject({ error: { code: 'disk_full' } });
    expect([state(ben), state(desktop(full))]).toEqual(['joining', 'joining']);
    isFull = false;
    ok(ben.membership.stopJoining());
    expect([state(ben), state(desktop(full))]).toEqual(['none', 'none']);
  });

  it('is joined by a confirmed desktop as soon as its disk has room', async () => {
    const ana = await founder();
    const vault = emptyVault();
    let refused = 0;
    let isFull = false;
    const full: Vault = {
      ...vault,
      write: (name, record) => {
        if (!isFull) return vault.write(name, record);
        refused += 1;
        return fail('disk_full', '');
      },
    };
    const ben = desktop(full);
    await admit(ana, ben);
    isFull = true;
    await expect.poll(() => refused).toBeGreaterThan(0);
    expect(state(ben)).toBe('joining');
    isFull = false;
    await expect.poll(() => state(ben)).toBe('member');
  });

  it('ends its accounts as soon as the disk of a desktop that left or was removed has room', async () => {
    const ana = await founder();
    const [ben, carl] = [await join(ana), await join(ana)];
    ben.setFull(true);
    expect(await ben.membership.leave(false)).toMatchObject({ error: { code: 'disk_full' } });
    expect([state(ben), ben.memberships.at(-1), ben.ended()]).toEqual(['ended', null, 1]);
    ben.stop();
    const restarted = desktop(ben.vault);
    expect([state(restarted), restarted.ended()]).toEqual(['ended', 1]);
    ok(await restarted.membership.leave(false));
    expect(state(desktop(ben.vault))).toBe('none');

    const { link } = ok(await ana.owner.invite({ person: null, role: 'member' }));
    ok(await ana.owner.removeDesktop(idOf(carl)));
    carl.setFull(true);
    await carl.membership.renew();
    expect([state(carl), carl.ended()]).toEqual(['ended', 1]);
    await expect.poll(() => carl.membership.join(link)).toMatchObject({ ok: false });
    expect(state(carl)).toBe('ended');
    carl.setFull(false);
    ok(await carl.membership.join(link));
    expect([state(carl), carl.ended()]).toEqual(['joining', 3]);
  });

  it('changes its key after a removal as soon as the hub answers, and shows until then that it is due', async () => {
    const ana = await founder();
    const ben = await join(ana);
    ana.stop();
    let isDown = true;
    const flaky = withWork(deskPaths.rotate, () => isDown && Promise.reject(new Error()));
    let passed = 0;
    const clock: Clock = {
      ...systemClock,
      steady: () => systemClock.steady() + passed,
      after: (ms, work) => systemClock.after(ms > 50_000 && ms <= 60_000 ? 100 : ms, work),
    };
    const again = desktop(ana.vault, { fetch: flaky, clock });
    ok(await again.owner.removeDesktop(idOf(ben)));
    expect(again.membership.status()).toMatchObject({ isKeyDue: true });
    expect(keysOf(again).current).toBe(1);
    isDown = false;
    passed = 60_000;
    await expect.poll(() => keysOf(again).current, { timeout: 10_000 }).toBe(2);
    expect(again.membership.status()).toMatchObject({ isKeyDue: false });
  });

  it('changes its key after a crash between the removal and the next key, also a newer one', async () => {
    const ana = await founder();
    const [cara, ben, dan] = [await join(ana, 'owner'), await join(ana), await join(ana)];
    ana.stop();
    let isDown = false;
    const flaky: Fetch = async (address, options) => {
      if (isDown) throw new Error();
      const response = await fetch(address, options);
      isDown = address.endsWith(deskPaths.revoke);
      return response;
    };
    const again = desktop(ana.vault, { fetch: flaky });
    await again.membership.renew();
    await cara.membership.renew();
    // Its keyring is for Ben too, and Ana has not heard of it.
    ok(await cara.owner.removeDesktop(idOf(dan)));
    expect(keysOf(cara).current).toBe(2);
    cara.stop();
    await again.owner.removeDesktop(idOf(ben));
    again.stop();
    const later = desktop(ana.vault);
    await expect.poll(() => keysOf(later).current).toBe(3);
  });

  it('changes its key after a desktop has left', async () => {
    const ana = await founder();
    const ben = await join(ana);
    ok(await ben.membership.leave(false));
    await ana.membership.renew();
    await expect.poll(() => keysOf(ana).current).toBe(2);
  });

  it('has one keyring on all desktops, even if the key changes while an owner admits one', async () => {
    const ana = await founder();
    const [cara, dan] = [await join(ana, 'owner'), await join(ana)];
    ana.stop();
    const slow = withWork(deskPaths.confirm, () => cara.owner.removeDesktop(idOf(dan)).then(ok));
    const again = desktop(ana.vault, { fetch: slow });
    const ben = await join(again);
    await expect
      .poll(async () => {
        for (const each of [again, ben]) await each.membership.renew();
        return [again, ben].map((each) => keysOf(each).current);
      })
      .toEqual([2, 2]);
    expect(keysOf(ben)).toEqual(keysOf(again));
  });

  it('is joined by a desktop that was asleep while the key changed after its admission', async () => {
    const ana = await founder();
    const dan = await join(ana);
    const admitted = Promise.withResolvers<void>();
    const slow = withWork(deskPaths.team, () => admitted.promise);
    const ben = desktop(emptyVault(), { fetch: slow });
    await admit(ana, ben);
    ok(await ana.owner.removeDesktop(idOf(dan)));
    admitted.resolve();
    await expect.poll(() => state(ben)).toBe('member');
    await expect.poll(() => keysOf(ben)).toEqual(keysOf(ana));
    expect(keysOf(ben).current).toBe(2);
  });

  it('is joined with the next key by a desktop that was confirmed at the moment of a change', async () => {
    const ana = await founder();
    const dan = await join(ana);
    let isRacing = true;
    const asked = Promise.withResolvers<void>();
    const racing: Fetch = async (address, options) => {
      const response = await fetch(address, options);
      if (!isRacing || !address.endsWith(deskPaths.team)) return response;
      asked.resolve();
      // The hub has written the next key without the desktop that it admits.
      const older = randomBytes(28).toString('base64url');
      return Response.json({ ...((await response.json()) as object), older, isKeyDue: true });
    };
    const ben = desktop(emptyVault(), { fetch: racing });
    await admit(ana, ben);
    await asked.promise;
    expect(state(ben)).toBe('joining');
    ok(await ana.owner.removeDesktop(idOf(dan)));
    isRacing = false;
    await expect.poll(() => keysOf(ben), { timeout: 10_000 }).toEqual(keysOf(ana));
    expect(keysOf(ben).current).toBe(2);
  });

  it('changes its key after its hub was restored from a backup without the newest', async () => {
    const ana = await founder();
    const [cara, ben] = [await join(ana, 'owner'), await join(ana)];
    cara.stop();
    const bens = idOf(ben);
    const team = teamOf(ana);
    const backup = await records.readState(team);
    ok(await ana.owner.removeDesktop(bens));
    expect(keysOf(ana).current).toBe(2);
    ana.stop();
    await accounts.own.jsm.streams.purge(recordsStream, { filter: `hub.key.${team}.2` });
    await changeRecord('key', team, '1', backup.keys.get('1')!.value);
    await changeRecord('desktop', team, bens, backup.desktops.get(bens)!.value);
    const later = desktop(ana.vault);
    await expect.poll(() => keysOf(later).current, { timeout: 10_000 }).toBe(3);
    const again = desktop(cara.vault);
    await expect.poll(() => keysOf(again)).toEqual(keysOf(later));
    expect(await unconfirmed(again)).toEqual([bens]);
    ok(await again.owner.removeDesktop(bens));
    await later.membership.renew();
    expect(keysOf(later).current).toBe(4);
    expect(keysOf(again)).toEqual(keysOf(later));
  });

  it('changes its key after each removal, even if two owners remove a desktop each', async () => {
    const ana = await founder();
    const [cara, ben, dan] = [await join(ana, 'owner'), await join(ana), await join(ana)];
    await Promise.all([cara, ben, dan].map(({ membership }) => membership.renew()));
    ok(await cara.owner.removeDesktop(idOf(dan)));
    await ben.membership.renew();
    expect(keysOf(ben).current).toBe(2);
    // Ana has not heard of the second key.
    ok(await ana.owner.removeDesktop(idOf(ben)));
    expect(keysOf(ana).current).toBe(3);
  });

  it('tells a desktop of its removal as soon as the log refuses it', async () => {
    const ana = await founder();
    const ben = await join(ana);
    ben.stop();
    const events = new EventEmitter() as EngineService['events'];
    const memberships: (TeamMembership | null)[] = [];
    let [adopted, removed] = [0, 0];
    const connect = {
      adoptTeamAccounts: async () => {
        adopted += 1;
        return { ok: true, value: {} };
      },
      removeTeamAccounts: () => {
        removed += 1;
        return { ok: true, value: {} };
      },
    };
    const service = openTeamService({
      signIns: {
        runWhenOpen: async (work) =>
          work({ vault: ben.vault, connect } as Parameters<typeof work>[0]),
      },
      engine: {
        events,
        send: (message) => {
          if (message.type === 'team') memberships.push(message.membership);
        },
      },
      notify: () => undefined,
      onWake: () => undefined,
      random: randomBytes,
      log: testLog(),
    });
    ending.push(service.stop);
    // The look at the start is over.
    await expect.poll(() => adopted).toBe(1);
    ok(await ana.owner.removeDesktop(idOf(ben)));
    const log = { name: 'revoked' } as const;
    events.emit('team', { type: 'team', log, lacksKey: false });
    expect(await service.handlers['team.status']({})).toMatchObject({ value: { team: { log } } });
    await expect.poll(() => memberships.at(-1)).toBeNull();
    expect(removed).toBe(1);
    expect(await service.handlers['team.status']({})).toMatchObject({
      value: { team: { state: 'ended', why: 'removed' } },
    });
  });

  it('notices a change that it hears of while an older answer of the hub is on its way', async () => {
    const ana = await founder();
    const ben = await join(ana);
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Fetch = async (address, options) => {
      const response = await fetch(address, options);
      if (!address.endsWith(deskPaths.team)) return response;
      asked.resolve();
      await sent.promise;
      return response;
    };
    ben.stop();
    const again = desktop(ben.vault, { fetch: slow });
    await asked.promise;
    ok(await ana.owner.removeDesktop(idOf(ben)));
    again.membership.refreshSoon();
    sent.resolve();
    await expect.poll(() => state(again)).toBe('ended');
  });

  it('lets a desktop use a role that changed while its credential was renewed', async () => {
    const ana = await founder();
    const ben = await join(ana);
    ben.stop();
    const { person } = ben.membership.status() as { person: string };
    let changed: Promise<unknown> | null = null;
    const change = () => (changed ??= ana.owner.changeRole({ person, role: 'owner' }).then(ok));
    const slow = withWork(deskPaths.team, change);
    const again = desktop(ben.vault, { fetch: slow });
    await expect.poll(() => again.memberships.at(-1)?.role, { timeout: 10_000 }).toBe('owner');
  });

  it('ends once on a desktop whose command is refused because it was removed', async () => {
    const ana = await founder();
    const ben = await join(ana);
    await ben.membership.renew();
    ok(await ana.owner.removeDesktop(idOf(ben)));
    expect(await ben.owner.people()).toMatchObject({ error: { code: 'not_in_team' } });
    expect([state(ben), ben.ended()]).toEqual(['ended', 1]);
  });

  it('ends on a desktop whose disk is too full to store that, and at its next start again', async () => {
    const ana = await founder();
    const ben = await join(ana);
    await ben.membership.renew();
    ben.stop();
    let isFull = false;
    const full: Vault = {
      ...ben.vault,
      write: (name, record) => (isFull ? fail('disk_full', '') : ben.vault.write(name, record)),
    };
    const again = desktop(full);
    await again.membership.renew();
    ok(await ana.owner.removeDesktop(idOf(ben)));
    isFull = true;
    expect(await again.owner.people()).toMatchObject({ error: { code: 'not_in_team' } });
    expect([state(again), again.memberships.at(-1)]).toEqual(['ended', null]);
    const later = desktop(ben.vault);
    await expect.poll(() => state(later)).toBe('ended');
  });

  it('keeps an owner', async () => {
    const ana = await founder();
    expect(await ana.membership.leave(false)).toMatchObject({ error: { code: 'last_owner' } });
    const ben = await join(ana, 'owner');
    ok(await ana.membership.leave(false));
    expect([state(ana), ana.memberships.at(-1), ana.ended()]).toEqual(['none', null, 1]);
    expect(ana.vault.listNames()).toEqual([]);
    expect(ok(await ben.owner.people()).desktops).toHaveLength(1);
  });

  it('notices a copied desktop, and asks the copy to join again', async () => {
    const ana = await founder();
    const copied = copyOf(ana.vault);
    await ana.membership.renew();
    const copy = desktop(copied);
    await expect
      .poll(() => copy.membership.status())
      .toEqual({
        state: 'ended',
        why: 'copied',
      });
    expect([copy.memberships.at(-1), copy.ended(), state(ana)]).toEqual([null, 0, 'member']);
  });

  it('is not joined with an invitation that is over, withdrawn, cut or used by another desktop', async () => {
    const ana = await founder();
    const { link, invitation } = ok(await ana.owner.invite({ person: null, role: 'member' }));
    const codes = async (text: string) => {
      const answer = await desktop().membership.join(text);
      return answer.ok ? 'joins' : answer.error.code;
    };
    expect(await codes(link.slice(0, -1))).toBe('invalid_input');
    expect(await codes(link.replace(/^http:\/\/[^/]+/, 'http://example.com'))).toBe(
      'invalid_input',
    );
    const secret = randomBytes(32).toString('base64url');
    expect(await codes(link.replace(/[^.]{43}$/, secret))).toBe('invitation_invalid');
    expect(await codes(link)).toBe('joins');
    expect(await codes(link)).toBe('invitation_expired');
    ok(await ana.owner.withdraw(invitation));
    expect(await codes(link)).toBe('invitation_expired');
  });

  it('says why a desktop that waits is not let in: its invitation was withdrawn', async () => {
    const ana = await founder();
    const { link, invitation } = ok(await ana.owner.invite({ person: null, role: 'member' }));
    const ben = desktop();
    ok(await ben.membership.join(link));
    ok(await ana.owner.withdraw(invitation));
    await expect
      .poll(() => ben.membership.status())
      .toMatchObject({ state: 'none', refusal: { code: 'invitation_expired' } });
  });

  it('gives no keyring to a desktop whose key the hub exchanged, nor takes one of the hub', async () => {
    const ana = await founder();
    const forged: Fetch = async (address, options) => {
      const response = await fetch(address, options);
      if (!address.endsWith('/desk/team')) return response;
      const body = (await response.json()) as { wrapped: readonly string[] };
      const other = createHash('sha256').update(String(body.wrapped)).digest('base64url');
      return Response.json({ ...body, wrapped: [other] });
    };
    const ben = desktop(emptyVault(), { fetch: forged });
    await admit(ana, ben);
    await expect
      .poll(() => ben.membership.status())
      .toMatchObject({ state: 'none', refusal: { code: 'invitation_invalid' } });
    expect(ben.memberships.filter(Boolean)).toEqual([]);
  });

  it('renews after an answer that got lost, and shows a hub that does not answer', async () => {
    const ana = await founder();
    ana.stop();
    let lost = 0;
    const flaky: Fetch = async (address, options) => {
      const response = await fetch(address, options);
      if (!address.endsWith('/credential') || lost > 0) return response;
      lost += 1;
      throw new TypeError('fetch failed');
    };
    const again = desktop(ana.vault, { fetch: flaky });
    await expect
      .poll(() => again.membership.status())
      .toMatchObject({ failure: { code: 'hub_unavailable' } });
    await again.membership.renew();
    expect(again.membership.status()).toMatchObject({ state: 'member', failure: null });
  });

  it('keeps what it has at a hub that has lost its data, and can be left', async () => {
    const ana = await founder();
    ana.stop();
    const empty = await startTestHub();
    try {
      const moved: Fetch = (address, options) =>
        fetch(address.replace(test.hub.address, empty.hub.address), options);
      const again = desktop(ana.vault, { fetch: moved });
      await expect
        .poll(() => again.membership.status())
        .toMatchObject({ state: 'member', failure: { code: 'unknown_to_hub' } });
      expect([again.ended(), again.memberships.includes(null)]).toEqual([0, false]);
      again.stop();
      const back = desktop(ana.vault);
      await back.membership.renew();
      expect(back.membership.status()).toMatchObject({ state: 'member', failure: null });
      back.stop();
      ok(await desktop(ana.vault, { fetch: moved }).membership.leave(false));
    } finally {
      await empty.stop();
    }
  });

  it('keeps what it has behind a proxy that changes its requests', async () => {
    const ana = await founder();
    ana.stop();
    const changed: Fetch = (address, options) =>
      fetch(address, { ...options, headers: { ...options?.headers, authorization: 'Basic x' } });
    const again = desktop(ana.vault, { fetch: changed });
    await expect
      .poll(() => again.membership.status())
      .toMatchObject({ state: 'member', failure: { code: 'hub_unavailable' } });
    expect([again.ended(), again.memberships.includes(null)]).toEqual([0, false]);
  });

  it('is hidden after 14 days without its hub, and can be left without it', async () => {
    const ana = await founder();
    ana.stop();
    const late: Clock = { ...systemClock, now: () => Date.now() + 15 * 24 * 60 * 60_000 };
    const gone: Fetch = () => Promise.reject(new TypeError('fetch failed'));
    const later = desktop(ana.vault, { clock: late, fetch: gone });
    expect(later.membership.status()).toMatchObject({ state: 'member', isHidden: true });
    expect(later.memberships).toEqual([]);
    expect(await later.membership.leave(false)).toMatchObject({
      error: { code: 'hub_unavailable' },
    });
    expect(later.membership.status()).toMatchObject({ state: 'member' });
    ok(await later.membership.leave(true));
    expect(desktop(ana.vault).membership.status()).toEqual({ state: 'none', refusal: null });
  });

  it('is hidden while the clock is weeks before the last answer of its hub', async () => {
    const ana = await founder();
    ana.stop();
    let isGone = true;
    const flaky: Fetch = (address, options) =>
      isGone ? Promise.reject(new TypeError('fetch failed')) : fetch(address, options);
    let behindMs = 15 * 24 * 60 * 60_000;
    const early: Clock = { ...systemClock, now: () => Date.now() - behindMs };
    let changes = 0;
    const again = desktop(ana.vault, {
      ...{ clock: early, fetch: flaky },
      onChange: () => (changes += 1),
    });
    await again.membership.renew();
    expect(again.membership.status()).toMatchObject({ state: 'member', isHidden: true });
    // The window reads the status again although only the clock was corrected.
    const before = { behindMs, changes };
    behindMs = 0;
    await again.membership.renew();
    expect(again.membership.status()).toMatchObject({ state: 'member', isHidden: false });
    expect(changes).toBeGreaterThan(before.changes);
    ({ behindMs } = before);
    isGone = false;
    await again.membership.renew();
    expect(again.membership.status()).toMatchObject({ state: 'member', isHidden: false });
  });

  it('is entered again with the recovery code when all computers of its owner are lost', async () => {
    const ana = await founder();
    const ben = await join(ana);
    const { code: first } = ok(await ana.owner.recoveryCode());
    const { code } = ok(await ana.owner.recoveryCode());
    expect(keysOf(ana).current).toBe(2);
    const { address } = test.hub;
    const other = desktop();
    expect(await other.owner.recover({ address, code: first })).toMatchObject({
      error: { code: 'not_in_team' },
    });
    expect(await other.owner.recover({ address, code: 'ABCD' })).toMatchObject({
      error: { code: 'invalid_input' },
    });
    expect(await other.owner.recover({ address: 'http://example.com', code })).toMatchObject({
      error: { code: 'invalid_input' },
    });
    ok(await other.owner.recover({ address, code }));
    expect(other.membership.status()).toMatchObject({ state: 'member', role: 'owner' });
    await ben.membership.renew();
    expect(keysOf(other)).toEqual(keysOf(ben));
    ok(await other.owner.removeDesktop(idOf(ana)));
    expect(await publishes(other)).toBe('published');
  });

  it('keeps no computer whose disk was too full to store the recovered team', async () => {
    const ana = await founder();
    const { code } = ok(await ana.owner.recoveryCode());
    const full = desktop({ ...emptyVault(), write: () => fail('disk_full', '') });
    const recovered = await full.owner.recover({ address: test.hub.address, code });
    expect(recovered).toMatchObject({ error: { code: 'disk_full' } });
    const listDesktops = async () => ok(await ana.owner.people()).desktops;
    await expect.poll(listDesktops).toHaveLength(2);
    ok(await desktop().owner.recover({ address: test.hub.address, code }));
  });

  it('replaces the recovery code even if the hub did not answer when that was first asked', async () => {
    const ana = await founder();
    const { code: first } = ok(await ana.owner.recoveryCode());
    ana.stop();
    let asked = 0;
    const flaky = withWork(deskPaths.revoke, () => ++asked === 1 && Promise.reject(new Error()));
    const again = desktop(ana.vault, { fetch: flaky });
    expect(await again.owner.recoveryCode()).toMatchObject({ error: { code: 'hub_unavailable' } });
    const listDesktops = async () => ok(await again.owner.people()).desktops;
    // The new code, which nobody has seen, is gone.
    await expect.poll(listDesktops).toHaveLength(2);
    ok(await again.owner.recoveryCode());
    const { address } = test.hub;
    expect(await desktop().owner.recover({ address, code: first })).toMatchObject({
      error: { code: 'not_in_team' },
    });
  });

  it.each([deskPaths.join, deskPaths.confirm])(
    'keeps no invitation of a recovery code for which the hub did not answer %s',
    async (path) => {
      const ana = await founder();
      ana.stop();
      const flaky = withWork(path, () => Promise.reject(new Error()));
      const again = desktop(ana.vault, { fetch: flaky });
      expect(await again.owner.recoveryCode()).toMatchObject({
        error: { code: 'hub_unavailable' },
      });
      await expect
        .poll(() => again.owner.people().then((answer) => ok(answer).invitations))
        .toEqual([]);
    },
  );

  it.each([deskPaths.invite, deskPaths.join, deskPaths.confirm])(
    'keeps nothing of a recovery code for which the answer to %s was lost',
    async (path) => {
      const ana = await founder();
      ana.stop();
      const flaky: Fetch = async (address, options) => {
        const response = await fetch(address, options);
        if (address.endsWith(path)) throw new Error();
        return response;
      };
      const again = desktop(ana.vault, { fetch: flaky });
      expect(await again.owner.recoveryCode()).toMatchObject({
        error: { code: 'hub_unavailable' },
      });
      await expect
        .poll(() => again.owner.people().then(ok))
        .toMatchObject({ invitations: [], desktops: [{ desktop: idOf(again) }] });
    },
  );

  it('replaces the recovery code while another owner changes the key', async () => {
    const ana = await founder();
    const [cara, dan] = [await join(ana, 'owner'), await join(ana)];
    ana.stop();
    const slow = withWork(deskPaths.confirm, () => cara.owner.removeDesktop(idOf(dan)).then(ok));
    const again = desktop(ana.vault, { fetch: slow });
    const { code } = ok(await again.owner.recoveryCode());
    const other = desktop();
    ok(await other.owner.recover({ address: test.hub.address, code }));
    expect([keysOf(other).current, keysOf(other)]).toEqual([2, keysOf(again)]);
  });

  it('keeps the key of every computer that two owners confirmed at once', async () => {
    const ana = await founder();
    const [cara, dan] = [await join(ana, 'owner'), await join(ana)];
    const [ben, eve] = [desktop(), desktop()];
    const asked = await ask(cara, eve);
    ana.stop();
    let first: Promise<unknown> | null = null;
    const slow = withWork(deskPaths.confirm, () => (first ??= cara.owner.confirm(asked).then(ok)));
    const again = desktop(ana.vault, { fetch: slow });
    await admit(again, ben);
    expect(await unconfirmed(cara)).toEqual([]);
    for (const each of [ben, eve]) await expect.poll(() => state(each)).toBe('member');
    ok(await cara.owner.removeDesktop(idOf(dan)));
    for (const each of [again, ben, eve]) {
      await each.membership.renew();
      expect([keysOf(each).current, keysOf(each)]).toEqual([2, keysOf(cara)]);
    }
  });

  it('keeps a computer that another owner confirms at the moment of a change', async () => {
    const ana = await founder();
    const dan = await join(ana);
    const [asking, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = withWork(deskPaths.confirm, () => {
      asking.resolve();
      return answered.promise;
    });
    const cara = desktop(emptyVault(), { fetch: slow });
    await admit(ana, cara, 'owner');
    await expect.poll(() => state(cara)).toBe('member');
    const eve = desktop();
    const asked = await ask(cara, eve);
    const { value } = (await records.read('invitation', teamOf(ana), asked.invitation))!;
    const confirmed = cara.owner.confirm(asked);
    await asking.promise;
    ana.stop();
    let isRacing = true;
    const racing: Fetch = async (address, options) => {
      if (address.endsWith(deskPaths.rotate)) {
        isRacing = false;
        answered.resolve();
        ok(await confirmed);
      }
      const response = await fetch(address, options);
      if (!address.endsWith(deskPaths.team) || !isRacing) return response;
      // The hub has admitted the desktop, and not yet written the list.
      const body = (await response.json()) as { desktops: readonly unknown[] };
      const admitted = { ...value.joining, person: value.person, since: 0 };
      return Response.json({ ...body, desktops: [...body.desktops, admitted] });
    };
    const again = desktop(ana.vault, { fetch: racing });
    ok(await again.owner.removeDesktop(idOf(dan)));
    expect(keysOf(again).current).toBe(2);
    await expect.poll(() => keysOf(eve)).toEqual(keysOf(again));
    expect(await unconfirmed(again)).toEqual([]);
  });

  it('has a confirmation repeated whose answer got lost', async () => {
    const ana = await founder();
    ana.stop();
    let isLost = false;
    const flaky: Fetch = async (address, options) => {
      const response = await fetch(address, options);
      if (isLost || !address.endsWith(deskPaths.confirm)) return response;
      isLost = true;
      throw new TypeError('fetch failed');
    };
    const again = desktop(ana.vault, { fetch: flaky });
    const asked = await ask(again, desktop());
    expect(await again.owner.confirm(asked)).toMatchObject({ error: { code: 'hub_unavailable' } });
    ok(await again.owner.confirm(asked));
    const digits = asked.digits === '000000' ? '000001' : '000000';
    expect(await again.owner.confirm({ ...asked, digits })).toMatchObject({
      error: { code: 'conflict' },
    });
  });

  it('has a confirmation repeated that the hub stored in part', async () => {
    const ana = await founder();
    const { value: before } = (await records.read('key', teamOf(ana), '1'))!;
    const ben = desktop();
    const asked = await ask(ana, ben);
    ok(await ana.owner.confirm(asked));
    await changeRecord('key', teamOf(ana), '1', before);
    await changeRecord('invitation', teamOf(ana), asked.invitation, { state: 'joining' });
    // The invitation shows it.
    expect(await unconfirmed(ana)).toEqual([]);
    ok(await ana.owner.confirm(asked));
    expect(await unconfirmed(ana)).toEqual([]);
  });
});

describe('a dishonest hub', () => {
  /** The newest key, wrapped for each desktop. */
  const wrapsOf = async (owner: Desktop) =>
    (await records.read('key', teamOf(owner), String(keysOf(owner).current)))!.value.wraps;

  it('gets no key for a computer that only it names, nor for one whose keys it exchanged', async () => {
    const ana = await founder();
    const [ben, dan] = [await join(ana), await join(ana)];
    const { team, person } = ana.membership.status() as { team: string; person: string };
    const [ghost, thief] = [createDesktop(test.hub), createKeyPair()];
    await changeRecord('desktop', team, ghost.desktop, {
      ...{ person, wrapping: ghost.wrapping, wrapped: 'x', key: 1 },
      ...{ since: 0, state: 'active', refusedUntil: 0 },
    });
    await changeRecord('desktop', team, idOf(ben), { wrapping: thief.publicKey });
    expect(await unconfirmed(ana)).toEqual([ghost.desktop]);
    ok(await ana.owner.removeDesktop(idOf(dan)));
    await ghost.team();
    expect(ghost.keyring()).toBeNull();
    const wrapped = Buffer.from((await wrapsOf(ana))[idOf(ben)] ?? '', 'base64url');
    expect(unwrapNewestKey(wrapped, thief, idOf(ben))).toBeNull();
    await ben.membership.renew();
    expect([keysOf(ben).current, keysOf(ben)]).toEqual([2, keysOf(ana)]);
    expect(ana.membership.status()).toMatchObject({ isKeyDue: false });
  });

  it('cannot exchange the keys of a computer after its digits were compared', async () => {
    const ana = await founder();
    const asked = await ask(ana, desktop());
    const { value } = (await records.read('invitation', teamOf(ana), asked.invitation))!;
    const joining = { ...value.joining!, wrapping: createKeyPair().publicKey };
    await changeRecord('invitation', teamOf(ana), asked.invitation, { joining });
    expect(await ana.owner.confirm(asked)).toMatchObject({ error: { code: 'conflict' } });
    expect(await records.read('desktop', teamOf(ana), joining.desktop)).toBeNull();
  });

  it('cannot bring back a removed computer with an older list', async () => {
    const ana = await founder();
    const [ben, dan] = [await join(ana), await join(ana)];
    const [team, dans] = [teamOf(ana), idOf(dan)];
    const { older } = (await records.read('key', team, '1'))!.value;
    ok(await ana.owner.removeDesktop(dans));
    await changeRecord('key', team, '2', { older });
    await changeRecord('desktop', team, dans, { state: 'active' });
    expect(await unconfirmed(ana)).toEqual([dans]);
    ok(await ana.owner.removeDesktop(idOf(ben)));
    expect((await wrapsOf(ana))[dans]).toBe('');
  });

  it('cannot keep a computer by denying its removal, even if the key changes after a restart', async () => {
    const ana = await founder();
    const ben = await join(ana);
    const bens = idOf(ben);
    ana.stop();
    const denying: Fetch = async (address, options) => {
      if (address.endsWith(deskPaths.rotate)) throw new TypeError('fetch failed');
      const response = await fetch(address, options);
      if (address.endsWith(deskPaths.revoke))
        await changeRecord('desktop', teamOf(ana), bens, { state: 'active' });
      return response;
    };
    const again = desktop(ana.vault, { fetch: denying });
    ok(await again.owner.removeDesktop(bens));
    again.stop();
    const restarted = desktop(ana.vault, { fetch: denying });
    expect(await unconfirmed(restarted)).toEqual([bens]);
    expect(restarted.membership.status()).toMatchObject({ isKeyDue: true });
    restarted.stop();
    const later = desktop(ana.vault);
    await expect.poll(() => keysOf(later).current).toBe(2);
    expect((await wrapsOf(later))[bens]).toBe('');
    expect(await unconfirmed(later)).toEqual([bens]);
    expect(later.membership.status()).toMatchObject({ isKeyDue: false });
  });

  it('does not make a computer leave that it refused to remove', async () => {
    const ana = await founder();
    const ben = await join(ana);
    ana.stop();
    const refusing = withWork(deskPaths.revoke, () => Promise.reject(new TypeError()));
    const again = desktop(ana.vault, { fetch: refusing });
    expect(await again.owner.removeDesktop(idOf(ben))).toMatchObject({ ok: false });
    await again.membership.renew();
    expect(again.membership.status()).toMatchObject({ isKeyDue: false });
    expect(await unconfirmed(again)).toEqual([]);
  });

  it('cannot keep an earlier recovery code by denying that it exists', async () => {
    const ana = await founder();
    ok(await ana.owner.recoveryCode());
    const { recoveryCode: earlier } = ok(await ana.owner.people());
    ana.stop();
    const denying: Fetch = async (address, options) =>
      address.endsWith(deskPaths.revoke)
        ? Response.json({ error: { code: 'unknown' } }, { status: 404 })
        : fetch(address, options);
    const again = desktop(ana.vault, { fetch: denying });
    ok(await again.owner.recoveryCode());
    expect(keysOf(again).current).toBe(2);
    expect((await wrapsOf(again))[earlier ?? '']).toBe('');
  });

  it('cannot hide a confirmed computer with an older list, not even from itself', async () => {
    const ana = await founder();
    const team = teamOf(ana);
    const { older } = (await records.read('key', team, '1'))!.value;
    const dan = await join(ana);
    const listed = Promise.withResolvers<void>();
    const cara = desktop(emptyVault(), { fetch: withWork(deskPaths.team, () => listed.promise) });
    await admit(ana, cara, 'owner');
    expect(await unconfirmed(ana)).toEqual([]);
    await changeRecord('key', team, '1', { older });
    expect(await unconfirmed(ana)).toEqual([]);
    listed.resolve();
    await expect.poll(() => state(cara)).toBe('member');
    ok(await cara.owner.removeDesktop(idOf(dan)));
    expect(keysOf(cara).current).toBe(2);
    expect(await unconfirmed(cara)).toEqual([]);
  });

  it('cannot give a recovery code the keyring of another team', async () => {
    const ana = await founder();
    const { code } = ok(await ana.owner.recoveryCode());
    const team = teamOf(ana);
    const id = ok(await ana.owner.people()).recoveryCode ?? '';
    const { wrapping } = (await records.read('desktop', team, id))!.value;
    const foreign = createKeyring();
    const wrapped = wrapNewestKey(foreign, wrapping, id)!.toString('base64url');
    const older = sealOlderKeys(foreign, {}).toString('base64url');
    await changeRecord('desktop', team, id, { wrapped });
    await changeRecord('key', team, '1', { wraps: { [id]: wrapped }, older });
    const { address } = test.hub;
    expect(await desktop().owner.recover({ address, code })).toMatchObject({
      error: { code: 'invalid_input', detail: 'keyring' },
    });
  });
});
