/** The desk: invitations, joining, members, keys, credentials and webhooks (contract/team/desk.ts). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import {
  deskConfirm,
  deskCredential,
  deskErrors,
  deskInvite,
  deskJoin,
  deskMember,
  deskPaths,
  deskRevoke,
  deskRotate,
  deskWebhook,
  deskWithdraw,
  type DeskErrorCode,
} from '../contract/team/desk.ts';
import { pause, type Clock } from '../main/clock/clock.ts';
import type { Log } from '../main/log/log.ts';
import { desktopToken, mostDesktops } from './credentials.ts';
import type { HubConfig } from './config.ts';
import type { HubKeys } from './keys.ts';
import type { Metrics } from './metrics.ts';
import { newestOf, type RecordOf, type Records, type Stored, type TeamState } from './records.ts';
import { createSignedRoutes, type Refusal } from './signed.ts';
import { digestOf, invitationLifetime, type Teams } from './teams.ts';

/** Seconds. A desktop renews its credential at each start and each day. */
const credentialLifetime = 7 * 86_400;

/** In bytes; a rotation has a keyring for each desktop. */
export const longestRotation = 1024 * 1024;
/** In bytes; a confirmation has one keyring. */
const longestConfirmation = 128 * 1024;

/** Businesses of a team's accounts. */
const mostWebhooks = 5_000;

/** Includes used and withdrawn ones, until the records expire. */
const mostInvitations = 1_000;

type Refused = Refusal<DeskErrorCode>;
type Desktop = Stored<RecordOf<'desktop'>>;

const refuse = (refused: DeskErrorCode): Refused => ({ refused });
const done = {};

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const activeDesktops = ({ desktops }: TeamState): [string, Desktop][] =>
  [...desktops].filter(([, { value }]) => value.state === 'active');

/** Whether a team would keep an owner with a desktop. */
const keepsOwner = (
  state: TeamState,
  remains: (desktop: string, person: string) => boolean,
): boolean =>
  activeDesktops(state).some(
    ([desktop, { value }]) =>
      state.members.get(value.person)?.value.role === 'owner' && remains(desktop, value.person),
  );

const hasDesktop = (state: TeamState, person: string, except?: string): boolean =>
  activeDesktops(state).some(
    ([desktop, { value }]) => value.person === person && desktop !== except,
  );

const newestKey = ({ keys }: TeamState): number => Math.max(0, ...[...keys.keys()].map(Number));

/** The newest keyring that was wrapped for a desktop. */
const wrappedFor = ({ keys }: TeamState, desktop: string, joined: string): string =>
  [...keys]
    .toSorted(([one], [other]) => Number(other) - Number(one))
    .map(([, { value }]) => value.wraps[desktop])
    .find((wrap) => wrap !== undefined) ?? joined;

export const addDesk = (
  app: FastifyInstance,
  dependencies: {
    readonly records: Records;
    readonly teams: Teams;
    readonly keys: HubKeys;
    readonly config: HubConfig;
    readonly clock: Clock;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly keep: (request: FastifyRequest, reply: FastifyReply) => void;
  },
): void => {
  const { records, teams, keys, config, clock, log } = dependencies;
  const { write } = records;
  const routes = createSignedRoutes<DeskErrorCode>(app, { ...dependencies, statuses: deskErrors });
  const seconds = (): number => Math.floor(clock.now() / 1000);

  /** Makes a desktop and its person members. May be repeated after an interruption. */
  const admit = async (
    state: TeamState,
    desktop: string,
    { person, role }: RecordOf<'invitation'>,
    more: Pick<RecordOf<'desktop'>, 'wrapping' | 'wrapped'>,
  ): Promise<Refused | null> => {
    const before = state.desktops.get(desktop);
    // Not `revoked`: the owner who confirms would take that for their own removal.
    if (before?.value.state === 'revoked') return refuse('expired');
    if (before === undefined && activeDesktops(state).length >= mostDesktops)
      return refuse('too_many');
    const member = state.members.get(person);
    // A person without another desktop gets the role of the invitation.
    if (member === undefined || (!hasDesktop(state, person) && member.value.role !== role))
      await write('member', state.team, person, { role }, member?.sequence ?? 0);
    const record = {
      person,
      ...more,
      since: clock.now(),
      state: 'active',
      refusedUntil: 0,
    } as const;
    const written = await write('desktop', state.team, desktop, record, before?.sequence ?? 0);
    return written === null ? refuse('conflict') : null;
  };

  const changeInvitation = async (
    { team, invitations }: TeamState,
    id: string,
    change: Partial<RecordOf<'invitation'>>,
  ): Promise<Refused | null> => {
    const invitation = invitations.get(id);
    if (invitation === undefined) return refuse('no_invitation');
    const { sequence, value } = invitation;
    const written = await write('invitation', team, id, { ...value, ...change }, sequence);
    return written === null ? refuse('conflict') : null;
  };

  routes.anybody(
    { method: 'POST', path: deskPaths.join, body: deskJoin },
    async (body, desktop) => {
      const { team, wrapping, founding } = body;
      // A guessed invitation costs one record's read, not that of the whole team.
      const found = await records.read('invitation', team, body.invitation);
      if (found === null || !isSame(found.value.proofDigest, digestOf(body.proof)))
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
        const change = { state: 'joining', joining } as const;
        const refused = await changeInvitation(state, body.invitation, change);
        if (refused === null) await teams.announceChange(team, null);
        return refused ?? { confirmed: false };
      }
      if (founding === null) return refuse('malformed');
      const { publicKey, wrapped } = founding;
      await write('key', team, '1', { publicKey, wraps: {} }, 0);
      const first = await records.read('key', team, '1');
      if (first?.value.publicKey !== publicKey) return refuse('expired');
      const refused =
        (await admit(state, desktop, invitation, { wrapping, wrapped })) ??
        (await changeInvitation(state, body.invitation, { state: 'used', joining }));
      if (refused === null) await teams.announceChange(team, null);
      return refused ?? { confirmed: true };
    },
  );

  routes.owner(
    { method: 'POST', path: deskPaths.invite, body: deskInvite },
    async (body, { state, team }) => {
      const { invitation: id, proofDigest, person, role } = body;
      if (state.invitations.size >= mostInvitations) return refuse('too_many');
      const invitation = {
        ...{ proofDigest, person, role, joining: null },
        expires: clock.now() + invitationLifetime,
        founding: false,
        state: 'open',
      } as const;
      const written = await write('invitation', team, id, invitation, 0);
      return written === null ? refuse('conflict') : done;
    },
  );

  routes.owner(
    { method: 'POST', path: deskPaths.withdraw, body: deskWithdraw },
    async (body, { state }) => {
      const current = state.invitations.get(body.invitation)?.value.state;
      if (current === 'used') return refuse('conflict');
      return (await changeInvitation(state, body.invitation, { state: 'withdrawn' })) ?? done;
    },
  );

  routes.owner(
    {
      method: 'POST',
      path: deskPaths.confirm,
      body: deskConfirm,
      longest: longestConfirmation,
    },
    async (body, { state, team }) => {
      const invitation = state.invitations.get(body.invitation)?.value;
      if (invitation === undefined) return refuse('no_invitation');
      const { joining } = invitation;
      if (invitation.state === 'used' && joining?.desktop === body.desktop) return done;
      if (invitation.state !== 'joining' || joining?.desktop !== body.desktop)
        return refuse('conflict');
      const { wrapping } = joining;
      const refused =
        (await admit(state, body.desktop, invitation, { wrapping, wrapped: body.wrapped })) ??
        (await changeInvitation(state, body.invitation, { state: 'used' }));
      if (refused !== null) return refused;
      log.info({ team }, 'a desktop joined');
      await teams.announceChange(team, null);
      return done;
    },
  );

  /** Revokes the credentials of a person's desktops, and cuts their connections. */
  const endCredentials = async (state: TeamState, person: string): Promise<Refused | null> => {
    let last: number | null = null;
    for (const [desktop, { sequence, value }] of activeDesktops(state)) {
      if (value.person !== person) continue;
      const record = { ...value, refusedUntil: seconds() };
      last = await write('desktop', state.team, desktop, record, sequence);
      if (last === null) return refuse('conflict');
    }
    await teams.announceChange(state.team, last);
    return null;
  };

  /** Also fails if any role has changed meanwhile, so that two owners cannot demote each other. */
  const demote = async (state: TeamState, person: string): Promise<Refused | null> => {
    const newest = newestOf(state.members);
    const written = await write('member', state.team, person, { role: 'member' }, newest, 'kind');
    return written === null ? refuse('conflict') : null;
  };

  routes.owner(
    { method: 'POST', path: deskPaths.member, body: deskMember },
    async (body, { state, team }) => {
      const { person, role } = body;
      const member = state.members.get(person);
      if (member === undefined) return refuse('unknown');
      if (role === 'member') {
        if (!keepsOwner(state, (_desktop, each) => each !== person)) return refuse('last_owner');
        const refused = await demote(state, person);
        if (refused !== null) return refused;
      } else {
        const written = await write('member', team, person, { role }, member.sequence);
        if (written === null) return refuse('conflict');
      }
      return (await endCredentials(state, person)) ?? done;
    },
  );

  routes.member(
    { method: 'POST', path: deskPaths.revoke, body: deskRevoke },
    async (body, caller) => {
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
      if (!keepsOwner(state, (each) => each !== body.desktop)) return refuse('last_owner');
      const isOwner = state.members.get(desktop.person)?.value.role === 'owner';
      if (isOwner && !hasDesktop(state, desktop.person, body.desktop)) {
        const refused = await demote(state, desktop.person);
        if (refused !== null) return refused;
      }
      const revoked = {
        ...desktop,
        state: 'revoked',
        wrapped: '',
        refusedUntil: seconds(),
      } as const;
      // The last two desktops of an owner must not be removed at the same time.
      const last = isOwner
        ? await write('desktop', team, body.desktop, revoked, newestOf(state.desktops), 'kind')
        : await write('desktop', team, body.desktop, revoked, sequence);
      if (last === null) return refuse('conflict');
      await teams.announceChange(team, last);
      log.info({ team }, 'a desktop was removed');
      return done;
    },
  );

  routes.owner(
    { method: 'POST', path: deskPaths.rotate, body: deskRotate, longest: longestRotation },
    async (body, { state, team }) => {
      const newest = newestKey(state);
      // Numbers may be skipped, because a restored hub can lack keys that the desktops have.
      const isNewer = body.key > newest;
      const wraps = Object.fromEntries(
        activeDesktops(state).map(([desktop]) => [desktop, body.wraps[desktop] ?? '']),
      );
      if (!isNewer || Object.values(wraps).includes('')) return refuse('conflict');
      const { publicKey } = body;
      const written = await write('key', team, String(body.key), { publicKey, wraps }, 0);
      if (written === null) return refuse('conflict');
      // The new keyrings contain every key, so the older ones are no longer needed.
      const last = String(newest);
      const before = state.keys.get(last);
      if (before !== undefined)
        await write('key', team, last, { ...before.value, wraps: {} }, before.sequence);
      await teams.announceChange(team, null);
      return done;
    },
  );

  routes.member(
    { method: 'POST', path: deskPaths.webhook, body: deskWebhook },
    async (body, { state, team }) => {
      const { account, business } = body;
      const id = business ?? account;
      const before = state.webhooks.get(id);
      if (before === undefined && state.webhooks.size >= mostWebhooks) return refuse('too_many');
      // Another account may serve the business by now.
      if (body.webhook === null && before?.value?.account !== account) return done;
      const webhook = body.webhook && { account, ...body.webhook };
      const written = await write('webhook', team, id, webhook, before?.sequence ?? 0);
      if (written === null) return refuse('conflict');
      await teams.state(team, 0);
      await teams.announceChange(team, null);
      return done;
    },
  );

  routes.member({ method: 'GET', path: deskPaths.team, body: null }, async (_body, caller) => {
    const { state, desktop, role, team } = caller;
    const own = state.desktops.get(desktop)?.value;
    return {
      team,
      members: [...state.members].map(([person, { value }]) => ({ person, role: value.role })),
      desktops: activeDesktops(state).map(([id, { value }]) => ({
        desktop: id,
        person: value.person,
        wrapping: value.wrapping,
        since: value.since,
      })),
      invitations: [...state.invitations]
        .filter(([, { value }]) => role === 'owner' && ['open', 'joining'].includes(value.state))
        .map(([invitation, { value }]) => ({
          invitation,
          person: value.person,
          role: value.role,
          expires: value.expires,
          joining: value.joining,
        })),
      keys: [...state.keys]
        .map(([key, { value }]) => ({ key: Number(key), publicKey: value.publicKey }))
        .toSorted((one, other) => one.key - other.key),
      wrapped: own === undefined ? null : wrappedFor(state, desktop, own.wrapped),
      webhooks: [...state.webhooks].flatMap(([id, { value }]) => {
        if (value === null) return [];
        const { account, path } = value;
        return [{ account, business: id === account ? null : id, path: `/in/${team}/${path}` }];
      }),
    };
  });

  /** Counts an issued credential. Null if `seen` is not the last number, unless the last answer was lost. */
  const count = async (
    { team, desktop }: { readonly team: string; readonly desktop: string },
    { seen, attempt }: { readonly seen: number; readonly attempt: string },
  ): Promise<number | null> => {
    const written = await write('issue', team, desktop, { attempt }, seen);
    if (written !== null) return written;
    const last = await records.read('issue', team, desktop);
    // A restored hub has no count yet.
    if (last === null) return write('issue', team, desktop, { attempt }, 0);
    return last.value.attempt === attempt ? last.sequence : null;
  };

  routes.member(
    { method: 'POST', path: deskPaths.credential, body: deskCredential },
    async (body, caller) => {
      const { team, desktop, person, role, state } = caller;
      const number = await count(caller, body);
      if (number === null) {
        log.warn({ team }, 'a copied desktop was refused');
        return refuse('copied');
      }
      await teams.connection(team);
      // The servers compare seconds.
      const refusedUntil = state.desktops.get(desktop)?.value.refusedUntil ?? 0;
      const wait = (refusedUntil + 1) * 1000 - clock.now();
      if (wait > 0) await pause(clock, Math.min(wait, 2_000));
      const expires = seconds() + credentialLifetime;
      const jwt = await desktopToken(keys, { team, id: desktop, user: desktop, role }, expires);
      return {
        number,
        team,
        person,
        role,
        jwt,
        expires: expires * 1000,
        servers: config.nats.public ?? config.nats.servers,
      };
    },
  );
};
