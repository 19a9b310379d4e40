/**
 * This desktop's membership of a team: joining, renewing the credential for the log, the keyring, and leaving.
 * The parameters of a request are stored before it is sent, so it can be repeated after a crash or a lost answer.
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
  /** Called at the start and after a new credential or keyring, if the credential is valid; null without a team. */
  readonly onMembership: (membership: TeamMembership | null) => void;
  readonly onTeam: () => void;
  /** Ends the team's accounts here: this desktop left or was removed. Errors: those of the vault. */
  readonly onEnd: () => Promise<Answer<Done>>;
  readonly onChange: () => void;
};

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
  /** Errors: those of the vault; the desktop then still joins. */
  readonly stopJoining: () => Answer<Done>;
  /** Errors: see `team.leave`, those of the vault. */
  readonly leave: (isHubGone: boolean) => Promise<Answer<Done>>;
  /** Runs `work` after earlier work. Errors: `not_in_team`, those of the work. */
  readonly asMember: <T>(work: (member: Member) => Promise<Answer<T>>) => Promise<Answer<T>>;
  /** Stores the record of a confirmed member and fetches its credential. Errors: those of the vault. */
  readonly become: (record: TeamRecord) => Promise<Answer<Done>>;
  /** Updates the record; sends a new keyring to the engine. Errors: `not_in_team`, those of the vault. */
  readonly save: (changes: Partial<TeamRecord>) => Answer<Done>;
  /** Fetches the team from the hub and stores a newer keyring. Errors: those of the desk and of `save`. */
  readonly refresh: (
    member: Member,
  ) => Promise<Answer<{ readonly team: DeskTeam; readonly keyring: Keyring }>>;
  /** Refreshes within seconds, because the log shows that the team changed. */
  readonly refreshSoon: () => void;
  /** Renews the credential now: after sleep, and when the log refused it or has a newer key. */
  readonly renew: () => Promise<void>;
  readonly stop: () => void;
};

const day = 24 * 60 * 60_000;
const hiddenAfterMs = 14 * day;
const renewMs = day;
/** Interval at which a removal, a new role or a new key is noticed without the log. */
const refreshMs = 10 * 60_000;
/** Random delay, so that the team's desktops do not all send requests at the same time. */
const maxSpreadMs = 3_000;
const joiningMs = 3_000;
const roleMs = 1_000;
const endAgainMs = 60_000;
const retryBackoff = backoff({ first: 2_000, most: 5 * 60_000, jitter: 0.5 });

/** Errors of the hub itself; the others are refusals. */
const hubErrors = new Set<string>(['hub_unavailable', 'unknown_to_hub']);

const notInTeam = (): Answer<never> => fail('not_in_team', 'This computer is in no team.');

/** The record of a desktop that is neither joining nor a member yet. */
export const newRecord = (
  address: string,
  keys: Pick<TeamRecord, 'seed' | 'wrapping'>,
): TeamRecord => ({
  address,
  ...keys,
  joining: null,
  member: null,
  secret: null,
  credential: { seen: 0, attempt: null, issued: null },
  invited: {},
  recovery: null,
  rotateFrom: null,
  reachedAt: 0,
  ended: null,
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

  const cancelSchedule = (): void => {
    for (const name of ['join', 'renew', 'refresh']) schedule.cancel(name);
  };

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };

  const writeRecord = (next: TeamRecord): Answer<Done> => {
    const written = records.write(next);
    if (written.ok) record = next;
    return written;
  };

  const currentMember = (): Member | null => {
    if (record === null || record.member === null || record.ended !== null) return null;
    const keyring = readKeyring(record.member.keyring);
    const pair = readUserNkey(record.seed);
    if (keyring === null) return null;
    const { team, person, role } = record.member;
    const desk = deskOf(record.address, pair, web);
    return { record, team, person, role, desktop: pair.getPublicKey(), keyring, desk };
  };

  /** Sends the membership to the engine, unless the credential is missing or has expired. */
  const notifyEngine = (): void => {
    const member = currentMember();
    const issued = member?.record.credential.issued ?? null;
    onChange();
    if (member === null || issued === null || issued.expires <= clock.now()) return;
    const { record: stored, team, person, role, desktop, keyring } = member;
    const { jwt, servers } = issued;
    onMembership({
      address: stored.address,
      team,
      person,
      role,
      desktop,
      servers,
      credentials: { jwt, seed: stored.seed },
      keyring: JSON.stringify(keyring),
    });
  };

  /** Ends the team's accounts, and retries until all are stored. Errors: those of the vault. */
  const endAccounts = async (): Promise<Answer<Done>> => {
    const ended = await onEnd();
    if (ended.ok) schedule.cancel('end');
    else schedule.in('end', endAgainMs, async () => void (await endAccounts()));
    return ended;
  };
  const finishEnd = async (): Promise<Answer<Done>> =>
    schedule.dueAt('end') === null ? succeed({}) : endAccounts();

  const end = (why: 'removed' | 'copied'): void => {
    if (record === null || record.ended !== null) return;
    log.warn({ why }, 'this computer is no longer a member of the team');
    const next: TeamRecord = { ...record, ended: why, member: null, joining: null };
    // If it cannot be stored, the hub refuses this desktop again at the next start.
    records.write(next);
    record = next;
    cancelSchedule();
    onMembership(null);
    if (why === 'removed') void endAccounts();
    onChange();
  };

  const isHidden = ({ reachedAt }: TeamRecord): boolean => clock.now() - reachedAt > hiddenAfterMs;

  /** Records the outcome of a request to the hub. Ends the membership if this desktop was removed. */
  const noteOutcome = <T>(answer: Answer<T>): Answer<T> => {
    const before = fault?.code;
    fault = answer.ok || !hubErrors.has(answer.error.code) ? null : answer.error;
    if (!answer.ok && answer.error.code === 'not_in_team') end('removed');
    else if (before !== fault?.code || (record !== null && isHidden(record))) onChange();
    return answer;
  };

  const refresh: Membership['refresh'] = async (member) => {
    const answer = noteOutcome(await member.desk.team());
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
    // A new role needs a new credential, which grants its permissions at the log.
    if (role !== stored.role) schedule.in('renew', roleMs, renew);
    onTeam();
    return succeed({ team, keyring });
  };

  const save: Membership['save'] = (changes) => {
    if (record === null) return notInTeam();
    const keyringBefore = record.member?.keyring;
    const saved = writeRecord({ ...record, ...changes });
    if (saved.ok && record.member?.keyring !== keyringBefore) notifyEngine();
    return saved;
  };

  const renewCredential = async (): Promise<Answer<Done>> => {
    const member = currentMember();
    if (member === null || record === null) return notInTeam();
    const attempt = record.credential.attempt ?? random(16).toString('base64url');
    const written = save({ credential: { ...record.credential, attempt } });
    if (!written.ok) return written;
    const { seen } = record.credential;
    const answer = noteOutcome(await member.desk.credential({ seen, attempt }));
    if (!answer.ok) return answer;
    if (answer.value === 'copied') {
      end('copied');
      return succeed({});
    }
    const issued = answer.value;
    if (record.member === null) return notInTeam();
    const { person, role } = issued;
    const saved = writeRecord({
      ...record,
      credential: { seen: issued.number, attempt: null, issued },
      member: { ...record.member, person, role },
      reachedAt: clock.now(),
    });
    if (saved.ok) notifyEngine();
    return saved;
  };

  /** Plans the next refresh first: one that is requested meanwhile replaces it. */
  const refreshNow = async (member: Member): Promise<void> => {
    schedule.in('refresh', refreshMs, refreshAgain);
    await refresh(member);
  };
  const renewNow = async (): Promise<void> => {
    const renewed = await renewCredential();
    const member = currentMember();
    if (member === null) return;
    failures = renewed.ok ? 0 : failures + 1;
    // Before the refresh, which plans an earlier renewal for a new role.
    schedule.in('renew', renewed.ok ? renewMs : retryBackoff(failures, Math.random), renew);
    if (renewed.ok) await refreshNow(member);
  };
  const renew = (): Promise<void> => inOrder(renewNow);
  const refreshAgain = (): Promise<void> =>
    inOrder(async () => {
      const member = currentMember();
      if (member !== null) await refreshNow(member);
    });

  /** The keyring of a confirmed or founding desktop; null if it cannot be trusted. */
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

  /** Errors: those of the vault, unless the invitation was refused: the next start is refused again. */
  const giveUpJoining = (why: Failure | null): Answer<Done> => {
    const removed = records.remove();
    if (!removed.ok && why === null) return removed;
    record = null;
    refusal = why;
    cancelSchedule();
    onChange();
    return succeed({});
  };

  /** Redeems the invitation, or checks whether an owner has confirmed this desktop. */
  const checkJoining = async (): Promise<Answer<Done>> => {
    if (record?.joining == null) return succeed({});
    const { joining, wrapping, address } = record;
    const pair = readUserNkey(record.seed);
    const desktop = pair.getPublicKey();
    const desk = deskOf(address, pair, web);
    /** Whether the person has stopped joining meanwhile, or joins with another invitation. */
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
        schedule.in('join', retryBackoff((failures += 1), Math.random), recheckJoining);
        return joined;
      }
      giveUpJoining(joined.error);
      return joined;
    }
    failures = 0;
    const team = joined.value.confirmed ? await desk.team() : null;
    if (isOver()) return succeed({});
    if (team === null || !team.ok) {
      schedule.in('join', joiningMs, recheckJoining);
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
      joining: null,
      secret: joining.secret,
      member: { team: joining.team, person, role: 'member', keyring: JSON.stringify(keyring) },
    });
  };
  const recheckJoining = async (): Promise<void> => void (await inOrder(checkJoining));

  const becomeMember = async (next: TeamRecord): Promise<Answer<Done>> => {
    const ended = await finishEnd();
    const written = ended.ok ? writeRecord(next) : ended;
    if (written.ok) await renewNow();
    return written;
  };

  if (record?.joining != null) schedule.now('join', recheckJoining);
  else if (currentMember() !== null) {
    notifyEngine();
    schedule.now('renew', renew);
  } else if (record === null ? !records.exists() : record.member === null) onMembership(null);
  if (record?.ended === 'removed') void endAccounts();

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
        address,
        team,
        person,
        role,
        desktop,
        reachedAt,
        isHidden: isHidden(record),
        fault,
        log: teamLog,
      };
    },
    hub: () => {
      const member = currentMember();
      if (member === null) return null;
      const { address, seed } = member.record;
      return { address, signer: signerOf(readUserNkey(seed)), isOwner: member.role === 'owner' };
    },
    join: (text) =>
      inOrder(async () => {
        if (record !== null && record.ended === null)
          return fail('conflict', 'This computer is in a team already.');
        const invitation = parseInvitation(text);
        if (invitation === null || !isHubAddress(invitation.address))
          return fail('invalid_input', 'This is no invitation.');
        const ended = await finishEnd();
        if (!ended.ok) return ended;
        const { address, ...joining } = invitation;
        refusal = null;
        const founding = JSON.stringify(createKeyring());
        const written = writeRecord({
          ...newRecord(address, newIdentity()),
          joining: { ...joining, founding },
        });
        if (!written.ok) return written;
        const checked = await checkJoining();
        onChange();
        return checked.ok || record === null ? checked : succeed({});
      }),
    stopJoining: () => (record?.joining == null ? succeed({}) : giveUpJoining(null)),
    leave: (isHubGone) =>
      inOrder(async () => {
        const member = currentMember();
        if (member !== null) {
          const left = await member.desk.revoke({ desktop: member.desktop });
          const isLeft = left.ok || ['not_in_team', 'unknown_to_hub'].includes(left.error.code);
          if (!isLeft && !(isHubGone && left.error.code === 'hub_unavailable')) return left;
          const stored = writeRecord({ ...member.record, ended: 'removed', member: null });
          if (!stored.ok) return stored;
          cancelSchedule();
          onMembership(null);
        }
        const ended = await (member === null ? finishEnd() : endAccounts());
        const removed = ended.ok ? records.remove() : ended;
        if (!removed.ok) {
          onChange();
          return removed;
        }
        record = null;
        cancelSchedule();
        if (member === null) onMembership(null);
        onChange();
        return succeed({});
      }),
    asMember: (work) =>
      inOrder(async () => {
        const member = currentMember();
        if (member === null) return notInTeam();
        const answer = await work(member);
        // A success does not show that the hub answers: the work may have sent no request.
        return answer.ok ? answer : noteOutcome(answer);
      }),
    become: (next) => inOrder(() => becomeMember(next)),
    save,
    refresh,
    refreshSoon: () => schedule.in('refresh', Math.random() * maxSpreadMs, refreshAgain),
    renew,
    stop: schedule.stop,
  };
};
