/** Wires the engine's modules together, each after those that it uses. Contains no lead logic. */
import { join } from 'node:path';
import type { AttachedAccount, FromEngine, Notice, Port, ToEngine } from '../../contract/port.ts';
import { pause, type Clock } from '../clock/clock.ts';
import { watchCoverage } from './accounts/coverage.ts';
import { accountByID } from './accounts/rows.ts';
import { createAccountDirectory } from './accounts/directory.ts';
import {
  allEndpoints,
  fallbackGeneration,
  generationNamed,
  storedOnlyKinds,
} from './marketplaces/choose.ts';
import { createAnswerer } from './platform/command/answer.ts';
import { createIngest } from './accounts/ingest/ingest.ts';
import type { Log } from '../log/log.ts';
import { createMatching } from './tools/move/matching.ts';
import { createNotifyPolicy } from './notify/policy.ts';
import { createReach } from './reach/reach.ts';
import { adoptEcho } from './conversation/outbox/echo.ts';
import { createOutbox } from './conversation/outbox/outbox.ts';
import type { Random } from './platform/random.ts';
import { createAlbum } from './photos/album.ts';
import { createPhotoFetcher } from './photos/fetch.ts';
import { createPhotos } from './photos/photos.ts';
import { createProbes } from './receiver/probes.ts';
import { hasLocalService } from './receiver/reach.ts';
import type { OpenServer } from './receiver/receiver.ts';
import { createReceiving } from './receiver/receiving.ts';
import { createTunnel } from './tunnel/tunnel.ts';
import { badgeCount } from './leads/counts.ts';
import { createViewCounts } from './leads/view-counts.ts';
import { createAutomaticPlace } from './automatic/place.ts';
import { createWaking } from './leads/waking.ts';
import { followHours } from './leads/follow-hours.ts';
import { keepIndexed } from './leads/word-indexer.ts';
import type { Store } from './platform/store/store.ts';
import { unknownSender } from './conversation/outbox/courier.ts';
import type { Intake } from './accounts/ingest/context.ts';
import type { Reader } from './accounts/reader.ts';
import { createChanges } from './platform/changes.ts';
import { settingsNow } from './platform/settings.ts';
import { createQuestions } from './platform/questions.ts';
import type { Slices } from './platform/slices.ts';
import { composeCommands } from './compose-commands.ts';
import { carryMessages, type Survive } from './port-messages.ts';
import { createJobStatusReporter } from './accounts/job-status.ts';
import { createRegistry } from './accounts/registry.ts';
import { createTokens } from './accounts/tokens.ts';
import { removeOldBodies } from './accounts/old-bodies.ts';
import { createTeamPlace } from './team-place.ts';
import { noFetcher, serviceOff, withoutService } from './alone.ts';

type Running = {
  readonly start: () => void;
  readonly receive: (message: ToEngine) => void;
  readonly stop: () => Promise<void>;
};

/** A stopping engine waits this long for requests in progress. */
const lastRequestsMs = 1_000;

/** The engine shows leads before it loads modules that use the internet. */
const leadsFirstMs = 1_000;

/** Composes an engine with an open store; nothing runs before `start`. */
export const compose = (dependencies: {
  readonly dataFolder: string;
  /** Null while main does not know the accounts. */
  readonly accounts: readonly AttachedAccount[] | null;
  /** Runs without the service (alone.ts). */
  readonly alone?: boolean | undefined;
  readonly port: Port<FromEngine, ToEngine>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: Store;
  readonly slices: Slices;
  readonly openServer: OpenServer;
}): Running => {
  const { dataFolder, accounts: known, alone = false, port, clock } = dependencies;
  const { random, log, store, slices } = dependencies;
  const changes = createChanges();
  const { publish } = changes;
  const accounts = createAccountDirectory();
  const viewCounts = createViewCounts({ store, clock, slices });
  let badge: number | null = null;
  const sendBadge = (): void => {
    const needsReply = badgeCount(store);
    if (needsReply !== badge) port.send({ type: 'badge', needsReply });
    badge = needsReply;
  };
  changes.subscribe((change) => port.send({ type: 'changed', change }));
  changes.subscribe(sendBadge);
  changes.subscribe(viewCounts.changed);

  const tokens = createTokens((question) => {
    if (!alone) port.send(question);
    else queueMicrotask(() => tokens.settle(question.id, serviceOff()));
  });
  const toHub = createQuestions<Extract<FromEngine, { type: 'webhook' }>, unknown>(port.send);
  const show = (notice: Notice, noticeID: string | null = null): void =>
    port.send({ type: 'notice', notice, noticeID });
  const toChannels = createReach({
    store,
    clock,
    random,
    log,
    send: (id, channelID, message) => port.send({ type: 'reach', id, channelID, message }),
    publish,
  });
  const notify = createNotifyPolicy({
    store,
    clock,
    log,
    show,
    isAssigning: () => team.isAssigning(),
    reach: toChannels.queue,
    withdraw: (noticeIDs) => port.send({ type: 'withdraw', noticeIDs }),
    quiet: (quiet) => port.send({ type: 'quiet', quiet }),
  });
  changes.subscribe(notify.changed);
  changes.subscribe(toChannels.changed);
  const intakeOf = (accountID: string): Intake =>
    accounts.of(accountID)?.intake ?? fallbackGeneration.intake;
  const readerOf = (accountID: string): Reader => intakeOf(accountID).reader;
  const client = (accountID: string) => accounts.of(accountID)?.service ?? null;
  const ingest = createIngest({
    store,
    clock,
    log,
    publish,
    notify: notify.consider,
    reviewed: (reviews) => {
      notify.reviewed(reviews);
      for (const { businessID } of reviews)
        publish({ kinds: ['reviews'], leadIDs: [], ...(businessID !== null && { businessID }) });
    },
    adoptEcho,
    slices,
    intakeOf,
  });
  const applyRecorded = async (): Promise<boolean> => {
    const isWhole = await ingest.applyRecorded();
    accounts.pollDue();
    return isWhole;
  };
  const probes = createProbes(random);
  const tunnel = createTunnel({
    store,
    folder: join(dataFolder, 'tunnel'),
    env: process.env,
    clock,
    random,
    log,
    publish,
    testEvents: probes,
    hub: () => team.hub(),
    allowsLoopback: () => hasLocalService(store),
    moved: accounts.ensureInbound,
  });
  const receiving = createReceiving({
    store,
    ingest: { record: ingest.record, applyRecorded },
    endpoints: allEndpoints,
    openServer: dependencies.openServer,
    lastDeliveryAt: (accountID) => accounts.of(accountID)?.inbound.lastDeliveryAt() ?? null,
    probes,
    tunnel,
    clock,
    log,
    publish,
  });
  const { arrivals, reach, listening } = receiving;
  const survive: Survive = async (what, work) => {
    try {
      await work();
    } catch (thrown) {
      log.error({ err: thrown }, `${what} failed`);
    }
  };
  const follow = (): Promise<void> =>
    survive('following the business hours', () => followHours(store, slices, publish));
  const team = createTeamPlace({
    store,
    clock,
    random,
    log,
    slices,
    ingest: { record: receiving.record, applyRecorded },
    publish,
    hoursChanged: () => void follow(),
    rulesChanged: () => automatic.look(),
    wasAssigned: (leads) => notify.team('assigned', leads),
    wasMentioned: (leads) => notify.team('mentioned', leads),
    onRoster: () => port.send({ type: 'roster' }),
    onLog: (state, lacksKey) => port.send({ type: 'team', log: state, lacksKey }),
    askHub: (change) => toHub.ask({ type: 'webhook', change }),
    pollDue: accounts.pollDue,
    cameBack: () => registry.wake(),
    repairDue: accounts.ensureInbound,
    isQuiet: () => notify.quiet().until !== null,
    takeOver: (leadID, reply) => outbox.takeOver(leadID, reply),
    hubChanged: tunnel.teamChanged,
    survive,
  });
  changes.subscribe(team.changed);
  const undoSeconds = (): number => settingsNow(store).undoSeconds;
  const automatic = createAutomaticPlace({
    ...{ store, alone, clock, slices, log, publish, undoSeconds },
    pump: () => outbox.pump(),
    team: team.replies,
    mayChange: team.mayChangeRules,
  });
  changes.subscribe(automatic.changed);
  const outbox = createOutbox({
    store,
    release: automatic.release,
    team: team.replies,
    sender: (accountID) => accounts.of(accountID)?.sender ?? unknownSender,
    clock,
    random,
    publish,
    refused: toChannels.refused,
    log,
    undoSeconds,
  });
  const registry = createRegistry({
    directory: accounts,
    store,
    ingest,
    tokens,
    outbox,
    slices,
    choose: ({ profile }) => generationNamed(profile.interface),
    reachOf: (accountID) => ({
      base: () => reach.baseFor(accountID),
      isReachable: () => reach.isReachable(accountID),
      shared: () => (tunnel.isHub() ? team.webhooksOf(accountID) : null),
    }),
    pollerOf: team.pollerOf,
    arrivals,
    mayRegister: () => Promise.all([listening(), team.isKnown()]),
    clock,
    random,
    log,
    publish,
  });
  const photos = createPhotos({
    album: createAlbum({ folder: join(dataFolder, 'photos'), clock }),
    fetcher: alone ? noFetcher : createPhotoFetcher(clock),
    serviceOf: (accountID) => {
      const account = accountByID(store, accountID);
      return account && { address: account.profile.baseUrl, practice: account.practice };
    },
  });

  const matching = createMatching({
    store,
    ingest,
    client,
    slices,
    clock,
    log,
    publish,
    wakeOutbox: outbox.wake,
  });

  const waking = createWaking({ store, clock, log, publish, back: notify.back });
  const jobStatus = alone
    ? null
    : createJobStatusReporter({
        store,
        account: accounts.of,
        clock,
        random,
        log,
        publish,
      });
  const coverage = alone
    ? null
    : watchCoverage({
        store,
        clock,
        log,
        factsOf: (accountID) => {
          const account = accounts.of(accountID);
          return account?.inbound.isUsed
            ? {
                reachable: reach.isReachable(accountID),
                lacksPassword: account.inbound.lacksPassword(),
                webhooks: account.inbound.report,
              }
            : null;
        },
        changed: () => {
          toChannels.gapsChanged();
          publish({ kinds: ['connection'], leadIDs: [] });
        },
      });
  changes.subscribe(({ kinds }) => {
    if (kinds.includes('webhooks') || kinds.includes('connection')) coverage?.checkSoon();
    if (alone || !kinds.includes('businesses')) return;
    // A new business needs its webhook, and one account that serves it.
    registry.settle();
    accounts.ensureInbound();
  });
  const handlers = composeCommands({
    store,
    clock,
    slices,
    ingest,
    accounts: registry,
    client,
    readerOf,
    outbox,
    photos,
    matching,
    notify,
    toChannels,
    automatic,
    show,
    tunnel,
    team,
    receiving,
    applyRecorded,
    jobStatusChanged: () => jobStatus?.hold(),
    orderChanged: () => void follow(),
    viewCounts,
    publish,
  });
  const answer = createAnswerer(alone ? withoutService(handlers) : handlers, store, clock, log);

  const wake = (): void => {
    if (alone) return;
    void survive('applying what was recorded', applyRecorded);
    void survive('waking up', () => {
      registry.wake();
      jobStatus?.wake();
      outbox.wake();
      notify.wake();
      toChannels.wake();
      waking.look();
      automatic.look();
      tunnel.wake();
      accounts.ensureInbound();
    });
  };
  const receive = carryMessages({
    send: port.send,
    answer,
    accounts: {
      ...registry,
      // Accounts attach when the engine runs normally again.
      ...(alone && { attach: () => undefined, begin: () => undefined }),
      forget: async (accountID) => {
        // Before the removal so that none outlives the account, and after it for photos that
        // arrived meanwhile.
        await photos.forget(accountID);
        const answer = await registry.forget(accountID);
        await photos.forget(accountID);
        return answer;
      },
    },
    durable: store.durable,
    tokens,
    // Alone, the engine contacts nobody.
    reach: alone ? { ...toChannels, attach: () => undefined } : toChannels,
    team: alone ? () => undefined : team.set,
    toHub,
    wake,
    survive,
  });

  const background: (() => void)[] = [];
  return {
    receive,
    start: () => {
      if (alone) return sendBadge();
      // The window requests its leads now; nothing may delay them.
      clock.after(known === null ? leadsFirstMs : 0, receiving.start);
      void survive('applying what was recorded', applyRecorded);
      if (known !== null) registry.begin(known);
      sendBadge();
      void follow();
      background.push(
        keepIndexed({ store, slices, publish, clock, log }),
        removeOldBodies({ store, slices, clock, log, storedOnlyKinds }),
      );
    },
    stop: async () => {
      changes.stop();
      const teamEnded = team.stop();
      coverage?.stop();
      for (const end of background) end();
      jobStatus?.stop();
      notify.stop();
      toChannels.stop();
      waking.stop();
      automatic.stop();
      outbox.stop();
      const ended = registry.stop();
      slices.stop();
      matching.stop();
      await Promise.all([teamEnded, tunnel.stop(), receiving.stop(), photos.stop()]);
      await Promise.race([ended, pause(clock, lastRequestsMs)]);
    },
  };
};
