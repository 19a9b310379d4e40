/** Starts, replaces and stops the team as the membership changes. Its modules are loaded on demand. */
import type { Change } from '../../contract/events.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import { absentTeam, type ReplyTeam } from './conversation/outbox/reply-team.ts';
import type { Poller, SharedWebhooks } from './accounts/runtime.ts';
import type { HubRoute } from './tunnel/hub.ts';
import type { Handlers } from './platform/command/handler.ts';
import type { RunInBackground } from './port-messages.ts';
import type { TeamHandlers } from './team/commands.ts';
import type { Team, TeamDependencies } from './team/team.ts';

export type TeamPlace = {
  /** Changes the membership; null leaves the team. */
  readonly set: (membership: TeamMembership | null) => void;
  readonly replies: () => ReplyTeam | null;
  readonly pollerOf: (accountID: string) => Poller;
  readonly changed: (change: Change) => void;
  /** Reports the lead that the person here has open, and whether they type a reply to it. */
  readonly watch: (lead: number | null, isWriting: boolean) => void;
  /** The team's public address at the hub; null without a team. */
  readonly hub: () => HubRoute | null;
  /** Null without a team and for an account that is not the team's. */
  readonly webhooksOf: (accountID: string) => SharedWebhooks | null;
  /** Resolves when the membership is known: immediately for a computer that was not in a team. */
  readonly whenKnown: () => Promise<void>;
  /** False for a member who is not an owner. */
  readonly mayChangeRules: () => boolean;
  /** Whether rules assign new leads. */
  readonly isAssigning: () => boolean;
  readonly commands: Handlers<'team.names'> & TeamHandlers;
  /** Resolves when the team has stopped; the desktop stays a member. */
  readonly stop: () => Promise<void>;
};

const forwardedCommands = [
  'team.around',
  'team.attendance',
  'team.setAway',
  'team.assigning',
  'team.setAssigning',
  'team.activity',
  'team.today',
  'team.waiting',
  'team.takeReply',
  'team.rename',
  'team.retire',
  'team.reassign',
] as const satisfies readonly (keyof TeamHandlers)[];

/** Errors: `not_in_team`. */
const forwardToTeam = (handlers: () => TeamHandlers | null): TeamHandlers => {
  const absent = (): Answer<never> => fail('not_in_team', 'This computer is in no team.');
  const forward = <C extends keyof TeamHandlers>(name: C): TeamHandlers[C] =>
    ((input: never) => handlers()?.[name](input) ?? absent()) as TeamHandlers[C];
  return Object.fromEntries(forwardedCommands.map((name) => [name, forward(name)])) as TeamHandlers;
};

/** Delay before a member polls without knowing its team. */
const unknownTeamMs = 60_000;

/** Changes run one after another, so that two teams never run at the same time. */
export const createTeamPlace = ({
  runInBackground,
  hubChanged,
  ...dependencies
}: Omit<TeamDependencies, 'membership'> & {
  /** Called when a team has started, restarted or ended. */
  readonly hubChanged: () => void;
  readonly runInBackground: RunInBackground;
}): TeamPlace => {
  const { store, log, clock } = dependencies;
  let team: Team | null = null;
  /**
   * The team that ran last. It stays set while the membership changes: the hub's address remains the team's, and
   * records polled meanwhile are stored for the next team to publish.
   */
  let lastTeam: Team | null = null;
  const createdAt = clock.steady();
  let isStopped = false;
  let queue = Promise.resolve();
  const wasInTeam = (): boolean =>
    store.db.prepare('SELECT 1 FROM team_cursor').get() !== undefined;
  const { promise: known, resolve: resolveKnown } = Promise.withResolvers<void>();
  let isMember = wasInTeam();
  if (!isMember) resolveKnown();

  const stopTeam = async (): Promise<void> => {
    const running = team;
    team = null;
    await running?.stop();
  };

  const startTeam = async (membership: TeamMembership): Promise<void> => {
    const { createTeam } = await import('./team/team.ts');
    team = createTeam({ ...dependencies, membership });
    if (team === null) log.error({}, 'the keyring of the team cannot be read');
  };

  const leave = async (): Promise<void> => {
    if (!wasInTeam()) return;
    const { leaveTeam } = await import('./team/membership.ts');
    leaveTeam(store);
  };

  const enqueue = (work: () => Promise<void>): Promise<void> =>
    (queue = queue.then(() => runInBackground('changing the team', work)));

  return {
    set: (membership) =>
      void enqueue(async () => {
        const hadTeam = lastTeam !== null;
        await stopTeam();
        if (isStopped) return;
        if (membership !== null) isMember = true;
        try {
          await (membership === null ? leave() : startTeam(membership));
          isMember = membership !== null;
        } finally {
          lastTeam = team;
          if (hadTeam || lastTeam !== null) hubChanged();
          resolveKnown();
        }
      }),
    replies: () => team?.replies ?? (isMember ? absentTeam : null),
    pollerOf: (accountID) => ({
      mayPoll: () => {
        if (lastTeam !== null) return lastTeam.polling.mayPoll(accountID);
        // Records polled before the team is known would not reach it.
        return !isMember || clock.steady() - createdAt > unknownTeamMs;
      },
      found: (kind, records) => lastTeam?.polling.found(accountID, kind, records),
    }),
    hub: () => lastTeam?.webhooks.route ?? null,
    webhooksOf: (accountID) => lastTeam?.webhooks.of(accountID) ?? null,
    whenKnown: () => known,
    mayChangeRules: () => team?.isOwner !== false,
    isAssigning: () => team?.isAssigning() === true,
    changed: (change) => team?.changed(change),
    watch: (lead, isWriting) => team?.presence.watch(lead, isWriting),
    commands: {
      'team.names': async () => {
        const { namedPeople } = await import('./team/people.ts');
        return succeed({ names: namedPeople(store) });
      },
      ...forwardToTeam(() => team?.handlers ?? null),
    },
    stop: () => {
      isStopped = true;
      return enqueue(stopTeam);
    },
  };
};
