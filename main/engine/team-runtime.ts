/** Starts, replaces and stops the team as the membership changes. Its modules are loaded on demand. */
import type { CommandOutput } from '../../contract/commands.ts';
import type { Change } from '../../contract/events.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import { absentTeam, type ReplyTeam } from './conversation/outbox/reply-team.ts';
import type { Poller, SharedWebhooks } from './accounts/runtime.ts';
import type { HubRoute } from './tunnel/hub.ts';
import type { RunInBackground } from './port-messages.ts';
import type { TeamHandlers } from './team/commands.ts';
import type { Team, TeamDependencies } from './team/team.ts';

/** Commands that need a running team. Without one, not even the contract's team modules are loaded. */
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
  const notInTeam = fail('not_in_team', 'This computer is in no team.');
  const forward = <C extends keyof TeamHandlers>(name: C): TeamHandlers[C] =>
    ((input: never) => handlers()?.[name](input) ?? notInTeam) as TeamHandlers[C];
  return Object.fromEntries(forwardedCommands.map((name) => [name, forward(name)])) as TeamHandlers;
};

/** Delay before a member polls without knowing its team. */
const unknownTeamMs = 60_000;

/** Changes run one after another, so that two teams never run at the same time. */
export const createTeamRuntime = ({
  runInBackground,
  onHubChange,
  ...dependencies
}: Omit<TeamDependencies, 'membership'> & {
  /** Called when a team has started, restarted or ended. */
  readonly onHubChange: () => void;
  readonly runInBackground: RunInBackground;
}) => {
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
  const { promise: untilKnown, resolve: resolveKnown } = Promise.withResolvers<void>();
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
    /** Changes the membership; null leaves the team. */
    setMembership: (membership: TeamMembership | null): void =>
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
          if (hadTeam || lastTeam !== null) onHubChange();
          resolveKnown();
        }
      }),
    getReplyTeam: (): ReplyTeam | null => team?.replies ?? (isMember ? absentTeam : null),
    getPoller: (accountID: string): Poller => ({
      mayPoll: () => {
        if (lastTeam !== null) return lastTeam.polling.mayPoll(accountID);
        // Records polled before the team is known would not reach it.
        return !isMember || clock.steady() - createdAt > unknownTeamMs;
      },
      onFound: (kind, records) => lastTeam?.polling.publishFound(accountID, kind, records),
    }),
    /** The team's public address at the hub; null without a team. */
    getHubRoute: (): HubRoute | null => lastTeam?.webhooks.route ?? null,
    /** Null without a team and for an account that is not the team's. */
    findWebhooks: (accountID: string): SharedWebhooks | null =>
      lastTeam?.webhooks.find(accountID) ?? null,
    /** Resolves when the membership is known: immediately for a computer that was not in a team. */
    waitUntilKnown: (): Promise<void> => untilKnown,
    /** False for a member who is not an owner. */
    mayChangeRules: (): boolean => team?.isOwner !== false,
    /** True if rules assign new leads. */
    isAssigning: (): boolean => team?.isAssigning() === true,
    handleChange: (change: Change): void => team?.handleChange(change),
    /** Reports the lead that the person here has open; `isWriting` if they type a reply to it. */
    watch: (lead: number | null, isWriting: boolean): void => team?.presence.watch(lead, isWriting),
    commands: {
      'team.names': async (): Promise<Answer<CommandOutput<'team.names'>>> => {
        const { listPeople } = await import('./team/people.ts');
        return succeed({ names: listPeople(store) });
      },
      ...forwardToTeam(() => team?.handlers ?? null),
    },
    /** Resolves when the team has stopped; the desktop stays a member. */
    stop: (): Promise<void> => {
      isStopped = true;
      return enqueue(stopTeam);
    },
  };
};
export type TeamRuntime = ReturnType<typeof createTeamRuntime>;
