/** When a desktop changes the team's key; how is in integration/team/membership. */
import { expect, it } from 'vitest';
import { fail, succeed } from '../../../contract/errors.ts';
import type { Role } from '../../../contract/team/desk.ts';
import { createKeyring } from '../../../main/sealing/keyring.ts';
import { createKeyChange } from '../../../main/team/key-change.ts';
import type { Member, Membership } from '../../../main/team/membership.ts';
import { handClock } from '../connect/support/hand-clock.ts';
import { testLog } from '../engine/support/store.ts';

const minute = 60_000;

/** A team whose key is due, and how often its hub was asked to change it. */
const bench = (role: Role) => {
  const clock = handClock(0);
  const hub = { isUp: true, isKeyDue: true, changes: 0 };
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
      const team = { isKeyDue: hub.isKeyDue, desktops: [] as const } as never;
      return hub.isUp ? succeed({ team, keyring: createKeyring() }) : fail('hub_unavailable', '');
    },
  } satisfies Pick<Membership, 'asMember' | 'refresh'>;
  const keyChange = createKeyChange({ membership: () => membership, clock, log: testLog() });
  return { clock, hub, keyChange, member };
};

it('an owner changes it within minutes after the hub was silent for long', async () => {
  const { clock, hub, keyChange } = bench('owner');
  hub.isUp = false;
  keyChange.due();
  await clock.advance(90 * minute);
  expect(hub.isKeyDue).toBe(true);
  hub.isUp = true;
  await clock.advance(10 * minute);
  expect(hub).toMatchObject({ isKeyDue: false, changes: 1 });
});

it('a member who removed an own computer leaves it to an owner', async () => {
  const { clock, hub, keyChange, member } = bench('member');
  await keyChange.run(member);
  keyChange.due();
  await clock.advance(90 * minute);
  expect(hub.changes).toBe(0);
});
