/** Teams: their records as the hub last read them, their connections, and the announcement of changes. */
import { randomBytes } from 'node:crypto';
import { formatInvitation } from '../contract/team/desk.ts';
import { pause, type Clock } from '../main/clock/clock.ts';
import type { Log } from '../main/log/log.ts';
import { computeDigest } from '../main/sealing/digest.ts';
import { deriveInvitationProof } from '../main/sealing/six-digits.ts';
import type { Connection } from './connections.ts';
import { findLastSequence, type Records, type TeamState } from './records.ts';
import type { TeamAccounts } from './team-accounts.ts';

/** Milliseconds. */
export const invitationLifetime = 48 * 3_600_000;
/** Milliseconds until a copy of the records is read again. */
export const copyPause = 50;

const listRevocations = ({ desktops }: TeamState): Record<string, number> =>
  Object.fromEntries(
    [...desktops]
      .filter(([, { value }]) => value.refusedUntil > 0)
      .map(([desktop, { value }]) => [desktop, value.refusedUntil]),
  );

const createRandomID = (bytes: number): string => randomBytes(bytes).toString('base64url');

export const createTeams = (dependencies: {
  readonly records: Records;
  readonly accounts: TeamAccounts;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  const { records, accounts, clock, log } = dependencies;
  const known = new Set<string>();
  const states = new Map<string, { readonly at: number; readonly state: Promise<TeamState> }>();
  const running = new Map<string, Promise<TeamState>>();
  /** Reads that begin when the running one of their team ends. */
  const following = new Map<string, Promise<TeamState>>();

  const read = (team: string): Promise<TeamState> => {
    following.delete(team);
    const reading = {
      at: clock.steady(),
      state: records.readState(team).finally(() => running.delete(team)),
    };
    running.set(team, reading.state);
    states.set(team, reading);
    reading.state.catch(() => states.get(team) === reading && states.delete(team));
    return reading.state;
  };

  /** @param maxAge milliseconds that the state may be old; 0 reads it now */
  const state = async (team: string, maxAge: number): Promise<TeamState> => {
    const cached = states.get(team);
    if (cached !== undefined && maxAge > 0 && clock.steady() - cached.at < maxAge)
      return cached.state;
    const current = running.get(team);
    const next = following.get(team) ?? current?.catch(() => null).then(() => read(team));
    if (next === undefined) return read(team);
    // One read serves all requests that wait for it.
    following.set(team, next);
    return next;
  };

  /**
   * Pushes a team's revocations to the servers, and again if they changed meanwhile.
   * @param sequence of a record that a replica of the stream may not have yet
   */
  const enforce = async (team: string, sequence = 0): Promise<void> => {
    let pushed = '';
    for (;;) {
      const now = await state(team, 0);
      if (findLastSequence(now.desktops) < sequence) {
        await pause(clock, copyPause);
        continue;
      }
      const revoked = listRevocations(now);
      if (JSON.stringify(revoked) === pushed) return;
      await accounts.push(team, revoked);
      pushed = JSON.stringify(revoked);
    }
  };

  /** The hub's connection to a team's log. Servers that lost their disks do not know the team. */
  const connection = (team: string): Promise<Connection> =>
    accounts.getConnection(team, () => enforce(team));

  return {
    state,
    connection,
    exists: async (team: string): Promise<boolean> => {
      // It may have been created at another hub just now.
      if (!known.has(team) && (await records.read('team', team, 'created')) !== null)
        known.add(team);
      return known.has(team);
    },
    /** Creates a team. Returns the invitation of its first owner. */
    create: async (address: string): Promise<{ readonly team: string; readonly link: string }> => {
      const team = createRandomID(12);
      const [invitation, secret] = [createRandomID(16), createRandomID(32)];
      const now = clock.now();
      await records.write('team', team, 'created', { created: now }, 0);
      const first = {
        proofDigest: computeDigest(deriveInvitationProof(secret)),
        person: createRandomID(12),
        role: 'owner',
        expires: now + invitationLifetime,
        founding: true,
        state: 'open',
        joining: null,
      } as const;
      await records.write('invitation', team, invitation, first, 0);
      known.add(team);
      await connection(team);
      log.info({ team }, 'a team was created');
      return { team, link: formatInvitation({ address, team, invitation, secret }) };
    },
    /**
     * Announces a change of a team's records, and enforces it at the servers if it concerns rights.
     * @param rights the sequence of a desktop's record with fewer rights, or null
     */
    announceChange: async (team: string, rights: number | null): Promise<void> => {
      if (rights !== null) await enforce(team, rights);
      const { js } = await connection(team);
      // Desktops then read the team from the desk. If they miss it, they do so within minutes anyway.
      await js
        .publish('team.roster', JSON.stringify({ changed: clock.now() }))
        .catch((thrown: unknown) => log.warn({ err: thrown, team }, 'a change was not announced'));
    },
  };
};
export type Teams = ReturnType<typeof createTeams>;
