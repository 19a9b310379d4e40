/** Time and size of a change of the team's key; integration/team/membership has its effects. */
import { expect, it } from 'vitest';
import { fail, succeed } from '../../../contract/errors.ts';
import { deskRotate, maxDesktops, type Role } from '../../../contract/team/desk.ts';
import { maxRotationLength } from '../../../hub/desk.ts';
import { toBase32 } from '../../../main/sealing/base32.ts';
import { createKeyPair } from '../../../main/sealing/hpke.ts';
import { createKeyring, readConfirmed, sealOlderKeys } from '../../../main/sealing/keyring.ts';
import { findNewestKeyring } from '../../../main/team/identity.ts';
import { createKeyChange } from '../../../main/team/key-change.ts';
import type { Member, Membership } from '../../../main/team/membership.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';
import { testLog } from '../engine/support/store.ts';

const minute = 60_000;

/** A team whose key is due, and how often its hub was asked to change it. */
const bench = (role: Role) => {
  const clock = createHandClock(0);
  const hub = { isUp: true, isKeyDue: true, isListed: true, changes: 0 };
  const desk = {
    rotate: async () => {
      hub.changes += 1;
      hub.isKeyDue = role !== 'owner';
      return role === 'owner' ? succeed({}) : fail('owner_only', '');
    },
  };
  const member = { role, desk } as unknown as Member;
  const membership = {
    asMember: (work) => work(member),
    refresh: async () => {
      const team = { isKeyDue: hub.isKeyDue, desktops: [] as const, older: '' } as never;
      const known = { team, keyring: createKeyring(), confirmed: hub.isListed ? {} : null };
      return hub.isUp ? succeed(known) : fail('hub_unavailable', '');
    },
  } satisfies Pick<Membership, 'asMember' | 'refresh'>;
  const log = testLog();
  const keyChange = createKeyChange({ membership: () => membership, clock, log });
  return { clock, hub, keyChange, member, log };
};

it('an owner changes it within minutes after the hub was silent for long', async () => {
  const { clock, hub, keyChange } = bench('owner');
  hub.isUp = false;
  keyChange.runSoon();
  await clock.advance(90 * minute);
  expect(hub.isKeyDue).toBe(true);
  hub.isUp = true;
  await clock.advance(10 * minute);
  expect(hub).toMatchObject({ isKeyDue: false, changes: 1 });
});

it('an owner changes it after the hub withheld the list of desktops, which is logged', async () => {
  const { clock, hub, keyChange, member, log } = bench('owner');
  hub.isListed = false;
  await keyChange.run(member);
  expect(JSON.stringify(log.lines)).toContain('The hub withholds the list of desktops.');
  hub.isListed = true;
  await clock.advance(10 * minute);
  expect(hub).toMatchObject({ isKeyDue: false, changes: 1 });
});

it('a member who removed an own computer leaves it to an owner', async () => {
  const { clock, hub, keyChange, member } = bench('member');
  await keyChange.run(member);
  keyChange.runSoon();
  await clock.advance(90 * minute);
  expect(hub.changes).toBe(0);
});

it('stays within the limit of a message in the largest team, and reaches a desktop that slept through all changes', async () => {
  const [changes, laterChanges] = [20, 180];
  const desktops = Array.from({ length: maxDesktops }, (_, number) => ({
    desktop: toBase32(Buffer.alloc(35, number)).toUpperCase().replace(/^./, 'U'),
    pair: createKeyPair(),
  }));
  const [owner, sleeper] = desktops;
  if (owner === undefined || sleeper === undefined) throw new Error('no desktops');
  const first = createKeyring();
  const everyone = Object.fromEntries(
    desktops.map(({ desktop, pair }) => [desktop, pair.publicKey]),
  );
  let keyring = first;
  let body: ReturnType<typeof deskRotate.parse> | null = null;
  const lengths: number[] = [];
  const openAs = ({ desktop, pair }: typeof owner, before: typeof first) =>
    findNewestKeyring(
      { wrapped: [body?.wraps[desktop] ?? ''], older: body?.older ?? '' },
      { wrapping: pair, desktop },
      { before, secret: null },
    ) ?? before;
  const team = {
    isKeyDue: true,
    desktops: desktops.map(({ desktop, pair }) => ({ desktop, wrapping: pair.publicKey })),
    older: sealOlderKeys(first, everyone).toString('base64url'),
  };
  const desk: Pick<Member['desk'], 'rotate'> = {
    rotate: async (request) => {
      body = deskRotate.parse(request);
      lengths.push(JSON.stringify(request).length);
      keyring = openAs(owner, keyring);
      Object.assign(team, { isKeyDue: false, older: body.older });
      return succeed({});
    },
  };
  const keyChange = createKeyChange({
    membership: () => ({
      asMember: async () => fail('not_in_team', ''),
      refresh: async () => {
        const confirmed = readConfirmed(keyring, Buffer.from(team.older, 'base64url'));
        return succeed({ team: { ...team } as never, keyring, confirmed });
      },
    }),
    clock: createHandClock(0),
    log: testLog(),
  });
  for (let change = 0; change < changes; change += 1) {
    team.isKeyDue = true;
    await keyChange.run({ role: 'owner', desk } as unknown as Member);
  }
  expect(keyring.current).toBe(changes + 1);
  const [firstLength = 0, lastLength = 0] = [lengths[0], lengths.at(-1)];
  const growth = (lastLength - firstLength) / (changes - 1);
  expect(growth).toBeLessThan(100);
  expect(lastLength + laterChanges * growth).toBeLessThan(maxRotationLength / 4);
  expect(openAs(sleeper, first)).toEqual(keyring);
  expect(readConfirmed(keyring, Buffer.from(team.older, 'base64url'))).toEqual(everyone);
});
