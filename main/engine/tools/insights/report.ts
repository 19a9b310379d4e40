/**
 * Computes a report in steps, so that it can be interrupted: `add` counts a lead, `computeNext` computes a group of
 * figures, and `buildReport` combines them. docs/insights.md defines each figure.
 */
import { compareNames } from '../../../../contract/compare-names.ts';
import type { Figures, InsightsReport } from '../../../../contract/commands/insights.ts';
import { isCanceled } from '../../leads/inbox.ts';
import type { BusinessClock } from '../../platform/business-time.ts';
import { getOrAdd } from '../../platform/get-or-add.ts';
import type { Arrival, LeadFacts } from './arrivals.ts';
import type { Calendar } from './calendar.ts';
import { createSpending, toCharge } from './spending.ts';
import {
  createTally,
  computeMedian,
  measureFirstReply,
  type Counted,
  type Tally,
} from './tally.ts';

type Dependencies = {
  readonly calendar: Calendar;
  readonly timeZone: string;
  /** Null if the business never opens, so that no reply is due. */
  readonly businessClock: BusinessClock | null;
  /** Business time for a reply, in milliseconds. */
  readonly withinMs: number;
  readonly now: number;
  readonly isPractice: boolean;
  /** Finds the key of a lead's business; null for a lead that does not count. */
  readonly findBusinessKey: (accountID: string, businessID: string) => string | null;
  readonly getBusinessName: (business: string) => string;
  readonly getPersonName: (person: string) => string;
  readonly countHandedOver: (person: string) => number;
  /** Chosen filters; null for all. */
  readonly business: string | null;
  readonly category: string | null;
};

/** Tallies by key, in order of appearance. */
type Tallies = Map<string, Tally>;

export const createReporting = (dependencies: Dependencies) => {
  const { calendar, businessClock, withinMs, now } = dependencies;
  const total = createTally();
  const before = createTally();
  const points = calendar.points.map(createTally);
  const hours = Array.from({ length: 24 }, createTally);
  const weekdays = Array.from({ length: 7 }, createTally);
  const categories: Tallies = new Map();
  const businesses: Tallies = new Map();
  const people: Tallies = new Map();
  const spending = createSpending();
  const reasons = {
    someone_else: 0,
    too_expensive: 0,
    not_a_fit: 0,
    no_response: 0,
    other: 0,
    unsaid: 0,
  };
  const outcomes = { pending: 0, quoted: 0, hired: 0, done: 0, notHired: 0, reasons };
  let byRules = 0;
  const waitsForAny: number[] = [];
  const notes = { unread: 0, gone: 0, unreadPrices: 0, practice: dependencies.isPractice };
  const choices = {
    categories: new Set(dependencies.category === null ? [] : [dependencies.category]),
    businesses: new Set(dependencies.business === null ? [] : [dependencies.business]),
  };

  const countOutcome = ({ job, reason }: Arrival): void => {
    if (job === 'quoted' || job === 'hired' || job === 'done') outcomes[job] += 1;
    else if (job === 'not_hired') {
      outcomes.notHired += 1;
      if (reason !== null && Object.hasOwn(reasons, reason))
        reasons[reason as keyof typeof reasons] += 1;
      else reasons.unsaid += 1;
    } else outcomes.pending += 1;
  };

  const measureBusinessTime = (from: number, to: number): number | null =>
    businessClock && Math.max(0, businessClock(to) - businessClock(from));

  const measureLead = (lead: Arrival, isEnded: boolean): Counted => {
    const { at, firstReplyAt } = lead;
    const businessWaited = firstReplyAt === null ? null : measureBusinessTime(at, firstReplyAt);
    // A lead that was canceled or removed before a reply cannot be late.
    const isLate =
      firstReplyAt === null &&
      lead.unheard === 0 &&
      !isEnded &&
      (measureBusinessTime(at, now) ?? 0) > withinMs;
    return {
      waited: firstReplyAt === null ? null : measureFirstReply({ at, firstReplyAt }),
      businessWaited,
      isDue: businessWaited !== null || isLate,
      isInTime: businessWaited !== null && businessWaited <= withinMs,
      isWon: lead.job === 'hired' || lead.job === 'done',
    };
  };

  /** What leads have in common; null for leads that do not count. */
  const createKind = (facts: string) => {
    const [accountID, businessID, category, status, chargeState, availability] = JSON.parse(
      facts,
    ) as LeadFacts;
    const business = dependencies.findBusinessKey(accountID, businessID);
    if (business === null) return null;
    return {
      business,
      category,
      isChosen:
        (dependencies.business === null || dependencies.business === business) &&
        (dependencies.category === null || dependencies.category === category),
      isEnded: availability !== 'here' || isCanceled(status),
      isGone: availability === 'gone' && /^charged$/i.test(chargeState ?? ''),
      charge: toCharge(chargeState),
      /** Of its category and business; null until one of the period is counted. */
      tallies: null as readonly Tally[] | null,
    };
  };
  type Kind = NonNullable<ReturnType<typeof createKind>>;
  const kinds = new Map<string, ReturnType<typeof createKind>>();
  const findKind = ({ facts }: Arrival) => getOrAdd(kinds, facts, () => createKind(facts));
  const chooseTallies = ({ category, business, isChosen }: Kind): readonly Tally[] => {
    choices.categories.add(category);
    choices.businesses.add(business);
    if (!isChosen) return [];
    return [
      getOrAdd(categories, category, createTally),
      getOrAdd(businesses, business, createTally),
    ];
  };

  const figures = new Map<Tally, Figures>();
  const getFigures = (tally: Tally): Figures => getOrAdd(figures, tally, tally.computeFigures);
  const listTallies = (): Tally[] => [
    total,
    before,
    ...points,
    ...hours,
    ...weekdays,
    ...categories.values(),
    ...businesses.values(),
    ...people.values(),
  ];
  let remaining: Tally[] | null = null;

  const nameTallies = (
    tallies: Tallies,
    getName: (key: string) => string,
  ): InsightsReport['categories'] =>
    [...tallies]
      .map(([key, tally]) => ({ key, name: getName(key), ...getFigures(tally) }))
      .sort((one, other) => other.leads - one.leads || compareNames(one.name, other.name));

  return {
    add: (lead: Arrival): void => {
      const kind = findKind(lead);
      if (kind === null) return;
      kind.tallies ??= chooseTallies(kind);
      if (!kind.isChosen) return;
      const counted = measureLead(lead, kind.isEnded);
      const { point, hour, weekday } = calendar.locate(lead.at);
      total.add(counted);
      points[point]?.add(counted);
      hours[hour]?.add(counted);
      weekdays[weekday]?.add(counted);
      for (const tally of kind.tallies) tally.add(counted);
      if (lead.firstReplyBy !== null) getOrAdd(people, lead.firstReplyBy, createTally).add(counted);
      countOutcome(lead);
      const { at, firstReplyAt, ruleReplyAt } = lead;
      if (ruleReplyAt !== null) byRules += 1;
      const earlier = Math.min(firstReplyAt ?? Infinity, ruleReplyAt ?? Infinity);
      if (earlier < Infinity) waitsForAny.push(measureFirstReply({ at, firstReplyAt: earlier }));
      if (!spending.add(lead.priceText, kind.charge, counted.isWon)) notes.unreadPrices += 1;
      if (lead.unheard === 1) notes.unread += 1;
      if (kind.isGone) notes.gone += 1;
    },
    /** Counts a lead of the comparison period. */
    addBefore: (lead: Arrival): void => {
      const kind = findKind(lead);
      if (kind?.isChosen === true) before.add(measureLead(lead, kind.isEnded));
    },
    /** Computes the next group of figures; false after the last. */
    computeNext: (): boolean => {
      remaining ??= listTallies();
      const tally = remaining.pop();
      if (tally !== undefined) getFigures(tally);
      return remaining.length > 0;
    },
    buildReport: (): InsightsReport => {
      const earlier = getFigures(before);
      return {
        from: calendar.from,
        to: calendar.to,
        timeZone: dependencies.timeZone,
        total: getFigures(total),
        before: earlier.leads === 0 ? null : earlier,
        unit: calendar.unit,
        trend: calendar.points.map((point, index) => ({
          ...point,
          ...getFigures(points[index] as Tally),
        })),
        hours: hours.map(getFigures),
        weekdays: weekdays.map(getFigures),
        categories: nameTallies(categories, (category) => category),
        businesses: nameTallies(businesses, dependencies.getBusinessName),
        people: nameTallies(people, dependencies.getPersonName).map((person) => ({
          ...person,
          handedOver: dependencies.countHandedOver(person.key),
        })),
        spend: spending.computeSums(),
        outcomes,
        automatic: {
          leads: byRules,
          answered: waitsForAny.length,
          medianMs: computeMedian(waitsForAny),
        },
        notes,
        choices: {
          categories: [...choices.categories].sort(compareNames),
          businesses: [...choices.businesses]
            .map((key) => ({ key, name: dependencies.getBusinessName(key) }))
            .sort((one, other) => compareNames(one.name, other.name)),
        },
      };
    },
  };
};
