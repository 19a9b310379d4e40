/** Handlers of `insights.*`. Reports are computed in slices, so that other commands do not wait. */
import { fail, succeed } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import { listBusinesses, toBusinessKey } from '../../leads/businesses.ts';
import { listPersons } from '../../leads/search-filters.ts';
import { getBusinessTime, readBusinessZone, replyTimeMs } from '../../leads/reply-deadlines.ts';
import { startOfDay } from '../../platform/business-time.ts';
import type { Handlers } from '../../platform/command/handler.ts';
import type { Slices } from '../../platform/slices.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  readAccounts,
  listArrivals,
  listRepliedSince,
  type Arrival,
  type CountedAccount,
} from './arrivals.ts';
import { buildCalendar } from './calendar.ts';
import { createReporting } from './report.ts';
import { computeMedian, measureFirstReply } from './tally.ts';
import { tableFormatters } from './tables.ts';

/** Leads read before the time limit of a slice is checked. */
const pageSize = 500;

/** Returns a function that reads the next leads of a period; it returns true while there are more. */
const createArrivalReader = (
  store: Store,
  { start, end }: { readonly start: number; readonly end: number },
  add: (lead: Arrival) => void,
): (() => boolean) => {
  let place = { at: end, lead: 0 };
  return () => {
    const leads = listArrivals(store, place, start, pageSize);
    leads.forEach(add);
    place = leads.at(-1) ?? place;
    return leads.length === pageSize;
  };
};

/** Excludes test leads of staging. */
const isCounted = (account: CountedAccount | undefined): account is CountedAccount =>
  account !== undefined && !account.isTest;

/** Returns a function that counts the leads a person has handed over in a period. */
const createHandOverCounter = (
  store: Store,
  start: number,
  end: number,
): ((person: string) => number) => {
  const sql = `SELECT count(*) AS count FROM team_activity
    WHERE person = ? AND at >= ? AND at < ? AND kind = 'handedOver'`;
  const statement = store.prepare<[string, number, number], { count: number }>(sql);
  return (person) => statement.get(person, start, end)?.count ?? 0;
};

export const createInsightsCommands = ({
  store,
  clock,
  slices,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly slices: Pick<Slices, 'runAsked'>;
}): Handlers<'insights.today' | 'insights.report' | 'insights.write'> => ({
  'insights.today': () => {
    const { byID } = readAccounts(store);
    const waits = listRepliedSince(store, startOfDay(clock.now(), readBusinessZone(store)))
      .filter(({ accountID }) => isCounted(byID.get(accountID)))
      .map(measureFirstReply);
    return succeed({ firstReplies: waits.length, medianMs: computeMedian(waits) });
  },
  'insights.write': ({ format, tables }) => succeed({ text: tableFormatters[format](tables) }),
  'insights.report': async ({ period, business, category }) => {
    const now = clock.now();
    const timeZone = readBusinessZone(store);
    const calendar = buildCalendar(period, now, timeZone);
    const businessTime = getBusinessTime(store);
    const { byID, isPractice } = readAccounts(store);
    const names = new Map(listBusinesses(store).map(({ key, name }) => [key, name]));
    const people = new Map(listPersons(store).map(({ person, name }) => [person, name]));
    const end = Math.max(now, calendar.end);
    const reporting = createReporting({
      calendar,
      timeZone,
      businessClock:
        businessTime.add(now, 1) === null
          ? null
          : businessTime.createClock(calendar.before.start, end),
      withinMs: replyTimeMs,
      now,
      isPractice,
      findBusinessKey: (accountID, businessID) => {
        const account = byID.get(accountID);
        return isCounted(account) ? toBusinessKey({ businessID, service: account.service }) : null;
      },
      getBusinessName: (key) => names.get(key) ?? '',
      getPersonName: (person) => people.get(person) ?? '',
      countHandedOver: createHandOverCounter(store, calendar.start, calendar.end),
      business: business ?? null,
      category: category ?? null,
    });
    const tasks = [
      createArrivalReader(store, calendar.before, reporting.addBefore),
      createArrivalReader(store, calendar, reporting.add),
      reporting.computeNext,
    ];
    const isComplete = await slices.runAsked((isOver) => {
      while (tasks[0] !== undefined) {
        if (!tasks[0]()) tasks.shift();
        if (isOver()) break;
      }
      return tasks.length > 0;
    });
    return isComplete
      ? succeed(reporting.buildReport())
      : fail('engine_unavailable', 'The engine is closing.');
  },
});
