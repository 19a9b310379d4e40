/** This engine's place in a team, which begins, changes and ends while it runs. Without one, none of its modules are loaded. */
import type { Change } from '../../contract/events.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import { absentTeam, type ReplyTeam } from './conversation/outbox/reply-team.ts';
import type { Poller, SharedWebhooks } from './accounts/runtime.ts';
import type { HubRoute } from './tunnel/hub.ts';
import type { Handlers } from './platform/command/handler.ts';
import type { Survive } from './port-messages.ts';
import type { TeamHandlers } from './team/commands.ts';
import type { Team, TeamDependencies } from './team/team.ts';

export type TeamPlace = {
  /** Changes the membership; null leaves the team. */
  readonly set: (membership: TeamMembership | null) => void;
  readonly replies: () => ReplyTeam | null;
  readonly pollerOf: (accountID: string) => Poller;
  readonly changed: (change: Change) => void;
  /** Reports the lead that the person here has open, and whether its composer has a text. */
  readonly watch: (lead: number | null, isWriting: boolean) => void;
  /** The way through the hub; null without a team. */
  readonly hub: () => HubRoute | null;
  /** Null without a team and for an account that is not the team's. */
  readonly webhooksOf: (accountID: string) => SharedWebhooks | null;
  /** Resolves when this computer's place is known: at once for one that was in no team. */
  readonly isKnown: () => Promise<void>;
  /** False for a member who is no owner. */
  readonly mayChangeRules: () => boolean;
  /** Whether rules assign new leads. */
  readonly isAssigning: () => boolean;
  readonly commands: Handlers<'team.names'> & TeamHandlers;
  /** Resolves when nothing of the team runs any more; the desktop stays a member. */
  readonly stop: () => Promise<void>;
};

const passedOn = [
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

/** Handlers that pass each call on to the team that runs then. Errors: `not_in_team`. */
const passOn = (handlers: () => TeamHandlers | null): TeamHandlers => {
  const absent = (): Answer<never> => fail('not_in_team', 'This computer is in no team.');
  const pass = <C extends keyof TeamHandlers>(name: C): TeamHandlers[C] =>
    ((input: never) => handlers()?.[name](input) ?? absent()) as TeamHandlers[C];
  return Object.fromEntries(passedOn.map((name) => [name, pass(name)])) as TeamHandlers;
};

/** A member of whose team nothing is known polls after this time. */
const unknownMs = 60_000;

/** Creates the place. Memberships follow one another, so that two never run at once. */
export const createTeamPlace = ({
  survive,
  hubChanged,
  ...dependencies
}: Omit<TeamDependencies, 'membership'> & {
  /** Called when this computer has entered or left a team. */
  readonly hubChanged: () => void;
  readonly survive: Survive;
}): TeamPlace => {
  const { store, log, clock } = dependencies;
  let team: Team | null = null;
  /**
   * Also while one membership follows another: an address of the hub is always the team's, and what a poll finds then is
   * published by the next one.
   */
  let last: Team | null = null;
  const beganAt = clock.steady();
  let isStopped = false;
  let settled = Promise.resolve();
  const wasInTeam = (): boolean =>
    store.db.prepare('SELECT 1 FROM team_cursor').get() !== undefined;
  const { promise: known, resolve: isKnown } = Promise.withResolvers<void>();
  let isMember = wasInTeam();
  if (!isMember) isKnown();

  const end = async (): Promise<void> => {
    const before = team;
    team = null;
    await before?.stop();
  };

  const begin = async (membership: TeamMembership): Promise<void> => {
    const { createTeam } = await import('./team/team.ts');
    team = createTeam({ ...dependencies, membership });
    if (team === null) log.error({}, 'the keyring of the team cannot be read');
  };

  const leave = async (): Promise<void> => {
    if (!wasInTeam()) return;
    const { leaveTeam } = await import('./team/membership.ts');
    leaveTeam(store);
  };

  const then = (work: () => Promise<void>): Promise<void> =>
    (settled = settled.then(() => survive('changing the team', work)));

  return {
    set: (membership) =>
      void then(async () => {
        const had = last !== null;
        await end();
        if (isStopped) return;
        if (membership !== null) isMember = true;
        await (membership === null ? leave() : begin(membership));
        isMember = membership !== null;
        last = team;
        if (had || last !== null) hubChanged();
        isKnown();
      }),
    replies: () => team?.replies ?? (isMember ? absentTeam : null),
    pollerOf: (accountID) => ({
      mayPoll: () => {
        if (last !== null) return last.polling.mayPoll(accountID);
        // What is found before the team is known would not reach it.
        return !isMember || clock.steady() - beganAt > unknownMs;
      },
      found: (kind, records) => last?.polling.found(accountID, kind, records),
    }),
    hub: () => last?.webhooks.route ?? null,
    webhooksOf: (accountID) => last?.webhooks.of(accountID) ?? null,
    isKnown: () => known,
    mayChangeRules: () => team?.isOwner !== false,
    isAssigning: () => team?.isAssigning() === true,
    changed: (change) => team?.changed(change),
    watch: (lead, isWriting) => team?.presence.watch(lead, isWriting),
    commands: {
      'team.names': async () => {
        const { namedPeople } = await import('./team/people.ts');
        return succeed({ names: namedPeople(store) });
      },
      ...passOn(() => team?.handlers ?? null),
    },
    stop: () => {
      isStopped = true;
      return then(end);
    },
  };
};
