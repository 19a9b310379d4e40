/** Handlers of `insights.*`. A report is computed in slices, so that other commands do not wait. */
import { fail, succeed } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import { businessesWithCounts, keyOf } from '../../leads/businesses.ts';
import { namedPersons } from '../../leads/search-filters.ts';
import { currentBusinessTime, businessZone, replyTimeMs } from '../../leads/reply-deadlines.ts';
import { startOfDay } from '../../platform/business-time.ts';
import type { Handlers } from '../../platform/command/handler.ts';
import { getOrAdd } from '../../platform/get-or-add.ts';
import type { Slices } from '../../platform/slices.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  accountsToCount,
  arrivalsAfter,
  repliedSince,
  type Arrival,
  type CountedAccount,
} from './arrivals.ts';
import { calendarOf } from './calendar.ts';
import { createReporting } from './report.ts';
import { medianOf, firstReplyWait } from './tally.ts';
import { tableWriters } from './written.ts';

/** Leads read before the time limit of a slice is checked. */
const pageSize = 1_000;

/** Returns a function that reads the next leads of a period; it returns true while there are more. */
const arrivalReader = (
  store: Store,
  { start, end }: { readonly start: number; readonly end: number },
  add: (lead: Arrival) => void,
): (() => boolean) => {
  let place = { at: start, lead: 0 };
  return () => {
    const leads = arrivalsAfter(store, place, end, pageSize);
    leads.forEach(add);
    place = leads.at(-1) ?? place;
    return leads.length === pageSize;
  };
};

/** Test leads of staging do not count. */
const isCounted = (account: CountedAccount | undefined): account is CountedAccount =>
  account !== undefined && !account.isTest;

/** Returns a cached lookup of the key of a lead's business; null for a lead that does not count. */
const businessKeys = (
  byID: ReturnType<typeof accountsToCount>['byID'],
): ((lead: Arrival) => string | null) => {
  const keys = new Map<string, Map<string, string | null>>();
  return ({ accountID, businessID }) => {
    const ofAccount = getOrAdd(keys, accountID, () => new Map<string, string | null>());
    return getOrAdd(ofAccount, businessID, () => {
      const account = byID.get(accountID);
      return isCounted(account) ? keyOf({ businessID, service: account.service }) : null;
    });
  };
};

/** Returns a function that counts the leads a person has handed over in a period. */
const handedOverIn = (store: Store, start: number, end: number): ((person: string) => number) => {
  const sql = `SELECT count(*) AS count FROM team_activity
    WHERE person = ? AND at >= ? AND at < ? AND kind = 'handedOver'`;
  const statement = store.prepare<[string, number, number], { count: number }>(
    'insights.handedOver',
    sql,
  );
  return (person) => statement.get(person, start, end)?.count ?? 0;
};

export const insightsCommands = ({
  store,
  clock,
  slices,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly slices: Pick<Slices, 'runAsked'>;
}): Handlers<'insights.today' | 'insights.report' | 'insights.write'> => ({
  'insights.today': () => {
    const { byID } = accountsToCount(store);
    const waits = repliedSince(store, startOfDay(clock.now(), businessZone(store)))
      .filter(({ accountID }) => isCounted(byID.get(accountID)))
      .map(firstReplyWait);
    return succeed({ firstReplies: waits.length, medianMs: medianOf(waits) });
  },
  'insights.write': ({ format, tables }) => succeed({ text: tableWriters[format](tables) }),
  'insights.report': async ({ period, business, category }) => {
    const now = clock.now();
    const timeZone = businessZone(store);
    const calendar = calendarOf(period, now, timeZone);
    const businessTime = currentBusinessTime(store);
    const { byID, isPractice } = accountsToCount(store);
    const names = new Map(businessesWithCounts(store).map(({ key, name }) => [key, name]));
    const people = new Map(namedPersons(store).map(({ person, name }) => [person, name]));
    const end = Math.max(now, calendar.end);
    const reporting = createReporting({
      calendar,
      timeZone,
      businessClock:
        businessTime.after(now, 1) === null ? null : businessTime.clock(calendar.before.start, end),
      withinMs: replyTimeMs,
      now,
      isPractice,
      businessOf: businessKeys(byID),
      nameOf: (key) => names.get(key) ?? '',
      personNameOf: (person) => people.get(person) ?? '',
      handedOverBy: handedOverIn(store, calendar.start, calendar.end),
      business: business ?? null,
      category: category ?? null,
    });
    const tasks = [
      arrivalReader(store, calendar.before, reporting.addBefore),
      arrivalReader(store, calendar, reporting.add),
      reporting.work,
    ];
    const isComplete = await slices.runAsked((isOver) => {
      while (tasks[0] !== undefined) {
        if (!tasks[0]()) tasks.shift();
        if (isOver()) break;
      }
      return tasks.length > 0;
    });
    return isComplete
      ? succeed(reporting.report())
      : fail('engine_unavailable', 'The engine is closing.');
  },
});
