/** The members of the office: how desktops and the keeper join, and how a desktop is removed. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TeamStatus } from '../../contract/commands/team.ts';
import { inviteKeeper } from '../../hub/keepers.ts';
import { apiPrefix, listConsumers, buildInboxPrefix } from '../../contract/team/desk.ts';
import type { TeamMembership } from '../../contract/port.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { createJetStreamLog } from '../../main/engine/team/log/jetstream.ts';
import type { Seat } from './seat.ts';

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

/** Retries until it succeeds: hubs and servers may be away. */
export const retryUntilOk = async <T>(work: () => Promise<Answer<T> | undefined>): Promise<T> => {
  for (;;) {
    const answer = await work();
    if (answer?.ok === true) return answer.value;
    await pause(500);
  }
};

/** Waits until a desktop is a member of its team. */
export const waitForMember = (seat: Pick<Seat, 'team'>) =>
  retryUntilOk<Extract<TeamStatus, { readonly state: 'member' }>>(async () => {
    const answer = await seat.team['team.status']({});
    return answer.ok && answer.value.team.state === 'member'
      ? { ok: true, value: answer.value.team }
      : { ok: false };
  });

/** Invites a desktop, lets it join by `use`, and confirms it once its digits are known. */
const admit = async (owner: Seat, use: (link: string) => Promise<unknown>): Promise<void> => {
  const { invitation, link } = await retryUntilOk(() =>
    owner.team['team.invite']({ person: null, role: 'member' }),
  );
  const used = use(link);
  await retryUntilOk(async () => {
    const people = await owner.team['team.people']({});
    const found =
      people.ok && people.value.invitations.find((each) => each.invitation === invitation);
    const digits = found ? (found.joining?.digits ?? null) : null;
    return digits === null ? { ok: false } : owner.team['team.confirm']({ invitation, digits });
  });
  await used;
};

/** Makes a desktop a member; returns its person. */
export const addMember = async (owner: Seat, seat: Seat): Promise<string> => {
  await admit(owner, (invitation) => seat.team['team.join']({ invitation }));
  const { person } = await waitForMember(seat);
  await retryUntilOk(() => owner.ask((at) => at.call('team.rename', { person, name: seat.name })));
  return person;
};

/** Adds a keeper that the hub's program runs in a folder of the team's name below `folder`. */
export const addKeeper = (owner: Seat, folder: string): Promise<void> =>
  admit(owner, async (link) => {
    const failure = await inviteKeeper(folder, link, systemClock, () => undefined);
    if (failure !== null) throw new Error(failure);
  });

/** Removes a desktop and its person, whose leads become unassigned. */
export const removeMember = async (owner: Seat, seat: Seat, person: string): Promise<void> => {
  const { desktop } = await waitForMember(seat);
  // It continues as before: only the hub and the log can revoke its access.
  seat.ignoreHub();
  await retryUntilOk(() => owner.team['team.removeDesktop']({ desktop }));
  await retryUntilOk(() => owner.ask((at) => at.call('team.retire', { person })));
};

/** Takes over the waiting replies of a person who is gone; returns the number of those that still wait. */
export const takeRepliesOf = async (owner: Seat, person: string): Promise<number> => {
  let left = 0;
  for (const { leadID } of (await owner.ask((at) => at.leads('all'))) ?? []) {
    const waiting = await owner.ask((at) => at.call('team.waiting', { leadID }));
    for (const { replyID, person: of } of waiting?.ok ? waiting.value.replies : []) {
      if (of !== person) continue;
      const taken = await owner.ask((at) => at.call('team.takeReply', { leadID, replyID }));
      if (taken?.ok !== true) left += 1;
    }
  }
  return left;
};

/** True if the log still accepts entries with a credential, or shows them. */
export const isServed = async (membership: TeamMembership, ca: string): Promise<boolean> => {
  const { servers, credentials, desktop } = membership;
  const log = createJetStreamLog({
    ...{ servers, credentials, ca, apiPrefix },
    inboxPrefix: buildInboxPrefix(desktop),
    consumers: listConsumers(desktop),
  });
  try {
    await new Promise<void>((resolve) => {
      log.onState(({ name }) => {
        if (!['connecting', 'down'].includes(name)) resolve();
      });
    });
    const published = await log.publish(`claim.${'a'.repeat(26)}`, randomBytes(8));
    const read = await log.read(0, { most: 1, waitMs: 1_000 });
    return published.ok || (read.ok && read.entries.length > 0);
  } finally {
    await log.close();
  }
};
