/** An owner's commands: invitations, people and their desktops, the team's key, and the recovery code. */
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { formatInvitation } from '../../contract/team/desk.ts';
import { computeDigest } from '../sealing/digest.ts';
import { readConfirmed, sealOlderKeys, wrapNewestKey } from '../sealing/keyring.ts';
import { readUserNkey } from '../sealing/nkey.ts';
import { createRecovery, readRecovery } from '../sealing/recovery-code.ts';
import {
  deriveInvitationProof,
  deriveInvitedRecipient,
  deriveSixDigits,
} from '../sealing/six-digits.ts';
import type { Desk } from './desk.ts';
import { createIdentity, findNewestKeyring, isHubAddress, openDesk, type Web } from './identity.ts';
import type { KeyChange } from './key-change.ts';
import type { KnownTeam, Member, Membership } from './membership.ts';
import { createRecord, maxRemoved, type Done } from './record.ts';

/** Milliseconds. The hub has the same limit and decides. */
const invitationLifetime = 48 * 60 * 60_000;
const maxConfirmations = 3;

/** Errors: see `contract/commands/team.ts`. */
export const createOwner = ({
  membership,
  keyChange,
  random,
  ...web
}: Web & {
  readonly membership: Membership;
  readonly keyChange: KeyChange;
  readonly random: (bytes: number) => Buffer;
}) => {
  const { asMember, save, refresh } = membership;
  const { clock } = web;

  const createInvitation = (secret: string) => ({
    invitation: random(6).toString('hex'),
    proofDigest: computeDigest(deriveInvitationProof(secret)),
  });
  const createSecret = (): string => random(32).toString('base64url');

  /** Adds an invitation to those of this desktop that have not expired. */
  const addInvitation = (
    { record }: Member,
    invitation: string,
    secret: string,
  ): Member['record']['invited'] => {
    const open = Object.entries(record.invited).filter(([, { expires }]) => expires > clock.now());
    const expires = clock.now() + invitationLifetime;
    return { ...Object.fromEntries(open), [invitation]: { secret, expires } };
  };

  /** Also changes the team's key; if that fails, it is tried again later, also after a restart. */
  const remove = async (member: Member, desktop: string): Promise<Answer<Done>> => {
    const { removed = [] } = member.record;
    const earlier = removed.filter((each) => each !== desktop);
    const saved = save({ removed: [...earlier, desktop].slice(-maxRemoved) });
    if (!saved.ok) return saved;
    const revoked = await member.desk.revoke({ desktop });
    // The hub may deny that it has the desktop.
    if (revoked.ok || revoked.error.code === 'not_found') await keyChange.run(member);
    else save({ removed });
    return revoked;
  };

  /** Fetches the team. Changes its key first if that is due, because a desktop joins with the hub's newest key. */
  const refreshWithNewestKey = async (member: Member): Promise<Answer<KnownTeam>> => {
    const read = await refresh(member);
    if (!read.ok || !read.value.team.isKeyDue) return read;
    await keyChange.run(member);
    return refresh(member);
  };

  /**
   * Confirms the desktop that has these digits. Retries if another owner changes the key or confirms one meanwhile. The
   * hub may have exchanged the desktop's keys since the digits were compared.
   */
  const confirm = async (
    desk: Desk,
    read: () => Promise<Answer<KnownTeam>>,
    { invitation, secret, digits }: CommandInput<'team.confirm'> & { readonly secret: string },
  ): Promise<Answer<Done>> => {
    const hasDigits = (keys: Parameters<typeof deriveSixDigits>[1]): boolean =>
      deriveSixDigits(secret, keys) === digits;
    for (let tries = 1; ; tries += 1) {
      const known = await read();
      if (!known.ok) return known;
      const { team, keyring, confirmed } = known.value;
      const joining = team.invitations.find((each) => each.invitation === invitation)?.joining;
      if (!joining || confirmed === null || !hasDigits(joining)) {
        const keys = Object.entries(confirmed ?? {});
        // The answer to an earlier confirmation got lost.
        return keys.some(([desktop, wrapping]) => hasDigits({ desktop, wrapping }))
          ? succeed({})
          : fail('conflict', 'The digits no longer match.');
      }
      const { desktop, wrapping } = joining;
      const wrapped = wrapNewestKey(keyring, wrapping, deriveInvitedRecipient(secret, desktop));
      if (wrapped === null) return fail('invitation_invalid', 'The desktop has no valid key.');
      const older = sealOlderKeys(keyring, { ...confirmed, [desktop]: wrapping });
      const done = await desk.confirm({
        ...{ invitation, desktop, key: keyring.current, before: computeDigest(team.older) },
        wrapped: wrapped.toString('base64url'),
        older: older.toString('base64url'),
      });
      const mayRepeat = !done.ok && done.error.code === 'conflict';
      if (!mayRepeat || tries === maxConfirmations) return done;
    }
  };

  /** Adds a desktop whose keys are on this computer, so nobody needs to compare digits. */
  const admit = async (
    owner: Pick<Member, 'desk' | 'team' | 'person'>,
    joiner: Pick<Member, 'desk' | 'desktop'> & { readonly wrapping: string },
    secret: string,
    read: () => Promise<Answer<KnownTeam>>,
  ): Promise<Answer<Done>> => {
    const { invitation, proofDigest } = createInvitation(secret);
    const { desk, team, person } = owner;
    const { desktop, wrapping } = joiner;
    const addJoiner = async (): Promise<Answer<Done>> => {
      const invited = await desk.invite({ invitation, proofDigest, person, role: 'owner' });
      if (!invited.ok) return invited;
      const proof = deriveInvitationProof(secret);
      const joined = await joiner.desk.join({ team, invitation, proof, wrapping, founding: null });
      if (!joined.ok) return joined;
      const digits = deriveSixDigits(secret, joiner);
      return confirm(desk, read, { invitation, secret, digits });
    };
    const done = await addJoiner();
    // Nobody uses these keys, although the hub may have admitted them. The failure need not wait for its answer.
    if (!done.ok) void desk.withdraw({ invitation }).then(() => desk.revoke({ desktop }));
    return done;
  };

  return {
    people: () =>
      asMember(async (member): Promise<Answer<CommandOutput<'team.people'>>> => {
        const read = await refresh(member);
        if (!read.ok) return read;
        const { team, confirmed } = read.value;
        const { members, desktops, invitations } = team;
        return succeed({
          members: [...members],
          recoveryCode: member.record.recovery,
          desktops: desktops.map(({ desktop, person, since }) => {
            const isConfirmed =
              confirmed === null ||
              confirmed[desktop] !== undefined ||
              // The invitation asks to confirm it.
              invitations.some(({ joining }) => joining?.desktop === desktop);
            return { desktop, person, since, isConfirmed };
          }),
          invitations: invitations.map(({ joining, ...invitation }) => {
            const secret = member.record.invited[invitation.invitation]?.secret;
            const digits =
              joining === null || secret === undefined ? null : deriveSixDigits(secret, joining);
            return { ...invitation, joining: joining && { digits } };
          }),
        });
      }),
    invite: ({ person, role }: CommandInput<'team.invite'>) =>
      asMember(async (member): Promise<Answer<CommandOutput<'team.invite'>>> => {
        const secret = createSecret();
        const { invitation, proofDigest } = createInvitation(secret);
        const invitee = person ?? random(9).toString('base64url');
        const saved = save({ invited: addInvitation(member, invitation, secret) });
        if (!saved.ok) return saved;
        const request = { invitation, proofDigest, role, person: invitee };
        const invited = await member.desk.invite(request);
        if (!invited.ok) return invited;
        const { team, record } = member;
        const link = formatInvitation({ address: record.address, team, invitation, secret });
        return succeed({ invitation, person: invitee, link });
      }),
    withdraw: (invitation: string) => asMember(({ desk }) => desk.withdraw({ invitation })),
    confirm: (input: CommandInput<'team.confirm'>) =>
      asMember(async (member) => {
        const secret = member.record.invited[input.invitation]?.secret;
        return secret === undefined
          ? fail('invitation_invalid', 'Another desktop made this invitation.')
          : confirm(member.desk, () => refreshWithNewestKey(member), { ...input, secret });
      }),
    changeRole: (input: CommandInput<'team.changeRole'>) =>
      asMember(async (member) => {
        const changed = await member.desk.member(input);
        if (changed.ok) await refresh(member);
        return changed;
      }),
    removeDesktop: (desktop: string) => asMember((member) => remove(member, desktop)),
    recoveryCode: () =>
      asMember(async (member): Promise<Answer<CommandOutput<'team.recoveryCode'>>> => {
        const { code, secret, pair, signing } = createRecovery();
        const desktop = signing.getPublicKey();
        const desk = openDesk(member.record.address, signing, web);
        const joiner = { desk, desktop, wrapping: pair.publicKey };
        const read = () => refreshWithNewestKey(member);
        const admitted = await admit(member, joiner, secret, read);
        if (!admitted.ok) return admitted;
        const before = member.record.recovery;
        // The record names the earlier code until that is removed, so that another try removes it.
        const removed = before === null ? succeed({}) : await remove(member, before);
        const isRemoved = removed.ok || removed.error.code === 'not_found';
        const saved = isRemoved ? save({ recovery: desktop }) : removed;
        if (saved.ok) return succeed({ code });
        // Nobody has seen the code.
        void desk.revoke({ desktop });
        return saved;
      }),
    recover: async ({ address, code }: CommandInput<'team.recover'>): Promise<Answer<Done>> => {
      const { state } = membership.status();
      if (state === 'member' || state === 'joining')
        return fail('conflict', 'This computer is in a team already.');
      const parsed = readRecovery(code);
      if (!isHubAddress(address)) return fail('invalid_input', 'This is no address of a hub.');
      if (!parsed.ok)
        return fail('invalid_input', 'This is no recovery code.', { detail: parsed.code });
      const { pair, signing, secret: codeSecret } = parsed;
      const codeDesktop = signing.getPublicKey();
      const desk = openDesk(address, signing, web);
      const failToOpen = (): Answer<never> =>
        fail('invalid_input', 'The code opens no keyring.', { detail: 'keyring' });
      const read = async (): Promise<Answer<KnownTeam>> => {
        const answer = await desk.team();
        if (!answer.ok) return answer;
        const own = { wrapping: pair, desktop: codeDesktop };
        const known = { before: null, secret: codeSecret };
        const keyring = findNewestKeyring(answer.value, own, known);
        if (keyring === null) return failToOpen();
        const confirmed = readConfirmed(keyring, Buffer.from(answer.value.older, 'base64url'));
        return succeed({ team: answer.value, keyring, confirmed });
      };
      const found = await read();
      if (!found.ok) return found;
      const { keyring } = found.value;
      const { team, desktops } = found.value.team;
      const person = desktops.find((each) => each.desktop === codeDesktop)?.person;
      if (person === undefined) return failToOpen();
      const secret = createSecret();
      const keys = createIdentity();
      const desktopPair = readUserNkey(keys.seed);
      const desktop = desktopPair.getPublicKey();
      const joiner = {
        desk: openDesk(address, desktopPair, web),
        desktop,
        wrapping: keys.wrapping.publicKey,
      };
      const admitted = await admit({ desk, team, person }, joiner, secret, read);
      if (!admitted.ok) return admitted;
      const stored = await membership.become({
        ...createRecord(address, keys),
        secret,
        member: { team, person, role: 'owner', keyring: JSON.stringify(keyring) },
        recovery: codeDesktop,
      });
      // Nobody has its keys.
      if (!stored.ok) void joiner.desk.revoke({ desktop });
      return stored;
    },
  };
};
export type Owner = ReturnType<typeof createOwner>;
