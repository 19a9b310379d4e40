/** Wires the engine's modules together. Contains no lead logic. */
import { join } from 'node:path';
import type { AttachedAccount, FromEngine, Notice, Port, ToEngine } from '../../contract/port.ts';
import { pause } from '../clock/clock.ts';
import { watchCoverage } from './accounts/coverage.ts';
import { findAccount } from './accounts/rows.ts';
import type { EngineDependencies } from './accounts/runtime.ts';
import {
  allEndpoints,
  fallbackGeneration,
  findGeneration,
  storedOnlyKinds,
} from './marketplaces/choose.ts';
import { createAnswerer } from './platform/command/answer.ts';
import { createIngest } from './accounts/ingest/ingest.ts';
import { createMatching } from './tools/move/matching.ts';
import { createNotifyPolicy } from './notify/policy.ts';
import { createReach } from './reach/reach.ts';
import { adoptEcho } from './conversation/outbox/echo.ts';
import { createOutbox } from './conversation/outbox/outbox.ts';
import { createAlbum } from './photos/album.ts';
import { createPhotoFetcher } from './photos/fetch.ts';
import { createPhotos } from './photos/photos.ts';
import { createProbes } from './receiver/probes.ts';
import { hasLocalService } from './receiver/reachability.ts';
import type { OpenServer } from './receiver/receiver.ts';
import { createReceiving } from './receiver/receiving.ts';
import { createTunnel } from './tunnel/tunnel.ts';
import { readBadgeCount } from './leads/counts.ts';
import { createViewCounts } from './leads/view-counts.ts';
import { createAutomaticReplyRuntime } from './automatic/runtime.ts';
import { createWaking } from './leads/waking.ts';
import { createReordering } from './leads/follow-hours.ts';
import { detectSystemZone } from './leads/reply-deadlines.ts';
import { startIndexing } from './leads/word-indexer.ts';
import { unknownSender } from './conversation/outbox/courier.ts';
import type { Intake } from './accounts/ingest/context.ts';
import type { Reader } from './accounts/reader.ts';
import { createChangeBus } from './platform/changes.ts';
import { readSettings } from './platform/settings.ts';
import { createQuestions } from './platform/questions.ts';
import type { Slices } from './platform/slices.ts';
import { composeCommands } from './compose-commands.ts';
import { createMessageListener, type RunInBackground } from './port-messages.ts';
import { createJobStatusReporter } from './accounts/job-status.ts';
import { createAccountDirectory, createRegistry } from './accounts/registry.ts';
import { createTokens } from './accounts/tokens.ts';
import { removeOldBodies } from './accounts/old-bodies.ts';
import { createTeamRuntime } from './team-runtime.ts';
import { noFetcher, failWithoutService, disableServiceCommands } from './alone.ts';

/** Longest wait of a stopping engine for requests in progress. */
const lastRequestsMs = 1_000;

/** Delay of the receiver and of background work, so that the window loads its first leads sooner. */
const firstLeadsMs = 1_000;

export type ComposedDependencies = Omit<EngineDependencies, 'publish'> & {
  readonly dataFolder: string;
  /** Null until main knows the accounts. Changes arrive over the port. */
  readonly accounts: readonly AttachedAccount[] | null;
  /** Runs without the service (alone.ts). */
  readonly isAlone?: boolean | undefined;
  readonly port: Port<FromEngine, ToEngine>;
  readonly slices: Slices;
  readonly openServer: OpenServer;
};

/** Composes an engine on an open store; `start` begins to receive and to synchronize. */
export const compose = (dependencies: ComposedDependencies) => {
  const { dataFolder, accounts: initialAccounts, isAlone = false, port, clock } = dependencies;
  const { random, log, store, slices } = dependencies;
  const changes = createChangeBus();
  const { publish } = changes;
  const shared = { store, clock, random, log, slices, publish };
  const accounts = createAccountDirectory();
  const viewCounts = createViewCounts(shared);
  let lastBadge: number | null = null;
  const sendBadge = (): void => {
    const needsReply = readBadgeCount(store);
    if (needsReply !== lastBadge) port.send({ type: 'badge', needsReply });
    lastBadge = needsReply;
  };
  changes.subscribe((change) => port.send({ type: 'changed', change }));
  changes.subscribe(sendBadge);
  changes.subscribe(viewCounts.invalidate);

  const tokens = createTokens((question) => {
    if (!isAlone) port.send(question);
    else queueMicrotask(() => tokens.settle(question.id, failWithoutService()));
  });
  const hubQuestions = createQuestions<Extract<FromEngine, { type: 'webhook' }>, unknown>(
    port.send,
  );
  const show = (notice: Notice, noticeID: string | null = null): void =>
    port.send({ type: 'notice', notice, noticeID });
  const channels = createReach({
    ...shared,
    send: (id, channelID, message) => port.send({ type: 'reach', id, channelID, message }),
  });
  const notify = createNotifyPolicy({
    ...shared,
    show,
    isAssigning: () => team.isAssigning(),
    reach: channels.queue,
    withdraw: (noticeIDs) => port.send({ type: 'withdraw', noticeIDs }),
    onQuiet: (quiet) => port.send({ type: 'quiet', quiet }),
  });
  changes.subscribe(notify.onChange);
  changes.subscribe(channels.onChange);
  const findIntake = (accountID: string): Intake =>
    accounts.find(accountID)?.intake ?? fallbackGeneration.intake;
  const findReader = (accountID: string): Reader => findIntake(accountID).reader;
  const findService = (accountID: string) => accounts.find(accountID)?.service ?? null;
  const ingest = createIngest({
    ...shared,
    notify: notify.consider,
    onReviews: (reviews) => {
      notify.considerReviews(reviews);
      for (const { businessID } of reviews)
        publish({ kinds: ['reviews'], leadIDs: [], ...(businessID !== null && { businessID }) });
    },
    adoptEcho,
    findIntake,
  });
  const applyRecorded = async (): Promise<boolean> => {
    const isComplete = await ingest.applyRecorded();
    accounts.pollDue();
    return isComplete;
  };
  const probes = createProbes(random);
  const tunnel = createTunnel({
    ...shared,
    folder: join(dataFolder, 'tunnel'),
    env: process.env,
    testEvents: probes,
    getHub: () => team.getHubRoute(),
    allowsLoopback: () => hasLocalService(store),
    onAddressChange: accounts.ensureInbound,
  });
  const receiving = createReceiving({
    ...shared,
    ingest: { record: ingest.record, applyRecorded },
    endpoints: allEndpoints,
    openServer: dependencies.openServer,
    findLastDeliveryAt: (accountID) =>
      accounts.find(accountID)?.inbound.readLastDeliveryAt() ?? null,
    probes,
    tunnel,
  });
  const { arrivals, reachability, waitUntilListening } = receiving;
  const runInBackground: RunInBackground = async (name, work) => {
    try {
      await work();
    } catch (thrown) {
      log.error({ err: thrown }, `${name} failed`);
    }
  };
  const { reorder, stop: stopReordering } = createReordering(shared);
  const team = createTeamRuntime({
    ...shared,
    ingest: { record: receiving.record, applyRecorded },
    onHoursChange: reorder,
    onRulesChange: () => automatic.planNow(),
    onAssigned: (leads) => notify.offerTeamNews('assigned', leads),
    onMentioned: (leads) => notify.offerTeamNews('mentioned', leads),
    onRoster: () => port.send({ type: 'roster' }),
    onLog: (state, lacksKey) => port.send({ type: 'team', log: state, lacksKey }),
    askHub: (change) => hubQuestions.ask({ type: 'webhook', change }),
    pollDue: accounts.pollDue,
    onReturn: () => registry.wake(),
    repairDue: accounts.ensureInbound,
    isQuiet: () => notify.getQuiet().until !== null,
    takeOver: (leadID, reply) => outbox.takeOver(leadID, reply),
    onHubChange: tunnel.handleTeamChange,
    runInBackground,
  });
  changes.subscribe(team.handleChange);
  const readUndoSeconds = (): number => readSettings(store).undoSeconds;
  const automatic = createAutomaticReplyRuntime({
    ...shared,
    alone: isAlone,
    readUndoSeconds,
    pump: () => outbox.pump(),
    getTeam: team.getReplyTeam,
    mayChange: team.mayChangeRules,
  });
  changes.subscribe(automatic.onChange);
  const outbox = createOutbox({
    ...shared,
    release: automatic.release,
    team: team.getReplyTeam,
    getSender: (accountID) => accounts.find(accountID)?.sender ?? unknownSender,
    onRefused: channels.queueRefused,
    readUndoSeconds,
  });
  const registry = createRegistry({
    ...shared,
    directory: accounts,
    ingest,
    tokens,
    outbox,
    chooseGeneration: ({ profile }) => findGeneration(profile.interface),
    getReach: (accountID) => ({
      findBase: () => reachability.findBase(accountID),
      isReachable: () => reachability.isReachable(accountID),
      findSharedWebhooks: () => (tunnel.isHub() ? team.findWebhooks(accountID) : null),
    }),
    getPoller: team.getPoller,
    arrivals,
    whenRegistrable: () => Promise.all([waitUntilListening(), team.waitUntilKnown()]),
  });
  const photos = createPhotos({
    album: createAlbum({ folder: join(dataFolder, 'photos'), clock }),
    fetcher: isAlone ? noFetcher : createPhotoFetcher(clock),
    findService: (accountID) => {
      const account = findAccount(store, accountID);
      return account && { address: account.profile.baseUrl, practice: account.practice };
    },
  });

  const matching = createMatching({
    ...shared,
    ingest,
    findService,
    wakeOutbox: outbox.wake,
  });

  const waking = createWaking({
    ...shared,
    onWoken: notify.offerBack,
    onZoneChange: reorder,
  });
  const jobStatus = isAlone
    ? null
    : createJobStatusReporter({ ...shared, findAccount: accounts.find });
  const coverage = isAlone
    ? null
    : watchCoverage({
        ...shared,
        readFacts: (accountID) => {
          const account = accounts.find(accountID);
          return account?.inbound.isUsed
            ? {
                reachable: reachability.isReachable(accountID),
                lacksPassword: account.inbound.lacksPassword(),
                readWebhooks: account.inbound.report,
              }
            : null;
        },
        onChange: () => {
          channels.queueGaps();
          publish({ kinds: ['connection'], leadIDs: [] });
        },
      });
  changes.subscribe(({ kinds }) => {
    if (kinds.includes('webhooks') || kinds.includes('connection')) coverage?.checkSoon();
    if (isAlone || !kinds.includes('businesses')) return;
    // A new business needs its webhook, and one account that serves it.
    registry.transferMisplaced();
    accounts.ensureInbound();
  });
  const handlers = composeCommands({
    ...shared,
    ingest,
    accounts: registry,
    findService,
    findReader,
    outbox,
    photos,
    matching,
    notify,
    channels,
    automatic,
    show,
    tunnel,
    team,
    receiving,
    applyRecorded,
    onJobStatusChanged: () => jobStatus?.hold(),
    onOrderChange: reorder,
    viewCounts,
  });
  const available = isAlone ? disableServiceCommands(handlers) : handlers;
  const answer = createAnswerer(available, store, clock, log);

  const wake = (): void => {
    // Before deliveries are applied, because the computer may have traveled.
    detectSystemZone();
    reorder();
    if (isAlone) return;
    void runInBackground('applying what was recorded', applyRecorded);
    void runInBackground('waking up', () => {
      registry.wake();
      jobStatus?.wake();
      outbox.wake();
      notify.wake();
      channels.wake();
      waking.wakeNow();
      automatic.planNow();
      tunnel.wake();
      accounts.ensureInbound();
    });
  };
  const receive = createMessageListener({
    send: port.send,
    answer,
    accounts: {
      ...registry,
      // Accounts attach when the engine runs normally again.
      ...(isAlone && { attach: () => undefined, begin: () => undefined }),
      forget: async (accountID) => {
        // Before the removal so that none outlives the account, and after it for photos that
        // arrived meanwhile.
        await photos.forget(accountID);
        const answer = await registry.forget(accountID);
        await photos.forget(accountID);
        return answer;
      },
    },
    flush: store.flush,
    tokens,
    // An engine that runs alone sends nothing to channels.
    reach: isAlone ? { ...channels, attach: () => undefined } : channels,
    setTeam: isAlone ? () => undefined : team.setMembership,
    hubQuestions,
    wake,
    runInBackground,
  });

  const background: (() => void)[] = [];
  return {
    receive,
    start: () => {
      if (isAlone) return sendBadge();
      if (initialAccounts !== null) registry.begin(initialAccounts);
      sendBadge();
      // The window requests its first leads now, and this work would delay them.
      background.push(
        clock.after(initialAccounts === null ? firstLeadsMs : 0, () => {
          receiving.start();
          void runInBackground('applying what was recorded', applyRecorded);
          reorder();
          background.push(startIndexing(shared), removeOldBodies({ ...shared, storedOnlyKinds }));
        }),
      );
    },
    stop: async () => {
      changes.stop();
      ingest.stop();
      const teamStopped = team.stop();
      coverage?.stop();
      for (const end of background) end();
      jobStatus?.stop();
      notify.stop();
      channels.stop();
      waking.stop();
      stopReordering();
      automatic.stop();
      outbox.stop();
      const accountsStopped = registry.stop();
      slices.stop();
      matching.stop();
      await Promise.all([teamStopped, tunnel.stop(), receiving.stop(), photos.stop()]);
      await Promise.race([accountsStopped, pause(clock, lastRequestsMs)]);
    },
  };
};
