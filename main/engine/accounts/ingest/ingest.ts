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
import { readJSON, writeJSON } from '../../platform/http/json.ts';
import { putListedBusinesses } from '../../leads/businesses.ts';
import {
  deliveriesToApply,
  keepNotUnderstood,
  recordDelivery,
  settleDelivery,
  type Delivery,
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
import { addTouched, changeOf, nothingTouched, type News, type Touched } from './touched.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells the window; called after the commit. */
  readonly publish: (change: Change) => void;
  /** Told what customers did that was not known before; called after the commit. */
  readonly notify: (news: readonly News[]) => void;
  readonly adoptEcho: AdoptEcho;
  readonly slices: Pick<Slices, 'run'>;
  /** How an account's records are taken in. */
  readonly intakeOf: (accountID: string) => Intake;
};

type Answered = 'backfill' | 'poll';

export type Ingest = {
  /** Records deliveries in one commit: durable when it returns. Throws what SQLite throws. */
  readonly record: (deliveries: readonly Delivery[]) => void;
  /**
   * Applies every delivery that is recorded and not applied yet, and those that are recorded meanwhile,
   * in slices. Resolves when none is left, or to false when the engine stops before; what is left then
   * is applied at the next start. Rejects with what SQLite throws.
   */
  readonly applyRecorded: () => Promise<boolean>;
  /** Takes in negotiation records that the service answered with. */
  readonly negotiations: (accountID: string, records: readonly unknown[], how: Answered) => void;
  /** Takes in negotiation records of a list, which can say less than the lead's own record. */
  readonly listed: (accountID: string, records: readonly unknown[], how: Answered) => void;
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

  /** Tells what was touched, after the commit. */
  const tell = (touched: Touched): void => {
    const change = changeOf(touched);
    if (change !== null) publish(change);
    if (touched.news.length > 0) notify(touched.news);
  };

  /** Runs `work` in one transaction and tells what it touched after the commit. */
  const commit = (work: (touched: Touched) => void): void => {
    const touched = nothingTouched();
    store.write(() => {
      work(touched);
      refreshLeads(store, touched.leads);
    });
    tell(touched);
  };

  const toldTo = (accountID: string, source: Source, touched: Touched): Told => {
    const { reader } = intakeOf(accountID);
    return { store, adoptEcho, accountID, reader, source, touched };
  };

  /** Applies one delivery; returns the reason when it cannot be understood. */
  const applyDelivery = (delivery: RecordedDelivery, touched: Touched): string | null => {
    const { accountID, eventType } = delivery;
    const body = readJSON(delivery.body);
    if (body === undefined) return 'the body is not JSON';
    const told = toldTo(accountID, sourceOf('event'), touched);
    return intakeOf(accountID).applyDelivery(told, eventType, body);
  };

  const deliveryStep = (delivery: RecordedDelivery): Step => {
    const about = { delivery: delivery.delivery, eventType: delivery.eventType };
    return {
      about,
      apply: (touched) => applyDelivery(delivery, touched),
      settle: (reason, touched) => {
        settleDelivery(store, delivery.delivery, reason);
        if (reason === null) return;
        touched.kinds.add('connection');
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

  /** What was touched and nobody has been told of yet. */
  let untold = nothingTouched();
  let toldAt = -Infinity;
  const tellUntold = (): void => {
    const touched = untold;
    untold = nothingTouched();
    toldAt = clock.steady();
    tell(touched);
  };

  let isApplying = false;
  let applied = Promise.resolve(true);

  const applySlice: Slice = (isOver) => {
    let more = false;
    try {
      addTouched(untold, takeIn(store, log, recorded(isOver)));
      more = deliveriesToApply(store, 1).length > 0;
    } finally {
      isApplying = more;
      if (!more || clock.steady() - toldAt >= tellEveryMs) tellUntold();
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
    touched: Touched,
  ): void => {
    const body = writeJSON({ data: record }) ?? '{"data":null}';
    const delivery = { accountID, eventType, webhookID: null, body };
    if (!keepNotUnderstood(store, delivery, reason, clock.now())) return;
    touched.kinds.add('connection');
    log.warn({ eventType, reason }, 'a record was not understood and is kept');
  };

  /** Takes in records that the service answered with. */
  const takeAnswers = (
    accountID: string,
    eventType: string,
    records: readonly unknown[],
    apply: (record: unknown, touched: Touched) => string | null,
  ): void => {
    const steps = records.flat().map((raw): Step => ({
      about: { eventType },
      apply: (touched) => apply(raw, touched),
      settle: (reason, touched) => {
        if (reason !== null) notUnderstood(accountID, eventType, raw, reason, touched);
      },
    }));
    tell(takeIn(store, log, steps));
  };

  const takeNegotiations = (accountID: string, records: readonly unknown[], source: Source): void =>
    takeAnswers(accountID, 'answer:negotiation', records, (raw, touched) =>
      intakeOf(accountID).takeLead(toldTo(accountID, source, touched), raw),
    );

  return {
    record: (deliveries) => {
      store.write(() => {
        for (const delivery of deliveries) recordDelivery(store, delivery, clock.now());
      });
    },
    applyRecorded,
    negotiations: (accountID, records, how) => takeNegotiations(accountID, records, sourceOf(how)),
    listed: (accountID, records, how) => takeNegotiations(accountID, records, sourceOf(how, true)),
    messages: (accountID, negotiationID, records, how) => {
      const source = sourceOf(how);
      takeAnswers(accountID, 'answer:message', records, (raw, touched) => {
        const told = toldTo(accountID, source, touched);
        const record = told.reader.message(raw);
        if (!record.ok) return reasonOf(record.error);
        takeMessage(told, negotiationID, record.value);
        return null;
      });
    },
    lead: (accountID, record) => {
      let reason: string | null = null;
      commit((touched) => {
        const told = toldTo(accountID, sourceOf('poll'), touched);
        reason = intakeOf(accountID).takeLead(told, record);
      });
      return reason;
    },
    missing: (accountID, negotiationID, why) => {
      commit((touched) => {
        const known = findLead(store, accountID, negotiationID);
        if (known !== null && setAvailability(store, known.lead, why, clock.now())) {
          touched.leads.add(known.lead);
        }
      });
    },
    businesses: (accountID, records) => {
      const { reader } = intakeOf(accountID);
      const listed = records.flatMap((record) => {
        const read = reader.business(record);
        return read.ok ? [read.value] : [];
      });
      commit((touched) => {
        if (putListedBusinesses(store, accountID, listed)) touched.kinds.add('businesses');
      });
    },
  };
};
