/**
 * How fast the professional answers, what leads cost and what becomes of them, counted from what is
 * stored. A report reads the leads of its period and of the one before in slices, so that nobody waits
 * for it who asks something else.
 */
import { fail, succeed } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import { businessesWithCounts, keyOf } from '../../leads/businesses.ts';
import { businessTimeNow, businessZone, replyWithinMs } from '../../leads/reply-times.ts';
import type { Handlers } from '../../platform/command/handler.ts';
import type { Slices } from '../../platform/slices.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  accountsToCount,
  arrivalsAfter,
  repliedSince,
  type Arrival,
  type CountedAccount,
} from './arrivals.ts';
import { calendarOf, startOfDay } from './calendar.ts';
import { createReporting } from './report.ts';
import { medianOf, waitFor } from './tally.ts';
import { written } from './written.ts';

/** So many leads are read between two looks at the time. */
const few = 200;

/** A part of the work that reads the leads of a time in their order; true while there are more. */
const reading = (
  store: Store,
  { start, end }: { readonly start: number; readonly end: number },
  add: (lead: Arrival) => void,
): (() => boolean) => {
  let place = { at: start, lead: 0 };
  return () => {
    const leads = arrivalsAfter(store, place, end, few);
    leads.forEach(add);
    place = leads.at(-1) ?? place;
    return leads.length === few;
  };
};

/** Whether Insights counts the leads of an account: test leads of staging are left out. */
const isCounted = (account: CountedAccount | undefined): account is CountedAccount =>
  account !== undefined && !account.isTest;

/** The keys of the businesses that leads are of, each made once; null for a lead that is not counted. */
const businessKeys = (
  byID: ReturnType<typeof accountsToCount>['byID'],
): ((lead: Arrival) => string | null) => {
  const made = new Map<string, Map<string, string | null>>();
  return ({ accountID, businessID }) => {
    const ofAccount = made.get(accountID) ?? new Map<string, string | null>();
    const known = ofAccount.get(businessID);
    if (known !== undefined) return known;
    const account = byID.get(accountID);
    const key = isCounted(account) ? keyOf({ businessID, service: account.service }) : null;
    made.set(accountID, ofAccount.set(businessID, key));
    return key;
  };
};

/** Handlers of `insights.*`. */
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
      .map(waitFor);
    return succeed({ firstReplies: waits.length, medianMs: medianOf(waits) });
  },
  'insights.write': ({ format, tables }) => succeed({ text: written[format](tables) }),
  'insights.report': async ({ period, business, category }) => {
    const now = clock.now();
    const timeZone = businessZone(store);
    const calendar = calendarOf(period, now, timeZone);
    const businessTime = businessTimeNow(store);
    const { byID, isPractice } = accountsToCount(store);
    const names = new Map(businessesWithCounts(store).map(({ key, name }) => [key, name]));
    const end = Math.max(now, calendar.end);
    const reporting = createReporting({
      calendar,
      timeZone,
      businessClock:
        businessTime.after(now, 1) === null ? null : businessTime.clock(calendar.before.start, end),
      withinMs: replyWithinMs,
      now,
      isPractice,
      businessOf: businessKeys(byID),
      nameOf: (key) => names.get(key) ?? '',
      business: business ?? null,
      category: category ?? null,
    });
    const parts = [
      reading(store, calendar.before, reporting.addBefore),
      reading(store, calendar, reporting.add),
      reporting.work,
    ];
    const isWhole = await slices.runAsked((isOver) => {
      while (parts[0] !== undefined) {
        if (!parts[0]()) parts.shift();
        if (isOver()) break;
      }
      return parts.length > 0;
    });
    return isWhole
      ? succeed(reporting.report())
      : fail('engine_unavailable', 'The engine is closing.');
  },
});
