/**
 * This desktop's membership of a team: joining, the credential for the log and its renewal, the keyring, and the end.
 * What a request needs is in the vault before it leaves, so that after a crash or a lost answer it goes on.
 */
import type { TeamStatus } from '../../contract/commands/team.ts';
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import { parseInvitation, type deskTeam, type Role } from '../../contract/team/desk.ts';
import type { LogState } from '../../contract/team/log-state.ts';
import type { z } from 'zod';
import { backoff } from '../clock/backoff.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { TeamHub } from '../connect/hub-requests.ts';
import type { Log } from '../log/log.ts';
import { createKeyring, readKeyring, wrapKeyring, type Keyring } from '../sealing/keyring.ts';
import { readUserNkey } from '../sealing/nkey.ts';
import { invitationProof, sixDigits } from '../sealing/six-digits.ts';
import type { Desk } from './desk.ts';
import { deskOf, isHubAddress, newIdentity, openKeyring, signerOf, type Web } from './identity.ts';
import type { TeamRecord, TeamRecords } from './record.ts';

type Done = Record<string, never>;
type DeskTeam = z.infer<typeof deskTeam>;

export type MembershipDependencies = Web & {
  readonly records: TeamRecords;
  readonly random: (bytes: number) => Buffer;
  readonly log: Log;
  /** Called with what the engine needs, at the start and after each change; null without a team. */
  readonly onMembership: (membership: TeamMembership | null) => void;
  /** Called after the hub has reported the team. */
  readonly onTeam: () => void;
  /** Called when the team's data has to go: this desktop left or was removed. */
  readonly onEnd: () => void;
  /** Called when the status is another. */
  readonly onChange: () => void;
};

/** A desktop that is a member. */
export type Member = {
  readonly record: TeamRecord;
  readonly team: string;
  readonly person: string;
  readonly role: Role;
  readonly desktop: string;
  readonly keyring: Keyring;
  readonly desk: Desk;
};

export type Membership = {
  /** @param log the engine's connection to the log, if known */
  readonly status: (log?: LogState | null) => TeamStatus;
  /** For requests to the hub's broker; null without a team. */
  readonly hub: () => TeamHub | null;
  /** Errors: see `team.join`. */
  readonly join: (invitation: string) => Promise<Answer<Done>>;
  readonly stopJoining: () => Answer<Done>;
  /** Errors: see `team.leave`. */
  readonly leave: (isHubGone: boolean) => Promise<Answer<Done>>;
  /** Runs work of a member after what runs before. Errors: `not_in_team`, those of the work. */
  readonly asMember: <T>(work: (member: Member) => Promise<Answer<T>>) => Promise<Answer<T>>;
  /** Becomes a member with keys that an owner has confirmed. Errors: those of the vault. */
  readonly become: (record: TeamRecord) => Promise<Answer<Done>>;
  /** Stores what `changes` of the record; tells the engine of another keyring. Errors: those of the vault. */
  readonly save: (changes: Partial<TeamRecord>) => Answer<Done>;
  /** Reads the team from the hub, and takes a newer keyring. */
  readonly refresh: (
    member: Member,
  ) => Promise<Answer<{ readonly team: DeskTeam; readonly keyring: Keyring }>>;
  /** Reads the team within seconds, because the log says that it changed. */
  readonly lookSoon: () => void;
  /** Asks the hub now: at the start, after sleep, and when the log refused the credential. */
  readonly renew: () => Promise<void>;
  readonly stop: () => void;
};

const day = 24 * 60 * 60_000;
const hiddenAfterMs = 14 * day;
const renewMs = day;
/** How often a removal, a role or a new key is noticed without the log. */
const refreshMs = 10 * 60_000;
/** The desktops of a team do not ask the hub at once. */
const mostSpreadMs = 3_000;
const joiningMs = 3_000;
const roleMs = 1_000;
const retryBackoff = backoff({ first: 2_000, most: 5 * 60_000, jitter: 0.5 });

/** Errors that are the hub's. */
const hubFaults = new Set<string>(['hub_unavailable', 'unknown_to_hub']);

const notInTeam = (): Answer<never> => fail('not_in_team', 'This computer is in no team.');

/** The record of a desktop that begins to join. */
export const newRecord = (
  address: string,
  keys: Pick<TeamRecord, 'seed' | 'wrapping'>,
): TeamRecord => ({
  ...{ address, ...keys, joining: null, member: null, secret: null },
  credential: { seen: 0, attempt: null, issued: null },
  ...{ invited: {}, recovery: null, rotateFrom: null, reachedAt: 0, ended: null },
});

export const createMembership = (dependencies: MembershipDependencies): Membership => {
  const { records, random, log, clock, onMembership, onTeam, onEnd, onChange, fetch } =
    dependencies;
  const web = { clock, fetch };
  let record = records.read();
  let fault: Failure | null = null;
  let refusal: Failure | null = null;
  let failures = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the membership of the team could not be renewed'),
  );

  const dropPlans = (): void => {
    for (const name of ['join', 'renew', 'refresh']) schedule.cancel(name);
  };

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };

  const put = (next: TeamRecord): Answer<Done> => {
    const written = records.write(next);
    if (written.ok) record = next;
    return written;
  };

  const memberOf = (): Member | null => {
    if (record === null || record.member === null || record.ended !== null) return null;
    const keyring = readKeyring(record.member.keyring);
    const pair = readUserNkey(record.seed);
    if (keyring === null) return null;
    const { team, person, role } = record.member;
    const desk = deskOf(record.address, pair, web);
    return { record, team, person, role, desktop: pair.getPublicKey(), keyring, desk };
  };

  /** Tells the engine. An expired credential is of no use to it. */
  const announce = (): void => {
    const member = memberOf();
    const issued = member?.record.credential.issued ?? null;
    onChange();
    if (member === null || issued === null || issued.expires <= clock.now()) return;
    const { record: stored, team, person, role, desktop, keyring } = member;
    const { jwt, servers } = issued;
    onMembership({
      ...{ address: stored.address, team, person, role, desktop, servers },
      credentials: { jwt, seed: stored.seed },
      keyring: JSON.stringify(keyring),
    });
  };

  const end = (why: 'removed' | 'copied'): void => {
    if (record === null) return;
    log.warn({ why }, 'this computer is no longer a member of the team');
    put({ ...record, ended: why, member: null, joining: null });
    dropPlans();
    onMembership(null);
    if (why === 'removed') onEnd();
    onChange();
  };

  const isHidden = ({ reachedAt }: TeamRecord): boolean => clock.now() - reachedAt > hiddenAfterMs;

  /** Notes how a request to the hub ended. A desktop that is not in the team any more is at its end. */
  const note = <T>(answer: Answer<T>): Answer<T> => {
    const before = fault?.code;
    fault = answer.ok || !hubFaults.has(answer.error.code) ? null : answer.error;
    if (!answer.ok && answer.error.code === 'not_in_team') end('removed');
    else if (before !== fault?.code || (record !== null && isHidden(record))) onChange();
    return answer;
  };

  const refresh: Membership['refresh'] = async (member) => {
    const answer = note(await member.desk.team());
    if (!answer.ok) return answer;
    if (record === null || record.member === null) return notInTeam();
    const team = answer.value;
    const { wrapping, secret, member: stored } = record;
    const before = readKeyring(stored.keyring) ?? member.keyring;
    const opened =
      team.wrapped === null
        ? null
        : openKeyring(team.wrapped, { wrapping, desktop: member.desktop }, { before, secret });
    const keyring = opened !== null && opened.current > before.current ? opened : before;
    const newest = Math.max(...team.keys.map(({ key }) => key));
    if (newest > keyring.current)
      log.error({ newest }, 'the hub has a key of the team that is not for this computer');
    const role = team.members.find(({ person }) => person === member.person)?.role ?? stored.role;
    const saved = save({
      member: { ...stored, role, keyring: JSON.stringify(keyring) },
      reachedAt: clock.now(),
    });
    if (!saved.ok) return saved;
    // Another role has other rights at the log, which only a new credential gives.
    if (role !== stored.role) schedule.in('renew', roleMs, renew);
    onTeam();
    return succeed({ team, keyring });
  };

  const save: Membership['save'] = (changes) => {
    if (record === null) return notInTeam();
    const keyringBefore = record.member?.keyring;
    const saved = put({ ...record, ...changes });
    if (saved.ok && record.member?.keyring !== keyringBefore) announce();
    return saved;
  };

  /** Gets the credential of the log. */
  const renewCredential = async (): Promise<Answer<Done>> => {
    const member = memberOf();
    if (member === null || record === null) return notInTeam();
    const attempt = record.credential.attempt ?? random(16).toString('base64url');
    const written = save({ credential: { ...record.credential, attempt } });
    if (!written.ok) return written;
    const { seen } = record.credential;
    const answer = note(await member.desk.credential({ seen, attempt }));
    if (!answer.ok) return answer;
    if (answer.value === 'copied') {
      end('copied');
      return succeed({});
    }
    const issued = answer.value;
    if (record.member === null) return notInTeam();
    const { person, role } = issued;
    const saved = put({
      ...record,
      credential: { seen: issued.number, attempt: null, issued },
      member: { ...record.member, person, role },
      reachedAt: clock.now(),
    });
    if (saved.ok) announce();
    return saved;
  };

  const renewNow = async (): Promise<void> => {
    const renewed = await renewCredential();
    const member = memberOf();
    if (member === null) return;
    if (renewed.ok) await refresh(member);
    failures = renewed.ok ? 0 : failures + 1;
    schedule.in('renew', renewed.ok ? renewMs : retryBackoff(failures, Math.random), renew);
    schedule.in('refresh', refreshMs, refreshAgain);
  };
  const renew = (): Promise<void> => inOrder(renewNow);
  const refreshAgain = (): Promise<void> =>
    inOrder(async () => {
      const member = memberOf();
      if (member === null) return;
      await refresh(member);
      schedule.in('refresh', refreshMs, refreshAgain);
    });

  /** The keyring of a desktop that an owner has confirmed, or that founded the team. */
  const firstKeyring = (
    joining: NonNullable<TeamRecord['joining']>,
    { keys, wrapped }: DeskTeam,
    own: { readonly wrapping: TeamRecord['wrapping']; readonly desktop: string },
  ): Keyring | null => {
    const founding = readKeyring(joining.founding);
    const isFounder = keys.some(
      ({ key, publicKey }) => key === 1 && publicKey === founding?.keys['1']?.publicKey,
    );
    if (isFounder) return founding;
    return wrapped === null
      ? null
      : openKeyring(wrapped, own, { before: null, secret: joining.secret });
  };

  const giveUpJoining = (why: Failure | null): void => {
    records.remove();
    record = null;
    refusal = why;
    dropPlans();
    onChange();
  };

  /** Uses the invitation, or asks whether an owner has confirmed. */
  const checkJoining = async (): Promise<Answer<Done>> => {
    if (record?.joining == null) return succeed({});
    const { joining, wrapping, address } = record;
    const pair = readUserNkey(record.seed);
    const desktop = pair.getPublicKey();
    const desk = deskOf(address, pair, web);
    /** The person has stopped joining meanwhile, or joins with another invitation. */
    const isOver = (): boolean => record?.joining?.secret !== joining.secret;
    const founding = readKeyring(joining.founding);
    const wrapped = founding && wrapKeyring(founding, wrapping.publicKey, desktop);
    const joined = await desk.join({
      team: joining.team,
      invitation: joining.invitation,
      proof: invitationProof(joining.secret),
      wrapping: wrapping.publicKey,
      founding: wrapped && {
        publicKey: founding.keys['1']?.publicKey ?? '',
        wrapped: wrapped.toString('base64url'),
      },
    });
    if (isOver()) return succeed({});
    if (!joined.ok) {
      if (joined.error.code === 'hub_unavailable') {
        schedule.in('join', retryBackoff((failures += 1), Math.random), checkAgain);
        return joined;
      }
      giveUpJoining(joined.error);
      return joined;
    }
    failures = 0;
    const team = joined.value.confirmed ? await desk.team() : null;
    if (isOver()) return succeed({});
    if (team === null || !team.ok) {
      schedule.in('join', joiningMs, checkAgain);
      return succeed({});
    }
    const keyring = firstKeyring(joining, team.value, { wrapping, desktop });
    const person = team.value.desktops.find((each) => each.desktop === desktop)?.person;
    if (keyring === null || person === undefined) {
      const error: Failure = {
        code: 'invitation_invalid',
        message: 'The keyring did not come from the owner.',
      };
      giveUpJoining(error);
      return { ok: false, error };
    }
    return becomeMember({
      ...record,
      ...{ joining: null, secret: joining.secret },
      member: {
        ...{ team: joining.team, person, role: 'member' },
        keyring: JSON.stringify(keyring),
      },
    });
  };
  const checkAgain = async (): Promise<void> => void (await inOrder(checkJoining));

  const becomeMember = async (next: TeamRecord): Promise<Answer<Done>> => {
    const written = put(next);
    if (written.ok) await renewNow();
    return written;
  };

  const start = (): void => {
    if (record?.joining != null) schedule.now('join', checkAgain);
    else if (memberOf() !== null) {
      announce();
      schedule.now('renew', renew);
    } else if (record === null ? !records.exists() : record.member === null) onMembership(null);
  };
  start();

  return {
    status: (teamLog = null) => {
      if (record === null) return { state: 'none', refusal };
      const { address, joining, member, reachedAt, ended, wrapping } = record;
      if (ended !== null) return { state: 'ended', why: ended };
      const desktop = readUserNkey(record.seed).getPublicKey();
      if (joining !== null) {
        const keys = { wrapping: wrapping.publicKey, signing: desktop };
        return { state: 'joining', address, digits: sixDigits(joining.secret, keys) };
      }
      if (member === null) return { state: 'none', refusal };
      const { team, person, role } = member;
      return {
        state: 'member',
        ...{ address, team, person, role, desktop },
        reachedAt,
        isHidden: isHidden(record),
        fault,
        log: teamLog,
      };
    },
    hub: () => {
      if (memberOf() === null || record === null || record.member === null) return null;
      const { address, seed, member } = record;
      return { address, signer: signerOf(readUserNkey(seed)), isOwner: member.role === 'owner' };
    },
    join: (text) =>
      inOrder(async () => {
        if (record !== null && record.ended === null)
          return fail('conflict', 'This computer is in a team already.');
        const invitation = parseInvitation(text);
        if (invitation === null || !isHubAddress(invitation.address))
          return fail('invalid_input', 'This is no invitation.');
        const { address, ...joining } = invitation;
        refusal = null;
        const founding = JSON.stringify(createKeyring());
        const written = put({
          ...newRecord(address, newIdentity()),
          joining: { ...joining, founding },
        });
        if (!written.ok) return written;
        const checked = await checkJoining();
        onChange();
        return checked.ok || record === null ? checked : succeed({});
      }),
    stopJoining: () => {
      if (record?.joining != null) giveUpJoining(null);
      return succeed({});
    },
    leave: (isHubGone) =>
      inOrder(async () => {
        const member = memberOf();
        if (member !== null) {
          const left = await member.desk.revoke({ desktop: member.desktop });
          const isLeft = left.ok || ['not_in_team', 'unknown_to_hub'].includes(left.error.code);
          if (!isLeft && !(isHubGone && left.error.code === 'hub_unavailable')) return left;
        }
        const removed = records.remove();
        if (!removed.ok) return removed;
        record = null;
        dropPlans();
        onMembership(null);
        if (member !== null) onEnd();
        onChange();
        return succeed({});
      }),
    asMember: (work) =>
      inOrder(async () => {
        const member = memberOf();
        if (member === null) return notInTeam();
        const answer = await work(member);
        // Work that needs no hub says nothing about it.
        return answer.ok ? answer : note(answer);
      }),
    become: (next) => inOrder(() => becomeMember(next)),
    save,
    refresh,
    lookSoon: () => schedule.in('refresh', Math.random() * mostSpreadMs, refreshAgain),
    renew,
    stop: schedule.stop,
  };
};
