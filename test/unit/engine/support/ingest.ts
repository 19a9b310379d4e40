/** An ingest with a real store that records its changes and news. */
import type { Change } from '../../../../contract/events.ts';
import { createIngest, type Ingest } from '../../../../main/engine/accounts/ingest/ingest.ts';
import type { AdoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import type { CustomerActivity } from '../../../../main/engine/accounts/ingest/changes.ts';
import type { PublicProfile } from '../../../../contract/profile.ts';
import { leadRow, type LeadRow, type Message } from '../../../../contract/records.ts';
import type { ViewName } from '../../../../contract/views.ts';
import { computeClockOffset } from '../../../../main/clock/clock.ts';
import { readMessagesBefore } from '../../../../main/engine/conversation/message-pages.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { intakesOf } from './readers.ts';
import { event } from './records.ts';
import {
  accountID,
  testClock,
  testSlices,
  testLog,
  testStore,
  type LogLine,
  type TestClock,
} from './store.ts';
import { listLeads } from './list-leads.ts';

export type Bench = {
  readonly store: Store;
  readonly clock: TestClock;
  readonly ingest: Ingest;
  readonly changes: Change[];
  readonly news: CustomerActivity[];
  readonly logged: LogLine[];
  /** Delivers an event and applies it. */
  readonly deliver: (eventType: string, data: unknown) => void;
  readonly view: (view: ViewName, query?: string) => readonly LeadRow[];
  /** The only lead. */
  readonly lead: () => LeadRow;
  readonly thread: (lead: LeadRow) => readonly Message[];
};

export const testIngest = (
  adoptEcho: AdoptEcho = () => false,
  clock: TestClock = testClock(),
  generation: PublicProfile['interface'] = 'v4',
): Bench => {
  const store = testStore(clock, generation);
  const log = testLog();
  const changes: Change[] = [];
  const news: CustomerActivity[] = [];
  const ingest = createIngest({
    store,
    clock,
    slices: testSlices(clock),
    log,
    publish: (change) => void changes.push(change),
    onReviews: () => undefined,
    notify: (items) => void news.push(...items),
    adoptEcho,
    findIntake: intakesOf(store),
  });
  const view = (name: ViewName, query = ''): readonly LeadRow[] =>
    (
      listLeads(store, {
        view: name,
        business: null,
        query,
        start: null,
        ahead: computeClockOffset(clock),
        limit: 50,
      })?.leads ?? []
    ).map((each) => leadRow.parse(each));
  return {
    store,
    clock,
    ingest,
    changes,
    news,
    logged: log.lines,
    deliver: (eventType, data) => {
      ingest.record([{ accountID, eventType, webhookID: 'w1', body: event(eventType, data) }]);
      void ingest.applyRecorded();
    },
    view,
    lead: () => {
      const leads = view('all');
      if (leads[0] === undefined || leads.length > 1) {
        throw new Error(`there are ${leads.length} leads and not one`);
      }
      return leads[0];
    },
    thread: (lead) =>
      readMessagesBefore(store, toRow(lead.leadID) ?? 0, null, 200, computeClockOffset(clock))
        .messages,
  };
};

/** The same for a legacy account. */
export const legacyIngest = (): Bench => testIngest(undefined, testClock(), 'legacy');
