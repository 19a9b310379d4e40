/**
 * Everything that comes from the service becomes rows here, whichever way it came: a delivery of a
 * webhook, an answer to a poll, history of a first sync. Order does not matter, and taking in the
 * same thing twice changes nothing and publishes nothing. What cannot be understood is kept with its
 * reason.
 */
import type { Change } from '../../../../contract/events.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import type { Slice, Slices } from '../../platform/slices.ts';
import { readJSON, writeJSON } from '../../../http/json.ts';
import { putListedBusinesses } from '../../leads/businesses.ts';
import {
  deliveriesToApply,
  keepNotUnderstood,
  recordDelivery,
  settleDelivery,
  type IncomingDelivery,
  type RecordedDelivery,
} from '../deliveries.ts';
import { refreshLeads } from '../../leads/inbox.ts';
import { findLead, setAvailability } from '../../leads/leads.ts';
import type { Store } from '../../platform/store/store.ts';
import type { AdoptEcho } from '../../conversation/outbox/echo.ts';
import { takeMessage } from './placed.ts';
import type { Source } from './source.ts';
import { takeIn, type Step } from './take-in.ts';
import { reasonOf, type Intake, type Told } from './told.ts';
import {
  addChanges,
  changeOf,
  noChanges,
  type Changes,
  type CustomerActivity,
  type NewReview,
} from './changes.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells the window; called after the commit. */
  readonly publish: (change: Change) => void;
  /** Told what customers did that was not known before; called after the commit. */
  readonly notify: (news: readonly CustomerActivity[]) => void;
  /** Receives the reviews that deliveries brought, again with each repeated delivery; called after the commit. */
  readonly reviewed: (reviews: readonly NewReview[]) => void;
  readonly adoptEcho: AdoptEcho;
  readonly slices: Pick<Slices, 'run'>;
  /** How an account's records are taken in. */
  readonly intakeOf: (accountID: string) => Intake;
};

type Answered = 'backfill' | 'poll';

export type Ingest = {
  /** Records deliveries in one commit. Throws what SQLite throws. */
  readonly record: (deliveries: readonly IncomingDelivery[]) => void;
  /**
   * Applies every delivery that is recorded and not applied yet, and those that are recorded meanwhile,
   * in slices. Resolves when none is left, or to false when the engine stops before; what is left then
   * is applied at the next start. Rejects with what SQLite throws.
   */
  readonly applyRecorded: () => Promise<boolean>;
  /** Takes in negotiation records that the service answered with. */
  readonly negotiations: (accountID: string, records: readonly unknown[], how: Answered) => void;
  /**
   * Takes in negotiation records of a list, which can say less than the lead's own record, in slices:
   * a page of it holds many. Resolves to false when the engine stops before all are taken in.
   */
  readonly listed: (accountID: string, records: readonly unknown[]) => Promise<boolean>;
  /** Takes in message records of one negotiation that the service answered with. */
  readonly messages: (
    accountID: string,
    negotiationID: string,
    records: readonly unknown[],
    how: Answered,
  ) => void;
  /** Takes in one lead that a service answered with; the reason when it cannot be understood. */
  readonly lead: (accountID: string, record: unknown) => string | null;
  /** The service no longer has a negotiation (404), or the grant does not cover it (403). */
  readonly missing: (accountID: string, negotiationID: string, why: 'gone' | 'forbidden') => void;
  /** Takes over the list of businesses that the service answered with. */
  readonly businesses: (accountID: string, records: readonly unknown[]) => void;
};

/** Deliveries that are read at a time. */
const batch = 50;

/** While a backlog is applied, the window is told at most this often, in milliseconds. */
const tellEveryMs = 100;

/** Makes the one way in; see the types above for what each function does. */
export const createIngest = ({
  store,
  clock,
  log,
  publish,
  notify,
  reviewed,
  adoptEcho,
  slices,
  intakeOf,
}: Dependencies): Ingest => {
  const sourceOf = (how: Source['how'], isListed = false): Source => ({
    how,
    isListed,
    now: clock.now(),
    steady: clock.steady(),
  });

  /** Tells what changed, after the commit. */
  const tell = (changes: Changes): void => {
    const change = changeOf(changes);
    if (change !== null) publish(change);
    if (changes.activity.length > 0) notify(changes.activity);
    if (changes.reviews.length > 0) reviewed(changes.reviews);
  };

  /** Runs `work` in one transaction and tells what changed after the commit. */
  const commit = (work: (changes: Changes) => void): void => {
    const changes = noChanges();
    store.write(() => {
      work(changes);
      refreshLeads(store, changes.leads);
    });
    tell(changes);
  };

  const toldTo = (accountID: string, source: Source, changes: Changes): Told => {
    const { reader } = intakeOf(accountID);
    return { store, adoptEcho, accountID, reader, source, changes };
  };

  /** Applies one delivery; returns the reason when it cannot be understood. */
  const applyDelivery = (delivery: RecordedDelivery, changes: Changes): string | null => {
    const { accountID, eventType } = delivery;
    const body = readJSON(delivery.body);
    if (body === undefined) return 'the body is not JSON';
    const told = toldTo(accountID, sourceOf('event'), changes);
    return intakeOf(accountID).applyDelivery(told, eventType, body);
  };

  const deliveryStep = (delivery: RecordedDelivery): Step => {
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

  /** The oldest deliveries that are recorded, one at least, until it is over. */
  function* recorded(isOver: () => boolean): Generator<Step, void> {
    let isFirst = true;
    for (;;) {
      const deliveries = deliveriesToApply(store, batch);
      for (const delivery of deliveries) {
        if (!isFirst && isOver()) return;
        isFirst = false;
        yield deliveryStep(delivery);
      }
      if (deliveries.length < batch) return;
    }
  }

  /** What has changed and nobody has been told of yet. */
  let unpublished = noChanges();
  let toldAt = -Infinity;
  const publishChanges = (): void => {
    const changes = unpublished;
    unpublished = noChanges();
    toldAt = clock.steady();
    tell(changes);
  };

  let isApplying = false;
  let applied = Promise.resolve(true);

  const applySlice: Slice = (isOver) => {
    let more = false;
    try {
      const { activity, ...changes } = takeIn(store, log, recorded(isOver));
      addChanges(unpublished, { ...changes, activity: [] });
      if (activity.length > 0) notify(activity);
      more = deliveriesToApply(store, 1).length > 0;
    } finally {
      isApplying = more;
      if (!more || clock.steady() - toldAt >= tellEveryMs) publishChanges();
    }
    return more;
  };

  const applyRecorded = (): Promise<boolean> => {
    if (!isApplying) {
      isApplying = true;
      applied = slices.run(applySlice);
    }
    return applied;
  };

  const notUnderstood = (
    accountID: string,
    eventType: string,
    record: unknown,
    reason: string,
    changes: Changes,
  ): void => {
    const body = writeJSON({ data: record }) ?? '{"data":null}';
    const delivery = { accountID, eventType, webhookID: null, body };
    if (!keepNotUnderstood(store, delivery, reason, clock.now())) return;
    changes.kinds.add('connection');
    log.warn({ eventType, reason }, 'a record was not understood and is kept');
  };

  /** Records that the service answered with, on their way in. */
  const answerSteps = (
    accountID: string,
    eventType: string,
    records: readonly unknown[],
    apply: (record: unknown, changes: Changes) => string | null,
  ): readonly Step[] =>
    records.flat().map((raw) => ({
      about: { eventType },
      apply: (changes) => apply(raw, changes),
      settle: (reason, changes) => {
        if (reason !== null) notUnderstood(accountID, eventType, raw, reason, changes);
      },
    }));

  const negotiationSteps = (
    accountID: string,
    records: readonly unknown[],
    source: Source,
  ): readonly Step[] =>
    answerSteps(accountID, 'answer:negotiation', records, (raw, changes) =>
      intakeOf(accountID).takeLead(toldTo(accountID, source, changes), raw),
    );

  /** One step at least, and more until it is over. */
  function* taken(left: Step[], isOver: () => boolean): Generator<Step, void> {
    for (let step = left.shift(); step !== undefined; step = isOver() ? undefined : left.shift()) {
      yield step;
    }
  }

  return {
    record: (deliveries) => {
      store.write(() => {
        for (const delivery of deliveries) recordDelivery(store, delivery, clock.now());
      });
    },
    applyRecorded,
    negotiations: (accountID, records, how) =>
      tell(takeIn(store, log, negotiationSteps(accountID, records, sourceOf(how)))),
    listed: (accountID, records) => {
      const left = [...negotiationSteps(accountID, records, sourceOf('backfill', true))];
      return slices.run((isOver) => {
        tell(takeIn(store, log, taken(left, isOver)));
        return left.length > 0;
      });
    },
    messages: (accountID, negotiationID, records, how) => {
      const source = sourceOf(how);
      const steps = answerSteps(accountID, 'answer:message', records, (raw, changes) => {
        const told = toldTo(accountID, source, changes);
        const record = told.reader.message(raw);
        if (!record.ok) return reasonOf(record.error);
        takeMessage(told, negotiationID, record.value);
        return null;
      });
      tell(takeIn(store, log, steps));
    },
    lead: (accountID, record) => {
      let reason: string | null = null;
      commit((changes) => {
        const told = toldTo(accountID, sourceOf('poll'), changes);
        reason = intakeOf(accountID).takeLead(told, record);
      });
      return reason;
    },
    missing: (accountID, negotiationID, why) => {
      commit((changes) => {
        const known = findLead(store, accountID, negotiationID);
        if (known !== null && setAvailability(store, known.lead, why, clock.now())) {
          changes.leads.add(known.lead);
        }
      });
    },
    businesses: (accountID, records) => {
      const { reader } = intakeOf(accountID);
      const listed = records.flatMap((record) => {
        const read = reader.business(record);
        return read.ok ? [read.value] : [];
      });
      commit((changes) => {
        if (putListedBusinesses(store, accountID, listed)) changes.kinds.add('businesses');
      });
    },
  };
};
