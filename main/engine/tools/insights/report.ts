/**
 * Computes a report step by step, so that it can be interrupted: `add` counts one lead, `work`
 * computes one group of figures, and `report` combines them. docs/insights.md defines each figure.
 */
import type { Figures, InsightsReport } from '../../../../contract/commands/insights.ts';
import { isCanceled } from '../../leads/inbox.ts';
import type { BusinessClock } from '../../platform/business-time.ts';
import { getOrAdd } from '../../platform/get-or-add.ts';
import type { Arrival } from './arrivals.ts';
import type { Calendar } from './calendar.ts';
import { createSpending } from './spending.ts';
import { createTally, medianOf, firstReplyWait, type Counted, type Tally } from './tally.ts';

type Dependencies = {
  readonly calendar: Calendar;
  readonly timeZone: string;
  /** Null when the business never opens, so that no reply is due. */
  readonly businessClock: BusinessClock | null;
  /** Business time for a reply, in milliseconds. */
  readonly withinMs: number;
  readonly now: number;
  readonly isPractice: boolean;
  /** Returns the key of a lead's business; null for a lead that does not count. */
  readonly businessOf: (lead: Arrival) => string | null;
  readonly nameOf: (business: string) => string;
  readonly personNameOf: (person: string) => string;
  readonly handedOverBy: (person: string) => number;
  /** Chosen filters; null for all. */
  readonly business: string | null;
  readonly category: string | null;
};

/** Tallies by key, in order of appearance. */
type Tallies = Map<string, Tally>;

const noOutcomes = () => ({
  pending: 0,
  quoted: 0,
  hired: 0,
  done: 0,
  notHired: 0,
  reasons: {
    someone_else: 0,
    too_expensive: 0,
    not_a_fit: 0,
    no_response: 0,
    other: 0,
    unsaid: 0,
  },
});

const countOutcome = (outcomes: ReturnType<typeof noOutcomes>, { job, reason }: Arrival): void => {
  if (job === 'quoted' || job === 'hired' || job === 'done') outcomes[job] += 1;
  else if (job === 'not_hired') {
    outcomes.notHired += 1;
    const { reasons } = outcomes;
    if (reason !== null && Object.hasOwn(reasons, reason))
      reasons[reason as keyof typeof reasons] += 1;
    else reasons.unsaid += 1;
  } else outcomes.pending += 1;
};

const isOver = ({ status, missing }: Arrival): boolean =>
  missing !== null || isCanceled(status ?? '');

export const createReporting = (dependencies: Dependencies) => {
  const { calendar, businessClock, withinMs } = dependencies;
  const total = createTally();
  const before = createTally();
  const points = calendar.points.map(createTally);
  const hours = Array.from({ length: 24 }, createTally);
  const weekdays = Array.from({ length: 7 }, createTally);
  const categories: Tallies = new Map();
  const businesses: Tallies = new Map();
  const people: Tallies = new Map();
  const spending = createSpending();
  const outcomes = noOutcomes();
  let byRules = 0;
  const waitsForAny: number[] = [];
  const notes = { unread: 0, gone: 0, unreadPrices: 0, practice: dependencies.isPractice };
  const choices = {
    categories: new Set(dependencies.category === null ? [] : [dependencies.category]),
    businesses: new Set(dependencies.business === null ? [] : [dependencies.business]),
  };

  const businessTimeBetween = (from: number, to: number): number =>
    businessClock === null ? 0 : Math.max(0, businessClock(to) - businessClock(from));

  /** A lead that was canceled or removed before a reply cannot be late. */
  const countedLead = (lead: Arrival): Counted => {
    const { at, firstReplyAt } = lead;
    const businessWaited = firstReplyAt === null ? null : businessTimeBetween(at, firstReplyAt);
    const isLate =
      firstReplyAt === null &&
      lead.unheard === 0 &&
      !isOver(lead) &&
      businessTimeBetween(at, dependencies.now) > withinMs;
    return {
      waited: firstReplyAt === null ? null : firstReplyWait({ at, firstReplyAt }),
      businessWaited: businessClock === null ? null : businessWaited,
      isDue: businessClock !== null && (businessWaited !== null || isLate),
      isInTime: businessClock !== null && businessWaited !== null && businessWaited <= withinMs,
      isWon: lead.job === 'hired' || lead.job === 'done',
    };
  };

  const isChosen = (lead: Arrival, business: string): boolean =>
    (dependencies.business === null || dependencies.business === business) &&
    (dependencies.category === null || dependencies.category === lead.category);

  const figures = new Map<Tally, Figures>();
  const figuresOf = (tally: Tally): Figures => getOrAdd(figures, tally, tally.figures);
  const allTallies = (): Tally[] => [
    total,
    before,
    ...points,
    ...hours,
    ...weekdays,
    ...categories.values(),
    ...businesses.values(),
    ...people.values(),
  ];
  let left: Tally[] | null = null;

  const withNames = (
    tallies: Tallies,
    nameOf: (key: string) => string,
  ): InsightsReport['categories'] =>
    [...tallies]
      .map(([key, tally]) => ({ key, name: nameOf(key), ...figuresOf(tally) }))
      .sort((one, other) => other.leads - one.leads || one.name.localeCompare(other.name));

  return {
    add: (lead: Arrival): void => {
      const business = dependencies.businessOf(lead);
      if (business === null) return;
      choices.categories.add(lead.category);
      choices.businesses.add(business);
      if (!isChosen(lead, business)) return;
      const counted = countedLead(lead);
      const { point, hour, weekday } = calendar.positionOf(lead.at);
      total.add(counted);
      points[point]?.add(counted);
      hours[hour]?.add(counted);
      weekdays[weekday]?.add(counted);
      getOrAdd(categories, lead.category, createTally).add(counted);
      getOrAdd(businesses, business, createTally).add(counted);
      if (lead.firstReplyBy !== null) getOrAdd(people, lead.firstReplyBy, createTally).add(counted);
      countOutcome(outcomes, lead);
      const { at, firstReplyAt, ruleReplyAt } = lead;
      if (ruleReplyAt !== null) byRules += 1;
      const earlier = Math.min(firstReplyAt ?? Infinity, ruleReplyAt ?? Infinity);
      if (earlier < Infinity) waitsForAny.push(firstReplyWait({ at, firstReplyAt: earlier }));
      if (!spending.add(lead, counted.isWon)) notes.unreadPrices += 1;
      if (lead.unheard === 1) notes.unread += 1;
      if (lead.missing === 'gone' && /^charged$/i.test(lead.chargeState ?? '')) notes.gone += 1;
    },
    /** For leads of the comparison period. */
    addBefore: (lead: Arrival): void => {
      const business = dependencies.businessOf(lead);
      if (business !== null && isChosen(lead, business)) before.add(countedLead(lead));
    },
    /** Computes one more group of figures; false when all are done. */
    work: (): boolean => {
      left ??= allTallies();
      const tally = left.pop();
      if (tally !== undefined) figuresOf(tally);
      return left.length > 0;
    },
    report: (): InsightsReport => {
      const earlier = figuresOf(before);
      return {
        from: calendar.from,
        to: calendar.to,
        timeZone: dependencies.timeZone,
        total: figuresOf(total),
        before: earlier.leads === 0 ? null : earlier,
        unit: calendar.unit,
        trend: calendar.points.map((point, index) => ({
          ...point,
          ...figuresOf(points[index] as Tally),
        })),
        hours: hours.map(figuresOf),
        weekdays: weekdays.map(figuresOf),
        categories: withNames(categories, (category) => category),
        businesses: withNames(businesses, dependencies.nameOf),
        people: withNames(people, dependencies.personNameOf).map((person) => ({
          ...person,
          handedOver: dependencies.handedOverBy(person.key),
        })),
        spend: spending.sums(),
        outcomes,
        automatic: {
          leads: byRules,
          answered: waitsForAny.length,
          medianMs: medianOf(waitsForAny),
        },
        notes,
        choices: {
          categories: [...choices.categories].sort((one, other) => one.localeCompare(other)),
          businesses: [...choices.businesses]
            .map((key) => ({ key, name: dependencies.nameOf(key) }))
            .sort((one, other) => one.name.localeCompare(other.name)),
        },
      };
    },
  };
};
