/** The desk: invitations, joining, members, keys and webhooks (contract/team/desk.ts). Credentials: issuing.ts. */
import type { FastifyInstance } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import {
  deskConfirm,
  deskErrors,
  deskInvite,
  deskJoin,
  deskMember,
  type deskJoined,
  deskPaths,
  deskRevoke,
  deskRotate,
  deskWebhook,
  deskWithdraw,
  maxDesktops,
  type DeskErrorCode,
} from '../contract/team/desk.ts';
import { pause } from '../main/clock/clock.ts';
import type { Log } from '../main/log/log.ts';
import { computeDigest } from '../main/sealing/digest.ts';
import type { HubConfig } from './config.ts';
import { addIssuing, credentialLifetime } from './issuing.ts';
import type { HubKeys } from './keys.ts';
import {
  isKeyDue,
  listKeys,
  findLastSequence,
  type Kind,
  type RecordOf,
  type Stored,
  type TeamState,
} from './records.ts';
import { createSignedRoutes, type Refusal, type SignedDependencies } from './signed.ts';
import { copyPause, invitationLifetime, type Teams } from './teams.ts';

/** Seconds by which the clocks of two hubs may differ. */
const maxSkew = 3_600;

/** In bytes, of a request with the older keys; a rotation also has a key for each desktop. */
export const maxRotationLength = 1024 * 1024;

/** Businesses of a team's accounts. */
const maxWebhooks = 5_000;

/** Includes used and withdrawn ones, until the records expire. */
const maxInvitations = 1_000;

type Refused = Refusal<DeskErrorCode>;
type Desktop = Stored<RecordOf<'desktop'>>;

const refuse = (refused: DeskErrorCode): Refused => ({ refused });
const done = {};

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const listActiveDesktops = ({ desktops }: TeamState): [string, Desktop][] =>
  [...desktops].filter(([, { value }]) => value.state === 'active');

/** True if an owner with a desktop remains in a team. */
const hasRemainingOwner = (
  state: TeamState,
  remains: (desktop: string, person: string) => boolean,
): boolean =>
  listActiveDesktops(state).some(
    ([desktop, { value }]) =>
      state.members.get(value.person)?.value.role === 'owner' && remains(desktop, value.person),
  );

const hasDesktop = (state: TeamState, person: string, except?: string): boolean =>
  listActiveDesktops(state).some(
    ([desktop, { value }]) => value.person === person && desktop !== except,
  );

export const addDesk = (
  app: FastifyInstance,
  dependencies: SignedDependencies & {
    readonly teams: Teams;
    readonly keys: HubKeys;
    readonly config: HubConfig;
    readonly log: Log;
  },
): void => {
  const { records, teams, clock, log } = dependencies;
  const { write } = records;
  const routes = createSignedRoutes<DeskErrorCode>(app, dependencies, deskErrors);
  const getSeconds = (): number => Math.floor(clock.now() / 1000);

  /** Writes a record as `Records.write` does; refuses if another change came first. */
  const tryWrite = async <K extends Kind>(
    ...record: Parameters<typeof write<K>>
  ): Promise<Refused | null> => ((await write(...record)) === null ? refuse('conflict') : null);

  /** Makes a desktop and its person members. May be repeated after an interruption. */
  const admit = async (
    state: TeamState,
    desktop: string,
    { person, role }: RecordOf<'invitation'>,
    more: Pick<RecordOf<'desktop'>, 'wrapping' | 'wrapped' | 'key'>,
  ): Promise<Refused | null> => {
    const before = state.desktops.get(desktop);
    // Not `revoked`: the owner who confirms would take that for their own removal.
    if (before?.value.state === 'revoked') return refuse('expired');
    if (before === undefined && listActiveDesktops(state).length >= maxDesktops)
      return refuse('too_many');
    const member = state.members.get(person);
    // A person without another desktop gets the role of the invitation.
    if (member === undefined || (!hasDesktop(state, person) && member.value.role !== role))
      await write('member', state.team, person, { role }, member?.sequence ?? 0);
    const rights = { state: 'active', refusedUntil: 0 } as const;
    const record = { person, ...more, since: clock.now(), ...rights };
    return tryWrite('desktop', state.team, desktop, record, before?.sequence ?? 0);
  };

  const changeInvitation = async (
    { team, invitations }: TeamState,
    id: string,
    change: Partial<RecordOf<'invitation'>>,
  ): Promise<Refused | null> => {
    const invitation = invitations.get(id);
    if (invitation === undefined) return refuse('no_invitation');
    const { sequence, value } = invitation;
    return tryWrite('invitation', team, id, { ...value, ...change }, sequence);
  };

  /** Ends a desktop's rights. @param expected as for `Records.write` */
  const revoke = async (
    team: string,
    id: string,
    desktop: RecordOf<'desktop'>,
    ...expected: [sequence: number, scope?: 'kind']
  ): Promise<Refused | null> => {
    // It gets no other credential. One that is issued while this is written, or by a faster clock, is refused too.
    const rights = { state: 'revoked', refusedUntil: getSeconds() + credentialLifetime } as const;
    const record = { ...desktop, wrapped: '', ...rights };
    const last = await write('desktop', team, id, record, ...expected);
    if (last === null) return refuse('conflict');
    await teams.announceChange(team, last);
    log.info({ team }, 'a desktop was removed');
    return null;
  };

  /** Refuses a withdrawn invitation, and removes the desktop that a confirmation has admitted; null for others. */
  const removeInvited = async (team: string, id: string): Promise<Refused | null> => {
    const invitation = (await records.read('invitation', team, id))?.value;
    if (invitation?.state !== 'withdrawn') return null;
    const { joining } = invitation;
    const admitted = joining && (await records.read('desktop', team, joining.desktop));
    if (joining === null || admitted?.value.state !== 'active') return refuse('expired');
    await revoke(team, joining.desktop, admitted.value, admitted.sequence);
    // Its record may have changed meanwhile.
    return removeInvited(team, id);
  };

  /** Uses an invitation with the keys of a new desktop. */
  const join = async (
    body: z.infer<typeof deskJoin>,
    desktop: string,
  ): Promise<Refused | z.infer<typeof deskJoined>> => {
    const { team, wrapping, founding } = body;
    // A guessed invitation costs one record's read, not that of the whole team.
    const found = await records.read('invitation', team, body.invitation);
    if (found === null || !isSame(found.value.proofDigest, computeDigest(body.proof)))
      return refuse('no_invitation');
    const state = await teams.state(team, 0);
    const invitation = state.invitations.get(body.invitation)?.value;
    if (invitation === undefined) return refuse('no_invitation');
    if (state.desktops.get(desktop)?.value.state === 'revoked') return refuse('revoked');
    const isRepeated = invitation.joining?.desktop === desktop;
    if (isRepeated && invitation.state === 'used') return { confirmed: true };
    if (isRepeated && invitation.state === 'joining') return { confirmed: false };
    if (invitation.state !== 'open' || clock.now() > invitation.expires) return refuse('expired');
    const joining = { desktop, wrapping };
    if (!invitation.founding) {
      // The withdrawal of a second invitation would remove the desktop that the first one admits.
      const isWaiting = [...state.invitations.values()].some(
        ({ value }) => value.state === 'joining' && value.joining?.desktop === desktop,
      );
      if (isWaiting || state.desktops.has(desktop)) return refuse('conflict');
      // Fails if another invitation has changed too: this desktop may use that one at the same moment.
      const last = findLastSequence(state.invitations);
      const used = { ...invitation, state: 'joining', joining } as const;
      if ((await write('invitation', team, body.invitation, used, last, 'kind')) === null) {
        // The copy that was read may also be late.
        await pause(clock, copyPause);
        return join(body, desktop);
      }
      await teams.announceChange(team, null);
      return { confirmed: false };
    }
    if (founding === null) return refuse('malformed');
    const { publicKey, wrapped, older } = founding;
    await write('key', team, '1', { publicKey, wraps: {}, older }, 0);
    const first = await records.read('key', team, '1');
    if (first?.value.publicKey !== publicKey) return refuse('expired');
    const refused =
      (await admit(state, desktop, invitation, { wrapping, wrapped, key: 1 })) ??
      (await changeInvitation(state, body.invitation, { state: 'used', joining }));
    if (refused === null) await teams.announceChange(team, null);
    return refused ?? { confirmed: true };
  };
  routes.anybody({ path: deskPaths.join, body: deskJoin }, join);

  routes.owner({ path: deskPaths.invite, body: deskInvite }, async (body, { state, team }) => {
    const { invitation: id, proofDigest, person, role } = body;
    if (state.invitations.size >= maxInvitations) return refuse('too_many');
    const invitation = {
      ...{ proofDigest, person, role, joining: null },
      expires: clock.now() + invitationLifetime,
      founding: false,
      state: 'open',
    } as const;
    return (await tryWrite('invitation', team, id, invitation, 0)) ?? done;
  });

  routes.owner({ path: deskPaths.withdraw, body: deskWithdraw }, async (body, { state, team }) => {
    const current = state.invitations.get(body.invitation)?.value.state;
    if (current === 'used') return refuse('conflict');
    const refused = await changeInvitation(state, body.invitation, { state: 'withdrawn' });
    if (refused === null) await removeInvited(team, body.invitation);
    return refused ?? done;
  });

  /** Writes a key, unless any key or its list of confirmed desktops has changed since `state`. */
  const writeKey = ({ team, keys }: TeamState, key: number, record: RecordOf<'key'>) =>
    tryWrite('key', team, String(key), record, findLastSequence(keys), 'kind');

  routes.owner(
    { path: deskPaths.confirm, body: deskConfirm, longest: maxRotationLength },
    async (body, { state, team }) => {
      const invitation = state.invitations.get(body.invitation)?.value;
      if (invitation === undefined) return refuse('no_invitation');
      const { joining } = invitation;
      const { wrapped, key, older } = body;
      if (invitation.state === 'used' && joining?.desktop === body.desktop) return done;
      const [newest] = listKeys(state);
      const isNewest = key === newest?.key && body.before === computeDigest(newest.older);
      if (invitation.state !== 'joining' || joining?.desktop !== body.desktop || !isNewest)
        return refuse('conflict');
      const { wrapping } = joining;
      const { publicKey, wraps } = newest;
      const refused =
        (await admit(state, body.desktop, invitation, { wrapping, wrapped, key })) ??
        (await writeKey(state, key, { publicKey, wraps, older })) ??
        (await changeInvitation(state, body.invitation, { state: 'used' }));
      if (refused !== null) return (await removeInvited(team, body.invitation)) ?? refused;
      log.info({ team }, 'a desktop joined');
      await teams.announceChange(team, null);
      return done;
    },
  );

  /** Revokes the credentials of a person's desktops, and cuts their connections. */
  const endCredentials = async (state: TeamState, person: string): Promise<Refused | null> => {
    let last: number | null = null;
    for (const [desktop, { sequence, value }] of listActiveDesktops(state)) {
      if (value.person !== person) continue;
      // Includes credentials that a hub with a faster clock has issued.
      const refusedUntil = Math.max(value.refusedUntil + 1, getSeconds() + maxSkew);
      const record = { ...value, refusedUntil };
      last = await write('desktop', state.team, desktop, record, sequence);
      if (last === null) return refuse('conflict');
    }
    await teams.announceChange(state.team, last);
    return null;
  };

  /** Also fails if any role has changed meanwhile, so that two owners cannot demote each other. */
  const demote = ({ team, members }: TeamState, person: string): Promise<Refused | null> =>
    tryWrite('member', team, person, { role: 'member' }, findLastSequence(members), 'kind');

  routes.owner({ path: deskPaths.member, body: deskMember }, async (body, { state, team }) => {
    const { person, role } = body;
    const member = state.members.get(person);
    if (member === undefined) return refuse('unknown');
    if (role === 'member' && !hasRemainingOwner(state, (_desktop, each) => each !== person))
      return refuse('last_owner');
    const refused =
      (await (role === 'member'
        ? demote(state, person)
        : tryWrite('member', team, person, { role }, member.sequence))) ??
      (await endCredentials(state, person));
    return refused ?? done;
  });

  routes.member({ path: deskPaths.revoke, body: deskRevoke }, async (body, caller) => {
    const { state, team, person, role } = caller;
    const stored = state.desktops.get(body.desktop);
    if (stored === undefined) return refuse('unknown');
    const { value: desktop, sequence } = stored;
    if (role !== 'owner' && desktop.person !== person) return refuse('not_owner');
    if (desktop.state === 'revoked') {
      // Announced again, in case the servers missed it.
      await teams.announceChange(team, sequence);
      return done;
    }
    if (!hasRemainingOwner(state, (each) => each !== body.desktop)) return refuse('last_owner');
    const isOwner = state.members.get(desktop.person)?.value.role === 'owner';
    if (isOwner && !hasDesktop(state, desktop.person, body.desktop)) {
      const refused = await demote(state, desktop.person);
      if (refused !== null) return refused;
    }
    // The last two desktops of an owner must not be removed at the same time.
    const refused = await (isOwner
      ? revoke(team, body.desktop, desktop, findLastSequence(state.desktops), 'kind')
      : revoke(team, body.desktop, desktop, sequence));
    return refused ?? done;
  });

  routes.owner(
    { path: deskPaths.rotate, body: deskRotate, longest: maxRotationLength },
    async (body, { state, team }) => {
      const [newest] = listKeys(state);
      if (newest === undefined || body.before !== computeDigest(newest.older))
        return refuse('conflict');
      // Numbers may be skipped, because a restored hub can lack keys that the desktops have.
      const isNewer = body.key > newest.key;
      const desktops = listActiveDesktops(state).map(([desktop]) => desktop);
      if (!isNewer || desktops.some((desktop) => body.wraps[desktop] === undefined))
        return refuse('conflict');
      const wraps = Object.fromEntries(
        desktops.map((desktop) => [desktop, body.wraps[desktop] ?? '']),
      );
      const { publicKey, older } = body;
      const refused = await writeKey(state, body.key, { publicKey, wraps, older });
      if (refused !== null) return refused;
      // The new key comes with all older ones, so those of the last change are no longer needed.
      const last = String(newest.key);
      const before = state.keys.get(last);
      if (before !== undefined)
        await write('key', team, last, { ...before.value, wraps: {}, older: '' }, before.sequence);
      await teams.announceChange(team, null);
      return done;
    },
  );

  routes.member({ path: deskPaths.webhook, body: deskWebhook }, async (body, caller) => {
    const { state, team, desktop } = caller;
    const { account, business } = body;
    const id = business ?? account;
    const before = state.webhooks.get(id);
    if (before === undefined && state.webhooks.size >= maxWebhooks) return refuse('too_many');
    // Another account may serve the business by now.
    if (body.webhook === null && before?.value?.account !== account) return done;
    const webhook = body.webhook && { account, ...body.webhook, by: desktop };
    const refused = await tryWrite('webhook', team, id, webhook, before?.sequence ?? 0);
    if (refused !== null) return refused;
    await teams.state(team, 0);
    await teams.announceChange(team, null);
    return done;
  });

  routes.member({ path: deskPaths.team, body: null }, async (_body, caller) => {
    const { state, desktop, role, team } = caller;
    // Completes withdrawals during which a hub died. Each removal notifies the desktops, which read the team again.
    for (const [id, { value }] of state.invitations) {
      const admitted = state.desktops.get(value.joining?.desktop ?? '');
      if (value.state === 'withdrawn' && admitted?.value.state === 'active')
        await removeInvited(team, id);
    }
    const own = state.desktops.get(desktop)?.value;
    const stored = listKeys(state);
    const [newest] = stored;
    return {
      team,
      members: [...state.members].map(([person, { value }]) => ({ person, role: value.role })),
      desktops: listActiveDesktops(state).map(([id, { value }]) => {
        const { person, wrapping, since } = value;
        return { desktop: id, person, wrapping, since };
      }),
      invitations: [...state.invitations]
        .filter(([, { value }]) => role === 'owner' && ['open', 'joining'].includes(value.state))
        .map(([invitation, { value }]) => {
          const { person, role: offered, expires, joining } = value;
          return { invitation, person, role: offered, expires, joining };
        }),
      keys: [...new Set([stored.at(-1), newest])].flatMap((each) =>
        each === undefined ? [] : [{ key: each.key, publicKey: each.publicKey }],
      ),
      wrapped: [own?.wrapped, stored.find(({ wraps }) => wraps[desktop])?.wraps[desktop]].filter(
        (wrap) => wrap !== undefined,
      ),
      older: newest?.older,
      isKeyDue: isKeyDue(state),
      webhooks: [...state.webhooks].flatMap(([id, { value }]) => {
        if (value === null) return [];
        const { account, path } = value;
        return [{ account, business: id === account ? null : id, path: `/in/${team}/${path}` }];
      }),
    };
  });

  addIssuing(routes, dependencies);
};
