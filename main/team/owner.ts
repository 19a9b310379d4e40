/** An owner's commands: invitations, people and their desktops, the team's key, and the recovery code. */
import { createHash } from 'node:crypto';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { formatInvitation } from '../../contract/team/desk.ts';
import { addOlderKeys, unwrapNewestKey, wrapNewestKey } from '../sealing/keyring.ts';
import { readUserNkey } from '../sealing/nkey.ts';
import { createRecovery, readRecovery } from '../sealing/recovery-code.ts';
import {
  deriveInvitationProof,
  deriveInvitedRecipient,
  deriveSixDigits,
} from '../sealing/six-digits.ts';
import { openDesk, isHubAddress, createIdentity, type Web } from './identity.ts';
import type { KeyChange } from './key-change.ts';
import type { Member, Membership } from './membership.ts';
import { createRecord, type Done } from './record.ts';

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

  const createInvitation = () => {
    const secret = random(32).toString('base64url');
    const proofDigest = createHash('sha256')
      .update(deriveInvitationProof(secret))
      .digest('base64url');
    return { invitation: random(6).toString('hex'), secret, proofDigest };
  };

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

  /** Also changes the team's key; if that fails, it is tried again later. */
  const remove = async (member: Member, desktop: string): Promise<Answer<Done>> => {
    const removed = await member.desk.revoke({ desktop });
    if (removed.ok) await keyChange.run(member);
    return removed;
  };

  /** Fetches the team. Changes its key first if that is due, because a desktop joins with the hub's newest key. */
  const refreshWithNewestKey = async (member: Member) => {
    const read = await refresh(member);
    if (!read.ok || !read.value.team.isKeyDue) return read;
    await keyChange.run(member);
    return refresh(member);
  };

  const confirmOnce = async (
    member: Member,
    { invitation, desktop }: CommandInput<'team.confirm'>,
    secret: string,
  ): Promise<Answer<Done>> => {
    const read = await refreshWithNewestKey(member);
    if (!read.ok) return read;
    const { team, keyring } = read.value;
    const joining = team.invitations.find((each) => each.invitation === invitation)?.joining;
    if (joining?.desktop !== desktop) return fail('conflict', 'Another desktop joins.');
    const recipient = deriveInvitedRecipient(secret, desktop);
    const wrapped = wrapNewestKey(keyring, joining.wrapping, recipient);
    return wrapped === null
      ? fail('invitation_invalid', 'The desktop has no valid key.')
      : member.desk.confirm({
          ...{ invitation, desktop, key: keyring.current },
          wrapped: wrapped.toString('base64url'),
        });
  };

  /** Confirms a desktop, again if another owner changes the key meanwhile. */
  const confirm = async (...request: Parameters<typeof confirmOnce>): Promise<Answer<Done>> => {
    for (let tries = 1; ; tries += 1) {
      const confirmed = await confirmOnce(...request);
      const mayRepeat = !confirmed.ok && confirmed.error.code === 'conflict';
      if (!mayRepeat || tries === maxConfirmations) return confirmed;
    }
  };

  /** Adds a desktop whose keys are on this computer, so no digits need to be compared. */
  const admit = async (
    owner: Pick<Member, 'desk' | 'team' | 'person'>,
    joiner: Pick<Member, 'desk' | 'desktop'> & { readonly wrapping: string },
    keyring: Member['keyring'],
    deriveRecipient: (secret: string) => string,
  ): Promise<Answer<{ readonly secret: string }>> => {
    const { invitation, secret, proofDigest } = createInvitation();
    const { team, person } = owner;
    const invited = await owner.desk.invite({ invitation, proofDigest, person, role: 'owner' });
    if (!invited.ok) return invited;
    const { wrapping, desktop } = joiner;
    const proof = deriveInvitationProof(secret);
    const joined = await joiner.desk.join({ team, invitation, proof, wrapping, founding: null });
    if (!joined.ok) return joined;
    const wrapped = wrapNewestKey(keyring, wrapping, deriveRecipient(secret))?.toString(
      'base64url',
    );
    const confirmed = await owner.desk.confirm({
      ...{ invitation, desktop, key: keyring.current },
      wrapped: wrapped ?? '',
    });
    return confirmed.ok ? succeed({ secret }) : confirmed;
  };

  return {
    people: () =>
      asMember(async (member): Promise<Answer<CommandOutput<'team.people'>>> => {
        const read = await refresh(member);
        if (!read.ok) return read;
        const { members, desktops, invitations } = read.value.team;
        return succeed({
          members: [...members],
          recoveryCode: member.record.recovery,
          desktops: desktops.map(({ desktop, person, since }) => ({ desktop, person, since })),
          invitations: invitations.map(({ joining, ...invitation }) => {
            const secret = member.record.invited[invitation.invitation]?.secret;
            const digits =
              joining === null || secret === undefined
                ? null
                : deriveSixDigits(secret, { wrapping: joining.wrapping, signing: joining.desktop });
            return { ...invitation, joining: joining && { desktop: joining.desktop, digits } };
          }),
        });
      }),
    invite: ({ person, role }: CommandInput<'team.invite'>) =>
      asMember(async (member): Promise<Answer<CommandOutput<'team.invite'>>> => {
        const { invitation, secret, proofDigest } = createInvitation();
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
          : confirm(member, input, secret);
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
        const read = await refreshWithNewestKey(member);
        if (!read.ok) return read;
        const { code, pair, signing } = createRecovery();
        const desktop = signing.getPublicKey();
        const desk = openDesk(member.record.address, signing, web);
        const joiner = { desk, desktop, wrapping: pair.publicKey };
        const admitted = await admit(member, joiner, read.value.keyring, () => desktop);
        if (!admitted.ok) return admitted;
        const before = member.record.recovery;
        // The record names the earlier code until that is removed, so that another try removes it.
        const removed = before === null ? succeed({}) : await remove(member, before);
        if (!removed.ok && removed.error.code !== 'not_found') return removed;
        const saved = save({ recovery: desktop });
        return saved.ok ? succeed({ code }) : saved;
      }),
    recover: async ({ address, code }: CommandInput<'team.recover'>): Promise<Answer<Done>> => {
      const { state } = membership.status();
      if (state === 'member' || state === 'joining')
        return fail('conflict', 'This computer is in a team already.');
      const parsed = readRecovery(code);
      if (!isHubAddress(address)) return fail('invalid_input', 'This is no address of a hub.');
      if (!parsed.ok)
        return fail('invalid_input', 'This is no recovery code.', { detail: parsed.code });
      const { pair, signing } = parsed;
      const codeDesktop = signing.getPublicKey();
      const desk = openDesk(address, signing, web);
      const read = await desk.team();
      if (!read.ok) return read;
      const { team, wrapped, older, desktops } = read.value;
      const newest = unwrapNewestKey(
        Buffer.from(wrapped.at(-1) ?? '', 'base64url'),
        pair,
        codeDesktop,
      );
      const keyring = newest && addOlderKeys(newest, Buffer.from(older, 'base64url'));
      const person = desktops.find((each) => each.desktop === codeDesktop)?.person;
      if (keyring === null || person === undefined)
        return fail('invalid_input', 'The code opens no keyring.', { detail: 'keyring' });
      const keys = createIdentity();
      const desktopPair = readUserNkey(keys.seed);
      const desktop = desktopPair.getPublicKey();
      const joiner = {
        desk: openDesk(address, desktopPair, web),
        desktop,
        wrapping: keys.wrapping.publicKey,
      };
      const admitted = await admit({ desk, team, person }, joiner, keyring, (secret) =>
        deriveInvitedRecipient(secret, desktop),
      );
      if (!admitted.ok) return admitted;
      return membership.become({
        ...createRecord(address, keys),
        secret: admitted.value.secret,
        member: { team, person, role: 'owner', keyring: JSON.stringify(keyring) },
        recovery: codeDesktop,
      });
    },
  };
};
export type Owner = ReturnType<typeof createOwner>;
