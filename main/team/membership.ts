/**
 * This desktop's membership of a team: its credential for the log, its keyring, and its end. The parameters of a
 * request are stored before it is sent, so it can be repeated after a crash or a lost answer.
 */
import type { TeamStatus } from '../../contract/commands/team.ts';
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import type { DeskTeam, Role } from '../../contract/team/desk.ts';
import type { LogState } from '../../contract/team/log-state.ts';
import { createBackoff } from '../clock/backoff.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { TeamHub } from '../connect/hub-requests.ts';
import type { Log } from '../log/log.ts';
import { readConfirmed, readKeyring, type Confirmed, type Keyring } from '../sealing/keyring.ts';
import { readUserNkey } from '../sealing/nkey.ts';
import { deriveSixDigits } from '../sealing/six-digits.ts';
import type { Desk } from './desk.ts';
import { createSigner, findNewestKeyring, openDesk, type Web } from './identity.ts';
import { createJoining } from './joining.ts';
import type { Done, HeldRecord, TeamRecord } from './record.ts';

export type MembershipDependencies = Web & {
  readonly record: HeldRecord;
  readonly random: (bytes: number) => Buffer;
  readonly log: Log;
  /** Called at the start and after a new credential or keyring, if the credential is valid; null without a team. */
  readonly onMembership: (membership: TeamMembership | null) => void;
  /** Called after the hub has answered with the team. */
  readonly onTeam: (team: DeskTeam) => void;
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

/** The team as the hub names it, and the keyring and list that the hub cannot forge. */
export type KnownTeam = {
  readonly team: DeskTeam;
  readonly keyring: Keyring;
  /** Without the desktops that this one removed; null if the hub withholds the list. */
  readonly confirmed: Confirmed | null;
};

const dayMs = 24 * 60 * 60_000;
const hiddenAfterMs = 14 * dayMs;
const renewMs = dayMs;
/** Interval at which a removal, a new role or a new key is noticed without the log. */
const refreshMs = 10 * 60_000;
/** Random delay, so that the team's desktops do not all send requests at the same time. */
const maxSpreadMs = 3_000;
const roleMs = 1_000;
const endAgainMs = 60_000;
const retryDelay = createBackoff({ first: 2_000, max: 5 * 60_000, jitter: 0.5 });

/** Errors of the hub itself; the others are refusals. */
const hubErrors = new Set<string>(['hub_unavailable', 'unknown_to_hub']);

const failNotInTeam = (): Answer<never> => fail('not_in_team', 'This computer is in no team.');

const deriveDesktop = ({ seed }: TeamRecord): string => readUserNkey(seed).getPublicKey();

export const createMembership = (dependencies: MembershipDependencies) => {
  const { record, random, log, clock, fetch, onMembership, onTeam, onEnd, onChange } = dependencies;
  const web = { clock, fetch };
  let failure: Failure | null = null;
  let isKeyDue = false;
  let failures = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the membership of the team could not be renewed'),
  );

  const runInOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };

  const findMember = (): Member | null => {
    const now = record.get();
    const keyring = now?.member && readKeyring(now.member.keyring);
    if (!now?.member || !keyring) return null;
    const { team, person, role } = now.member;
    const pair = readUserNkey(now.seed);
    const desk = openDesk(now.address, pair, web);
    return { record: now, team, person, role, desktop: pair.getPublicKey(), keyring, desk };
  };

  /** Sends the membership to the engine, unless the credential is missing or has expired. */
  const notifyEngine = (): void => {
    const member = findMember();
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

  /** Updates the record; sends a new keyring to the engine. Errors: `not_in_team`, those of the vault. */
  const save = (changes: Partial<TeamRecord>): Answer<Done> => {
    const before = record.get();
    if (before === null) return failNotInTeam();
    const saved = record.write({ ...before, ...changes });
    if (saved.ok && record.get()?.member?.keyring !== before.member?.keyring) notifyEngine();
    return saved;
  };

  /** Ends the team's accounts, and retries until all are stored. Errors: those of the vault. */
  const endAccounts = async (): Promise<Answer<Done>> => {
    const ended = await onEnd();
    if (ended.ok) schedule.cancel('end');
    else schedule.in('end', endAgainMs, async () => void (await endAccounts()));
    return ended;
  };
  const finishEnd = async (): Promise<Answer<Done>> =>
    schedule.getDueTime('end') === null ? succeed({}) : endAccounts();

  const stopWork = (): void => {
    for (const name of ['join', 'renew', 'refresh']) schedule.cancel(name);
    onMembership(null);
  };

  const end = (why: 'removed' | 'copied'): void => {
    const before = record.get();
    if (before === null || before.ended !== null) return;
    log.warn({ why }, 'this computer is no longer a member of the team');
    record.replace({ ...before, ended: why, member: null, joining: null });
    stopWork();
    if (why === 'removed') void endAccounts();
    onChange();
  };

  /** Also true while the clock is as far before the last answer: one that was set back would show the team for years. */
  const isHidden = (): boolean =>
    Math.abs(clock.now() - (record.get()?.reachedAt ?? 0)) > hiddenAfterMs;
  let wasHidden = false;

  /** Records the outcome of a request to the hub. Ends the membership if this desktop was removed. */
  const recordOutcome = <T>(answer: Answer<T>): Answer<T> => {
    const before = failure?.code;
    failure = answer.ok || !hubErrors.has(answer.error.code) ? null : answer.error;
    if (!answer.ok && answer.error.code === 'not_in_team') end('removed');
    else if (before !== failure?.code || wasHidden || (record.get() !== null && isHidden()))
      onChange();
    // The clock may be corrected while the hub is silent.
    wasHidden = isHidden();
    return answer;
  };

  /** Fetches the team from the hub and stores a newer keyring. Errors: those of the desk and of `save`. */
  const refresh = async (member: Member): Promise<Answer<KnownTeam>> => {
    const answer = recordOutcome(await member.desk.team());
    if (!answer.ok) return answer;
    const now = record.get();
    if (!now?.member) return failNotInTeam();
    const { wrapping, secret, member: stored } = now;
    const before = readKeyring(stored.keyring) ?? member.keyring;
    const recipient = { wrapping, desktop: member.desktop };
    const keyring = findNewestKeyring(answer.value, recipient, { before, secret }) ?? before;
    const listed = readConfirmed(keyring, Buffer.from(answer.value.older, 'base64url'));
    // Under one key, the list only grows: a shorter one is older.
    const known = keyring.current === before.current ? stored.confirmed : {};
    const own = { [member.desktop]: wrapping.publicKey };
    const confirmed = listed === null ? stored.confirmed : { ...known, ...listed, ...own };
    const newest = answer.value.keys.at(-1);
    const isOther = newest?.publicKey !== keyring.keys[keyring.current]?.publicKey;
    const isNewer = (newest?.key ?? 0) > keyring.current;
    if (isNewer)
      log.error(
        { newest: newest?.key },
        'the hub has a key of the team that is not for this computer',
      );
    const removed = now.removed ?? [];
    const hasRemoved = removed.some((desktop) => confirmed?.[desktop] !== undefined);
    // A hub that was restored from a backup lacks the newest key.
    const isDue = answer.value.isKeyDue || hasRemoved || (isOther && !isNewer);
    const team = { ...answer.value, isKeyDue: isDue };
    const role = team.members.find(({ person }) => person === member.person)?.role ?? stored.role;
    const saved = save({
      member: { ...stored, role, keyring: JSON.stringify(keyring), confirmed },
      reachedAt: clock.now(),
    });
    if (!saved.ok) return saved;
    // A new role needs a new credential, which grants its permissions at the log.
    if (role !== stored.role) schedule.in('renew', roleMs, renew);
    if (isKeyDue !== team.isKeyDue) {
      ({ isKeyDue } = team);
      onChange();
    }
    onTeam(team);
    const remaining = Object.entries(confirmed ?? {}).filter(([each]) => !removed.includes(each));
    return succeed({
      ...{ team, keyring },
      confirmed: confirmed === undefined ? null : Object.fromEntries(remaining),
    });
  };

  const renewCredential = async (): Promise<Answer<Done>> => {
    const member = findMember();
    if (member === null) return failNotInTeam();
    const { credential } = member.record;
    const attempt = credential.attempt ?? random(16).toString('base64url');
    const written = save({ credential: { ...credential, attempt } });
    if (!written.ok) return written;
    const answer = recordOutcome(await member.desk.credential({ seen: credential.seen, attempt }));
    if (!answer.ok) return answer;
    if (answer.value === 'copied') {
      end('copied');
      return succeed({});
    }
    const now = record.get();
    if (!now?.member) return failNotInTeam();
    const { number, person, role } = answer.value;
    const saved = record.write({
      ...now,
      credential: { seen: number, attempt: null, issued: answer.value },
      member: { ...now.member, person, role },
      reachedAt: clock.now(),
    });
    if (saved.ok) notifyEngine();
    return saved;
  };

  /** Plans the next refresh first: one that is requested meanwhile replaces it. */
  const refreshNow = async (): Promise<void> => {
    const member = findMember();
    if (member === null) return;
    schedule.in('refresh', refreshMs, refreshAgain);
    await refresh(member);
  };
  const refreshAgain = (): Promise<void> => runInOrder(refreshNow);

  const renewNow = async (): Promise<void> => {
    const renewed = await renewCredential();
    if (findMember() === null) return;
    failures = renewed.ok ? 0 : failures + 1;
    // Before the refresh, which plans an earlier renewal for a new role.
    schedule.in('renew', renewed.ok ? renewMs : retryDelay(failures, Math.random), renew);
    if (renewed.ok) await refreshNow();
  };
  /** Renews the credential now: after sleep, and when the log refused it or has a newer key. */
  const renew = (): Promise<void> => runInOrder(renewNow);

  const becomeMember = async (next: TeamRecord): Promise<Answer<Done>> => {
    const ended = await finishEnd();
    const written = ended.ok ? record.write(next) : ended;
    if (written.ok) await renewNow();
    return written;
  };
  const joining = createJoining({ ...web, record, schedule, runInOrder, becomeMember, onChange });

  const initial = record.get();
  if (initial?.joining) joining.resume();
  else if (findMember() !== null) {
    notifyEngine();
    schedule.now('renew', renew);
  } else if (!record.isUnreadable && !initial?.member) onMembership(null);
  if (initial?.ended === 'removed') void endAccounts();

  return {
    /** @param teamLog the engine's connection to the log, if known */
    status: (teamLog: LogState | null = null): TeamStatus => {
      const now = record.get();
      if (now?.ended != null) return { state: 'ended', why: now.ended };
      if (now?.joining != null) {
        const { address, joining: invited, wrapping } = now;
        const keys = { wrapping: wrapping.publicKey, desktop: deriveDesktop(now) };
        return { state: 'joining', address, digits: deriveSixDigits(invited.secret, keys) };
      }
      if (now?.member == null) return { state: 'none', refusal: joining.getRefusal() };
      const { address, reachedAt } = now;
      const { team, person, role } = now.member;
      return {
        ...{ state: 'member', address, team, person, role, desktop: deriveDesktop(now) },
        ...{ reachedAt, isHidden: isHidden(), failure, isKeyDue, log: teamLog },
      };
    },
    /** For requests to the hub's broker; null without a team. */
    hub: (): TeamHub | null => {
      const member = findMember();
      if (member === null) return null;
      const { address, seed } = member.record;
      return {
        address,
        signer: createSigner(readUserNkey(seed)),
        isOwner: member.role === 'owner',
      };
    },
    /** Errors: see `team.join`. */
    join: (invitation: string): Promise<Answer<Done>> =>
      runInOrder(async () => {
        const now = record.get();
        if (now !== null && now.ended === null)
          return fail('conflict', 'This computer is in a team already.');
        const ended = await finishEnd();
        return ended.ok ? joining.join(invitation) : ended;
      }),
    stopJoining: joining.stop,
    /** Errors: see `team.leave`, those of the vault. */
    leave: (isHubGone: boolean): Promise<Answer<Done>> =>
      runInOrder(async () => {
        const member = findMember();
        if (member !== null) {
          const left = await member.desk.revoke({ desktop: member.desktop });
          const isLeft = left.ok || ['not_in_team', 'unknown_to_hub'].includes(left.error.code);
          if (!isLeft && !(isHubGone && left.error.code === 'hub_unavailable')) return left;
          const stored = record.write({ ...member.record, ended: 'removed', member: null });
          if (!stored.ok) return stored;
          stopWork();
        }
        const ended = await (member === null ? finishEnd() : endAccounts());
        const removed = ended.ok ? record.remove() : ended;
        if (removed.ok && member === null) stopWork();
        onChange();
        return removed;
      }),
    /** Runs `work` after earlier work. Errors: `not_in_team`, those of the work. */
    asMember: <T>(work: (member: Member) => Promise<Answer<T>>): Promise<Answer<T>> =>
      runInOrder(async () => {
        const member = findMember();
        if (member === null) return failNotInTeam();
        const answer = await work(member);
        // A success does not show that the hub answers: the work may have sent no request.
        return answer.ok ? answer : recordOutcome(answer);
      }),
    /** Stores the record of a confirmed member and fetches its credential. Errors: those of the vault. */
    become: (next: TeamRecord): Promise<Answer<Done>> => runInOrder(() => becomeMember(next)),
    save,
    refresh,
    /** Refreshes within seconds, because the log shows that the team changed. */
    refreshSoon: (): void => schedule.in('refresh', Math.random() * maxSpreadMs, refreshAgain),
    renew,
    stop: schedule.stop,
  };
};
export type Membership = ReturnType<typeof createMembership>;
