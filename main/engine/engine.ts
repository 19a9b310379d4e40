/**
 * The engine's composition root: opens the store, introduces everybody to each other and carries
 * what comes over the port to whom it concerns. It decides nothing about leads itself.
 */
import { join } from 'node:path';
import { fail, readAnswer, type Answer } from '../../contract/errors.ts';
import type { Change } from '../../contract/events.ts';
import {
  accessToken,
  type AttachedAccount,
  type FromEngine,
  type Port,
  type ToEngine,
} from '../../contract/port.ts';
import type { Clock } from '../clock/clock.ts';
import { allDoors, generationNamed } from './accounts/choose.ts';
import { createAnswerer } from './platform/command/answer.ts';
import { connectionCommands } from './accounts/commands.ts';
import { deliveryCommands } from './receiver/delivery-commands.ts';
import { leadCommands } from './leads/commands.ts';
import { ownCommands } from './accounts/own-commands.ts';
import { moveCommands } from './tools/move/commands.ts';
import { phoneNumberCommands } from './tools/phone-numbers/commands.ts';
import { lookupCommands } from './tools/lookup.ts';
import { reviewCommands } from './tools/reviews.ts';
import { settingsCommands } from './tools/settings.ts';
import { stagingCommands } from './tools/staging/commands.ts';
import { threadCommands } from './conversation/commands.ts';
import { tunnelCommands } from './tunnel/commands.ts';
import { createIngest } from './accounts/ingest/ingest.ts';
import type { Log } from '../log/log.ts';
import { createMatching } from './tools/move/matching.ts';
import { followMergedLeads } from './tools/move/merged-leads.ts';
import { createNotifyPolicy } from './notify/policy.ts';
import { adoptEcho } from './conversation/outbox/echo.ts';
import { createOutbox } from './conversation/outbox/outbox.ts';
import { createNumberBook } from './tools/phone-numbers/book.ts';
import type { Random } from './platform/random.ts';
import { createProbes } from './receiver/probes.ts';
import { createReceiving } from './receiver/receiving.ts';
import { createTunnel } from './tunnel/tunnel.ts';
import { leadDetails } from './accounts/lead-details.ts';
import { keepCheckpoints, type OpenCheckpointer } from './platform/store/checkpoints.ts';
import { keepBackups, type CopyDatabase } from './platform/store/daily-backup.ts';
import { derivedFromLeads } from './leads/derived.ts';
import { needsReplyTotal } from './leads/inbox.ts';
import { keepIndexed } from './leads/word-indexer.ts';
import { openStore } from './platform/store/open.ts';
import type { Store } from './platform/store/store.ts';
import { nobody } from './conversation/outbox/courier.ts';
import type { Intake } from './accounts/ingest/told.ts';
import type { Reader } from './accounts/reader.ts';
import { rowOf } from './platform/store/ids.ts';
import { settingsNow } from './platform/settings.ts';
import { createSlices, type Slices } from './platform/slices.ts';
import { createRegistry } from './accounts/registry.ts';
import { createTokens } from './accounts/tokens.ts';

type Dependencies = {
  readonly dataFolder: string;
  /** The accounts that main knows at this moment; null, and later ones, come over the port. */
  readonly accounts: readonly AttachedAccount[] | null;
  readonly port: Port<FromEngine, ToEngine>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly copyDatabase: CopyDatabase;
  readonly openCheckpointer: OpenCheckpointer;
};

export type Engine = {
  /** Stops everything that runs and closes the store. */
  readonly stop: () => Promise<void>;
  /** Settles when the engine has stopped, whoever asked for it. */
  readonly stopped: Promise<void>;
};

/**
 * Starts the engine. It says `ready` as soon as it can answer commands, or `refused` when the store
 * cannot be opened; then it does nothing but wait for `stop`.
 */
export const createEngine = (dependencies: Dependencies): Engine => {
  const { dataFolder, port, clock, log, copyDatabase, openCheckpointer } = dependencies;
  let tellStopped = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });
  const file = join(dataFolder, 'leads.db');
  const damaged = (): void => {
    port.send({ type: 'damaged' });
    queueMicrotask(() => void stop());
  };
  const opened = openStore({ file, clock, log, damaged, derived: derivedFromLeads });
  const slices = createSlices({ steady: clock.steady, letOthers: setImmediate });
  const running = opened.ok ? run(dependencies, opened.value, slices) : null;
  const endCheckpoints = opened.ok
    ? keepCheckpoints({
        store: opened.value,
        file,
        open: openCheckpointer,
        slices,
        damaged,
        clock,
        log,
      })
    : null;
  const endBackups = opened.ok
    ? keepBackups({ store: opened.value, file, copy: copyDatabase, damaged, clock, log })
    : null;
  let stopping: Promise<void> | null = null;

  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      endBackups?.();
      await running?.stop();
      await endCheckpoints?.();
      if (opened.ok) opened.value.close();
      port.send({ type: 'stopped' });
      tellStopped();
    })();
    return stopping;
  };

  if (opened.ok) {
    port.send({ type: 'ready' });
    running?.start();
  } else {
    port.send({ type: 'refused', error: opened.error });
  }
  port.onMessage((message) => {
    if (message.type === 'stop') void stop();
    else if (stopping === null) running?.receive(message);
  });
  return { stop, stopped };
};

type Running = {
  readonly start: () => void;
  readonly receive: (message: ToEngine) => void;
  readonly stop: () => Promise<void>;
};

/** How long requests under way may take to end when the engine stops; then they are cut off. */
const lastRequestsMs = 1_000;

const run = (
  { dataFolder, accounts: known, port, clock, random, log }: Dependencies,
  store: Store,
  slices: Slices,
): Running => {
  let badge: number | null = null;
  let stopped = false;
  const publish = (change: Change): void => {
    // What ends late finds the store closed, which the badge is counted in.
    if (stopped) return;
    port.send({ type: 'changed', change });
    tellBadge();
    if (!change.kinds.includes('businesses')) return;
    // Each business has a webhook, and one account that works for it.
    accounts.settle();
    accounts.ensureInbound();
  };
  const tellBadge = (): void => {
    const needsReply = needsReplyTotal(store);
    if (needsReply !== badge) port.send({ type: 'badge', needsReply });
    badge = needsReply;
  };

  const tokens = createTokens(port.send);
  const notify = createNotifyPolicy({
    store,
    clock,
    show: (notice) => port.send({ type: 'notice', notice }),
  });
  // What is left of an account that is not kept here is read as v4 is.
  const intakeOf = (accountID: string): Intake =>
    accounts.of(accountID)?.intake ?? generationNamed('v4').intake;
  const readerOf = (accountID: string): Reader => intakeOf(accountID).reader;
  const client = (accountID: string) => accounts.of(accountID)?.service ?? null;
  const ingest = createIngest({
    store,
    clock,
    log,
    publish,
    notify: notify.consider,
    adoptEcho,
    slices,
    intakeOf,
  });
  const outbox = createOutbox({
    store,
    sender: (accountID) => accounts.of(accountID)?.sender ?? nobody,
    clock,
    random,
    publish,
    log,
    undoSeconds: () => settingsNow(store).undoSeconds,
  });
  const applyRecorded = async (): Promise<boolean> => {
    const isWhole = await ingest.applyRecorded();
    accounts.look();
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
    allowsLoopback: () => reach.hasServiceHere(),
    moved: () => accounts.ensureInbound(),
  });
  const receiving = createReceiving({
    store,
    ingest: { record: ingest.record, applyRecorded },
    doors: allDoors,
    lastDeliveryAt: (accountID) => accounts.of(accountID)?.inbound.lastDeliveryAt() ?? null,
    probes,
    tunnel,
    clock,
    log,
    publish,
  });
  const { arrivals, reach, listening } = receiving;
  const accounts = createRegistry({
    store,
    ingest,
    tokens,
    outbox,
    slices,
    reachOf: (accountID) => ({
      base: () => reach.baseFor(accountID),
      isReachable: () => reach.isReachable(accountID),
    }),
    arrivals,
    mayRegister: listening,
    clock,
    random,
    log,
    publish,
  });

  const matching = createMatching({
    store,
    ingest,
    client,
    slices,
    clock,
    log,
    publish,
    wakeOutbox: () => outbox.wake(),
  });

  let endIndexing = (): void => undefined;
  const answer = createAnswerer(
    followMergedLeads(store, {
      ...leadCommands({
        store,
        slices,
        publish,
        details: (lead) => leadDetails(store, readerOf, lead),
      }),
      ...lookupCommands({ client, clock }),
      ...tunnelCommands(tunnel, () => reach.tunnelWorks()),
      ...reviewCommands({ store, client }),
      ...stagingCommands({
        store,
        ingest,
        client,
        readerOf,
        givesLeads: (accountID) => accounts.of(accountID)?.capabilities.givesLeads === true,
      }),
      ...moveCommands({
        store,
        clock,
        matching,
        isCurrent: (accountID) => accounts.of(accountID)?.capabilities.isCurrent ?? null,
        publish,
      }),
      ...phoneNumberCommands({
        store,
        hasNumbers: (accountID) => accounts.of(accountID)?.capabilities.hasPhoneNumbers === true,
        book: createNumberBook({ store, client, clock, publish }),
      }),
      ...settingsCommands({ store, publish }),
      ...threadCommands({
        store,
        clock,
        publish,
        outbox,
        watch: (leadID, focused) => {
          notify.watch(leadID, focused);
          accounts.watch(leadID === null ? null : rowOf(leadID), focused);
        },
      }),
      ...ownCommands(accounts.of),
      ...deliveryCommands({ store, account: accounts.of, applyRecorded, publish }),
      ...connectionCommands({
        store,
        account: accounts.of,
        receiver: receiving.report,
      }),
    }),
    log,
  );

  /** Work that nobody waits for: what the store refuses now is tried again at the next occasion. */
  const survive = async (what: string, work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      log.error({ err: thrown }, `${what} failed`);
    }
  };

  const receive = (message: ToEngine): void => {
    switch (message.type) {
      case 'invoke':
        void answer(message.command, message.input).then((result) =>
          port.send({ type: 'answer', id: message.id, answer: result }),
        );
        return;
      case 'account':
        accounts.attach(message.account);
        return;
      case 'accounts':
        accounts.begin(message.accounts);
        return;
      case 'detach':
        void survive('detaching an account', async () => {
          let result: Answer<unknown> = fail('internal', 'The webhooks could not be removed.');
          try {
            result = await accounts.detach(message.accountID);
          } finally {
            port.send({ type: 'answer', id: message.id, answer: result });
          }
        });
        return;
      case 'forget':
        void survive('removing an account', async () => {
          let result: Answer<unknown> = fail('internal', 'The account could not be removed.');
          try {
            result = await accounts.forget(message.accountID);
          } finally {
            port.send({ type: 'answer', id: message.id, answer: result });
          }
        });
        return;
      case 'token':
        tokens.settle(message.id, readAnswer(accessToken, message.answer));
        return;
      case 'wake':
        void survive('applying what was recorded', applyRecorded);
        void survive('waking up', () => {
          accounts.wake();
          outbox.wake();
          tunnel.wake();
          accounts.ensureInbound();
        });
        return;
      case 'start':
      case 'stop':
        return;
    }
  };

  return {
    receive,
    start: () => {
      receiving.start();
      void survive('applying what was recorded', applyRecorded);
      if (known !== null) accounts.begin(known);
      tellBadge();
      endIndexing = keepIndexed({ store, slices, publish, clock, log });
    },
    stop: async () => {
      stopped = true;
      endIndexing();
      notify.stop();
      outbox.stop();
      const ended = accounts.stop();
      slices.stop();
      matching.stop();
      await Promise.all([tunnel.stop(), receiving.stop()]);
      await Promise.race([
        ended,
        new Promise<void>((resolve) => void clock.after(lastRequestsMs, resolve)),
      ]);
    },
  };
};
