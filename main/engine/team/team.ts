/**
 * Wires the modules that run while this desktop belongs to a team. Import this file dynamically, so that a desktop
 * without a team loads none of them.
 */
import type { Change } from '../../../contract/events.ts';
import type { Answer } from '../../../contract/errors.ts';
import type { TeamMembership } from '../../../contract/port.ts';
import type { LeadID } from '../../../contract/records.ts';
import { parseBody } from '../../../contract/team/facts.ts';
import { apiPrefix, listConsumers, buildInboxPrefix } from '../../../contract/team/desk.ts';
import type { LogState } from '../../../contract/team/log-state.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { restartBackfills } from '../accounts/rows.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { convertRelayed } from '../marketplaces/choose.ts';
import type { Random } from '../platform/random.ts';
import { runSteps } from '../platform/slices.ts';
import { toLeadID } from '../platform/store/ids.ts';
import about from '../../../package.json' with { type: 'json' };
import type { MovedReply } from '../conversation/outbox/reply-team.ts';
import { forgetOldActivity } from './activity.ts';
import { createFactApplier } from './apply.ts';
import { readAssigningRules, createAssigning } from './assigning.ts';
import { createAttendance } from './attendance.ts';
import { createTeamHandlers } from './commands.ts';
import type { TeamContext } from './context.ts';
import { readDuty } from './duty.ts';
import { readCursor } from './followed.ts';
import { createFollower } from './follower.ts';
import { readKeyring } from '../../sealing/keyring.ts';
import { createHubWebhooks, type AskHub } from './hub-webhooks.ts';
import { createLeadKeys } from './lead-keys.ts';
import { createJetStreamLog } from './log/jetstream.ts';
import { enterTeam } from './membership.ts';
import { createOutgoing } from './outgoing.ts';
import { createMovedReplies } from './moved-replies.ts';
import { createMemberReplies } from './replies.ts';
import type { PublishedChanges } from './outbox-rows.ts';
import { createPresence } from './presence.ts';
import { createPolling } from './polling.ts';
import { createSnapshots } from './snapshot/snapshots.ts';

export type TeamDependencies = Pick<TeamContext, 'store' | 'clock' | 'log' | 'slices' | 'publish'> &
  Pick<
    Parameters<typeof createFactApplier>[0],
    'onHoursChange' | 'onRulesChange' | 'onAssigned' | 'onMentioned'
  > & {
    readonly random: Random;
    readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
    /** Reports the connection to the log, and whether a newer key of the team is missing. */
    readonly onLog: (state: LogState, lacksKey: boolean) => void;
    /** Called when the hub has changed the members or the accounts of the team. */
    readonly onRoster: () => void;
    readonly askHub: AskHub;
    readonly pollDue: () => void;
    /** Called when the log is back after more than a minute. */
    readonly onReturn: () => void;
    /** Called when this desktop now repairs webhooks for the team. */
    readonly repairDue: () => void;
    /** True if the person here is in quiet hours, or has paused notices. */
    readonly isQuiet: () => boolean;
    /** Adds a reply that another desktop held. */
    readonly takeOver: (leadID: LeadID, reply: MovedReply) => Answer<unknown>;
    readonly membership: TeamMembership;
  };

/** Delay that lets changes of many leads accumulate, because all kept facts are read. */
const keptMs = 2_000;

/** Starts the team of a membership; null when its keyring cannot be read. */
export const createTeam = (dependencies: TeamDependencies) => {
  const { store, clock, random, log, slices, publish, pollDue, membership } = dependencies;
  const keyring = readKeyring(membership.keyring);
  if (keyring === null) return null;
  enterTeam(store, membership);
  store.writeRepeatable(() => forgetOldActivity(store, clock.now()));
  const { person, desktop, servers, credentials, ca } = membership;
  const self = { person, desktop };
  const keys = createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url'));
  const published: PublishedChanges = new Map();
  const teamLog = createJetStreamLog({
    servers,
    credentials,
    inboxPrefix: buildInboxPrefix(desktop),
    apiPrefix,
    consumers: listConsumers(desktop),
    ...(ca !== undefined && { ca }),
    clock,
    chance: random.fraction,
  });
  let lacksKey = false;
  let state: LogState = { name: 'connecting' };
  const report = (): void => dependencies.onLog(state, lacksKey);
  teamLog.onState((now) => {
    state = now;
    if (now.name === 'up') movedReplies.takeHanded();
    report();
  });
  const context = { ...dependencies, teamLog, keyring: () => keyring, keys, self };
  const applier = createFactApplier({
    ...context,
    published,
    onHandOver: () => movedReplies.takeHanded(),
    onLost: ({ kind, lead, why, theirs }) => {
      log.warn({ kind, why }, 'a change did not reach the team');
      // A member's own saved reply stays here.
      const stays = kind === 'savedReply' && theirs === null;
      if (why === 'forbidden' && !stays)
        publish({ kinds: ['team'], leadIDs: [], isOwnersOnly: true });
      const body = theirs && parseBody('assignee', theirs);
      if (lead === null || theirs === null || body === null) return;
      const taken = { leadID: toLeadID(lead), person: body.person, at: theirs.at };
      publish({ kinds: ['team'], leadIDs: [], taken });
    },
  });
  const polling = createPolling({
    ...context,
    onDutyGained: () => {
      pollDue();
      dependencies.repairDue();
      assigning.assignSoon();
    },
  });
  const webhooks = createHubWebhooks({
    ...context,
    address: `${membership.address}/in/${membership.team}`,
    mayRepair: polling.isOnDuty,
  });
  const isOwner = membership.role === 'owner';
  const presence = createPresence(context);
  const attendance = createAttendance({
    ...context,
    getOwnStatus: () => ({
      duty: readDuty(store, dependencies.isQuiet()),
      version: about.version,
      sequence: readCursor(store)?.sequence ?? null,
      isKeeper: membership.isKeeper === true,
    }),
    onArrival: () => assigning.assignSoon(),
  });
  const snapshots = createSnapshots({
    ...context,
    applyFacts: (lead) => applier.applyKeptFacts([toLeadID(lead)]),
  });
  const assigning = createAssigning({
    ...context,
    isOnDuty: polling.isOnDuty,
    listPeopleOnDuty: attendance.listPeopleOnDuty,
  });
  const follower = createFollower({
    ...context,
    findAccountID: keys.findAccountID,
    parseCall: (accountID, call) => convertRelayed(store, accountID, call),
    testAccount: webhooks.testAccount,
    onTestEvent: webhooks.receiveTest,
    apply: applier.apply,
    applyClaim: presence.applyClaim,
    onMissingKey: () => {
      lacksKey = true;
      report();
    },
    onRosterChange: dependencies.onRoster,
    onMissedDeliveries: () => {
      restartBackfills(store);
      snapshots.mergeAgain();
    },
  });
  const outgoing = createOutgoing({ ...context, published, lose: applier.lose });
  const { isOnDuty } = polling;
  const replies = createMemberReplies({ ...context, isOwner, isOnDuty });
  const movedReplies = createMovedReplies({ ...context, replies });
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'kept facts of the team could not be applied'),
  );
  const applyKept = async (): Promise<void> =>
    void (await runSteps(slices.run, applier.applyAllKeptFacts()));
  schedule.now('kept', applyKept);
  const formatAccountKeys = (): string =>
    keys
      .listAccounts()
      .map(({ key }) => key)
      .join();
  let accounts = formatAccountKeys();
  return {
    isOwner,
    /** True if rules assign new leads. */
    isAssigning: (): boolean => readAssigningRules(store).length > 0,
    polling,
    webhooks,
    presence,
    replies,
    handlers: createTeamHandlers({
      ...context,
      isOwner,
      presence,
      attendance,
      replies,
      movedReplies,
      assigning,
    }),
    handleChange: ({ kinds, leadIDs }: Change): void => {
      if (kinds.includes('leads')) {
        if (leadIDs !== null) applier.applyKeptFacts(leadIDs);
        else if (schedule.getDueTime('kept') === null) schedule.in('kept', keptMs, applyKept);
        assigning.assignSoon();
      }
      if (!kinds.includes('connection')) return;
      polling.updateDuties();
      const before = accounts;
      accounts = formatAccountKeys();
      if (accounts === before) return;
      snapshots.lookSoon();
      follower
        .retry()
        .catch((thrown: unknown) =>
          log.error({ err: thrown }, 'kept entries of the team could not be applied'),
        );
      // Facts about its leads may have arrived before an account was the team's.
      schedule.now('kept', applyKept);
    },
    stop: async (): Promise<void> => {
      schedule.stop();
      outgoing.stop();
      movedReplies.stop();
      assigning.stop();
      presence.stop();
      attendance.stop();
      // Duties are released while the log is open.
      await Promise.all([polling.stop(), snapshots.stop()]);
      await Promise.all([follower.stop(), teamLog.close()]);
      // The follower applies entries until now, and their notices must not be lost.
      applier.stop();
    },
  };
};
export type Team = NonNullable<ReturnType<typeof createTeam>>;
