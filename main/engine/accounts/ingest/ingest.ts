/**
 * Turns deliveries, polled records and history into rows, in any order. Applying a record twice changes
 * nothing; one that cannot be parsed is stored with the reason.
 */
import type { Change } from '../../../../contract/events.ts';
import type { Clock } from '../../../clock/clock.ts';
import { createSchedule } from '../../../clock/schedule.ts';
import type { Log } from '../../../log/log.ts';
import type { Slice, Slices } from '../../platform/slices.ts';
import { parseJSON, serializeJSON } from '../../../http/json.ts';
import { putListedBusinesses } from '../../leads/businesses.ts';
import {
  listDeliveriesToApply,
  keepNotUnderstood,
  recordDelivery,
  settleDelivery,
  type IncomingDelivery,
  type RecordedDelivery,
} from '../deliveries.ts';
import { refreshLeads } from '../../leads/inbox.ts';
import type { Store } from '../../platform/store/store.ts';
import type { AdoptEcho } from '../../conversation/outbox/echo.ts';
import { markMissing } from './missing.ts';
import { routeMessage } from './route.ts';
import { applySteps, type Step } from './apply-steps.ts';
import {
  getReason,
  readAccountFacts,
  type AccountFacts,
  type Intake,
  type IngestContext,
  type Source,
} from './context.ts';
import { getOrAdd } from '../../platform/get-or-add.ts';
import {
  addChanges,
  toChange,
  createChanges,
  type Changes,
  type CustomerActivity,
  type NewReview,
} from './changes.ts';

/** `publish`, `notify` and `onReviews` are called after the commit. */
type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  readonly notify: (news: readonly CustomerActivity[]) => void;
  /** Called with new reviews, and with known ones when their delivery is applied again. */
  readonly onReviews: (reviews: readonly NewReview[]) => void;
  readonly adoptEcho: AdoptEcho;
  readonly slices: Pick<Slices, 'run'>;
  readonly findIntake: (accountID: string) => Intake;
};

type FetchSource = 'backfill' | 'poll';

/** Called in the transaction that stores records, before the inbox rows of the changed leads are computed. */
type Stored = (changes: Changes) => void;

export type Ingest = ReturnType<typeof createIngest>;

const maxParsed = 200;

/** Deliveries that are read at once: about as many as a slice applies. */
const maxListed = 16;

/** Interval of published changes while a backlog or a history is applied. */
const publishEveryMs = 100;

export const createIngest = (dependencies: Dependencies) => {
  const { store, clock, log, publish, notify, onReviews, adoptEcho, slices, findIntake } =
    dependencies;
  /** Kept so that applying recorded deliveries needs no second parse. */
  const parsedBodies = new Map<string, unknown>();

  const createSource = (how: Source['how'], isListed = false): Source => ({
    how,
    isListed,
    now: clock.now(),
    steady: clock.steady(),
  });

  /** Publishes and notifies after the commit. */
  const emit = (changes: Changes): void => {
    const change = toChange(changes);
    if (change !== null) publish(change);
    if (changes.activity.length > 0) notify(changes.activity);
    if (changes.reviews.length > 0) onReviews(changes.reviews);
  };

  const commit = (work: (changes: Changes) => void): void => {
    const changes = createChanges();
    store.changeAs('news', () =>
      store.write(() => {
        work(changes);
        refreshLeads(store, changes.leads);
      }),
    );
    emit(changes);
  };

  /** By transaction. */
  const knownAccounts = new WeakMap<Changes, Map<string, AccountFacts>>();

  const createContext = (accountID: string, source: Source, changes: Changes): IngestContext => {
    const { reader } = findIntake(accountID);
    const known = getOrAdd(knownAccounts, changes, () => new Map<string, AccountFacts>());
    const account = getOrAdd(known, accountID, () => readAccountFacts(store, accountID));
    return { store, adoptEcho, accountID, account, reader, source, changes };
  };

  const applyDelivery = (delivery: RecordedDelivery, changes: Changes): string | null => {
    const { accountID, eventType } = delivery;
    const body = parsedBodies.get(delivery.body) ?? parseJSON(delivery.body);
    parsedBodies.delete(delivery.body);
    if (body === undefined) return 'the body is not JSON';
    const context = createContext(accountID, createSource('event'), changes);
    return findIntake(accountID).applyDelivery(context, eventType, body);
  };

  const createDeliveryStep = (delivery: RecordedDelivery): Step => {
    const about = { delivery: delivery.delivery, eventType: delivery.eventType };
    return {
      about,
      apply: (changes) => applyDelivery(delivery, changes),
      settle: (reason, changes) => {
        settleDelivery(store, delivery.delivery, reason);
        if (reason === null) return;
        changes.kinds.add('connection');
        log.warn({ ...about, reason }, 'a delivery was not understood and is kept');
      },
    };
  };

  /** Yields steps of recorded deliveries: at least one, and more until the slice is over. */
  function* takeRecordedSteps(isOver: () => boolean): Generator<Step, void> {
    let isFirst = true;
    for (;;) {
      const deliveries = listDeliveriesToApply(store, maxListed);
      for (const delivery of deliveries) {
        if (!isFirst && isOver()) return;
        isFirst = false;
        yield createDeliveryStep(delivery);
      }
      if (deliveries.length < maxListed) return;
    }
  }

  let unpublished = createChanges();
  let publishedAt = -Infinity;
  // Listeners to changes read the database, which may be damaged, locked or full by then.
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'changes could not be published'),
  );
  const publishChanges = (): void => {
    schedule.cancel('publish');
    const changes = unpublished;
    unpublished = createChanges();
    publishedAt = clock.steady();
    emit(changes);
  };

  /** Notifies now and publishes with what follows soon. */
  const emitSoon = ({ activity, ...changes }: Changes): void => {
    addChanges(unpublished, { ...changes, activity: [] });
    // An engine that stops before the publication would lose the notices.
    if (activity.length > 0) notify(activity);
    if (clock.steady() - publishedAt >= publishEveryMs) publishChanges();
    else schedule.at('publish', publishedAt + publishEveryMs, publishChanges);
  };

  const applyFetched = (steps: readonly Step[], how: FetchSource, onStored?: Stored): void =>
    (how === 'backfill' ? emitSoon : emit)(applySteps(store, log, steps, onStored));

  let isApplying = false;
  let lastRun = Promise.resolve(true);

  const applySlice: Slice = (isOver) => {
    let hasMore = false;
    try {
      emitSoon(applySteps(store, log, takeRecordedSteps(isOver)));
      hasMore = listDeliveriesToApply(store, 1).length > 0;
    } finally {
      isApplying = hasMore;
      if (!hasMore) parsedBodies.clear();
      if (!hasMore) publishChanges();
    }
    return hasMore;
  };

  const applyRecorded = (): Promise<boolean> => {
    if (!isApplying) {
      isApplying = true;
      lastRun = slices.run(applySlice);
    }
    return lastRun;
  };

  const storeNotUnderstood = (
    accountID: string,
    eventType: string,
    record: unknown,
    reason: string,
    changes: Changes,
  ): void => {
    const parsed = { data: record };
    const body = serializeJSON(parsed) ?? '{"data":null}';
    const delivery = { accountID, eventType, webhookID: null, body, parsed };
    const { describe } = findIntake(accountID);
    if (!keepNotUnderstood(store, delivery, describe, reason, clock.now())) return;
    changes.kinds.add('connection');
    log.warn({ eventType, reason }, 'a record was not understood and is kept');
  };

  const createFetchedSteps = (
    accountID: string,
    eventType: string,
    records: readonly unknown[],
    apply: (record: unknown, changes: Changes) => string | null,
  ): readonly Step[] =>
    records.flat().map((raw) => ({
      about: { eventType },
      apply: (changes) => apply(raw, changes),
      settle: (reason, changes) => {
        if (reason !== null) storeNotUnderstood(accountID, eventType, raw, reason, changes);
      },
    }));

  const createNegotiationSteps = (
    accountID: string,
    records: readonly unknown[],
    source: Source,
  ): readonly Step[] =>
    createFetchedSteps(accountID, 'answer:negotiation', records, (raw, changes) =>
      findIntake(accountID).applyLead(createContext(accountID, source, changes), raw),
    );

  function* takeSteps(left: Step[], isOver: () => boolean): Generator<Step, void> {
    for (let step = left.shift(); step !== undefined; step = isOver() ? undefined : left.shift())
      yield step;
  }

  return {
    /** Records deliveries in one commit. Throws what SQLite throws. */
    record: (deliveries: readonly IncomingDelivery[]): void => {
      store.write(() => {
        for (const delivery of deliveries) {
          const { describe } = findIntake(delivery.accountID);
          recordDelivery(store, delivery, describe, delivery.receivedAt ?? clock.now());
        }
      });
      for (const { body, parsed } of deliveries)
        if (parsed !== undefined && parsedBodies.size < maxParsed) parsedBodies.set(body, parsed);
    },
    /** Applies recorded deliveries in slices. False when the engine stops first: the next start applies the rest. */
    applyRecorded,
    applyNegotiations: (
      accountID: string,
      records: readonly unknown[],
      how: FetchSource,
      onStored?: Stored,
    ): void =>
      applyFetched(createNegotiationSteps(accountID, records, createSource(how)), how, onStored),
    /** Applies records of a lead list in slices. False when the engine stops first. */
    applyListed: (accountID: string, records: readonly unknown[]): Promise<boolean> => {
      const left = [...createNegotiationSteps(accountID, records, createSource('backfill', true))];
      return slices.run((isOver) => {
        emit(applySteps(store, log, takeSteps(left, isOver)));
        return left.length > 0;
      });
    },
    applyMessages: (
      accountID: string,
      negotiationID: string,
      records: readonly unknown[],
      how: FetchSource,
      onStored?: Stored,
    ): void => {
      const source = createSource(how);
      const steps = createFetchedSteps(accountID, 'answer:message', records, (raw, changes) => {
        const context = createContext(accountID, source, changes);
        const record = context.reader.parseMessage(raw);
        if (!record.ok) return getReason(record.error);
        routeMessage(context, negotiationID, record.value);
        return null;
      });
      applyFetched(steps, how, onStored);
    },
    /** Returns the reason when the lead cannot be parsed. */
    applyLead: (accountID: string, record: unknown): string | null => {
      let reason: string | null = null;
      commit((changes) => {
        const context = createContext(accountID, createSource('poll'), changes);
        reason = findIntake(accountID).applyLead(context, record);
      });
      return reason;
    },
    /** Marks a lead that the service refused with 404 or 403 as missing. */
    applyMissing: (
      accountID: string,
      negotiationID: string,
      why: 'gone' | 'forbidden',
      onStored?: Stored,
    ): void => {
      commit((changes) => {
        markMissing(createContext(accountID, createSource('poll'), changes), negotiationID, why);
        onStored?.(changes);
      });
    },
    applyBusinesses: (accountID: string, records: readonly unknown[]): void => {
      const { reader } = findIntake(accountID);
      const businesses = records.flatMap((record) => {
        const read = reader.parseBusiness(record);
        return read.ok ? [read.value] : [];
      });
      commit((changes) => {
        if (putListedBusinesses(store, accountID, businesses)) changes.kinds.add('businesses');
      });
    },
    /** Drops what is not yet published. */
    stop: schedule.stop,
  };
};
