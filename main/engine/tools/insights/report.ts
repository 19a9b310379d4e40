/**
 * The report of a period, worked out lead by lead so that it can be interrupted anywhere: `add` counts
 * one, `parts` are the figures that are then worked out one after the other, and `report` puts them
 * together. docs/insights.md says what each figure means.
 */
import type { Figures, InsightsReport } from '../../../../contract/commands/insights.ts';
import type { BusinessClock } from '../../platform/business-time.ts';
import type { Arrival } from './arrivals.ts';
import type { Calendar } from './calendar.ts';
import { createSpending } from './spending.ts';
import { createTally, waitFor, type Counted, type Tally } from './tally.ts';

/** What the report needs to know of the world. */
type World = {
  readonly calendar: Calendar;
  readonly timeZone: string;
  /** Null where the business never opens: no reply is due then. */
  readonly businessClock: BusinessClock | null;
  /** Business time within which a reply is to come: milliseconds. */
  readonly withinMs: number;
  readonly now: number;
  readonly isPractice: boolean;
  /** The key of the business that a lead is of; null for a lead that is not counted. */
  readonly businessOf: (lead: Arrival) => string | null;
  readonly nameOf: (business: string) => string;
  /** What was chosen; null for all. */
  readonly business: string | null;
  readonly category: string | null;
};

export type Reporting = {
  readonly add: (lead: Arrival) => void;
  /** The same for a lead of the period of comparison. */
  readonly addBefore: (lead: Arrival) => void;
  /** Works out one more of the figures; false when all are. */
  readonly work: () => boolean;
  readonly report: () => InsightsReport;
};

/** Figures by what they are of, in the order of their coming. */
const createTallies = () => {
  const byKey = new Map<string, Tally>();
  return {
    byKey,
    of: (key: string): Tally => {
      const known = byKey.get(key);
      if (known !== undefined) return known;
      const tally = createTally();
      byKey.set(key, tally);
      return tally;
    },
  };
};

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
  missing !== null || /^cancell?ed$/i.test(status ?? '');

export const createReporting = (world: World): Reporting => {
  const { calendar, businessClock, withinMs } = world;
  const total = createTally();
  const before = createTally();
  const points = calendar.points.map(createTally);
  const hours = Array.from({ length: 24 }, createTally);
  const weekdays = Array.from({ length: 7 }, createTally);
  const categories = createTallies();
  const businesses = createTallies();
  const spending = createSpending();
  const outcomes = noOutcomes();
  const notes = { unread: 0, gone: 0, unreadPrices: 0, practice: world.isPractice };
  const choices = {
    categories: new Set(world.category === null ? [] : [world.category]),
    businesses: new Set(world.business === null ? [] : [world.business]),
  };

  const passed = (from: number, to: number): number =>
    businessClock === null ? 0 : Math.max(0, businessClock(to) - businessClock(from));

  /** A lead that was canceled or taken away before it had a reply cannot be late. */
  const counted = (lead: Arrival): Counted => {
    const { at, firstReplyAt } = lead;
    const businessWaited = firstReplyAt === null ? null : passed(at, firstReplyAt);
    const isLate =
      firstReplyAt === null &&
      lead.unheard === 0 &&
      !isOver(lead) &&
      passed(at, world.now) > withinMs;
    return {
      waited: firstReplyAt === null ? null : waitFor({ at, firstReplyAt }),
      businessWaited: businessClock === null ? null : businessWaited,
      isDue: businessClock !== null && (businessWaited !== null || isLate),
      isInTime: businessClock !== null && businessWaited !== null && businessWaited <= withinMs,
      isWon: lead.job === 'hired' || lead.job === 'done',
    };
  };

  const isChosen = (lead: Arrival, business: string): boolean =>
    (world.business === null || world.business === business) &&
    (world.category === null || world.category === lead.category);

  const figures = new Map<Tally, Figures>();
  const worked = (tally: Tally): Figures => {
    const known = figures.get(tally) ?? tally.figures();
    figures.set(tally, known);
    return known;
  };
  const allTallies = (): Tally[] => [
    ...[total, before, ...points, ...hours, ...weekdays],
    ...categories.byKey.values(),
    ...businesses.byKey.values(),
  ];
  let left: Tally[] | null = null;

  const named = (
    { byKey }: ReturnType<typeof createTallies>,
    nameOf: (key: string) => string,
  ): InsightsReport['categories'] =>
    [...byKey]
      .map(([key, tally]) => ({ key, name: nameOf(key), ...worked(tally) }))
      .sort((one, other) => other.leads - one.leads || one.name.localeCompare(other.name));

  return {
    add: (lead) => {
      const business = world.businessOf(lead);
      if (business === null) return;
      choices.categories.add(lead.category);
      choices.businesses.add(business);
      if (!isChosen(lead, business)) return;
      const what = counted(lead);
      const { point, hour, weekday } = calendar.placeOf(lead.at);
      total.add(what);
      points[point]?.add(what);
      hours[hour]?.add(what);
      weekdays[weekday]?.add(what);
      categories.of(lead.category).add(what);
      businesses.of(business).add(what);
      countOutcome(outcomes, lead);
      if (!spending.add(lead, what.isWon)) notes.unreadPrices += 1;
      if (lead.unheard === 1) notes.unread += 1;
      if (lead.missing === 'gone' && /^charged$/i.test(lead.chargeState ?? '')) notes.gone += 1;
    },
    addBefore: (lead) => {
      const business = world.businessOf(lead);
      if (business !== null && isChosen(lead, business)) before.add(counted(lead));
    },
    work: () => {
      left ??= allTallies();
      const tally = left.pop();
      if (tally !== undefined) worked(tally);
      return left.length > 0;
    },
    report: () => {
      const earlier = worked(before);
      return {
        from: calendar.from,
        to: calendar.to,
        timeZone: world.timeZone,
        total: worked(total),
        before: earlier.leads === 0 ? null : earlier,
        unit: calendar.unit,
        trend: calendar.points.map((point, index) => ({
          ...point,
          ...worked(points[index] as Tally),
        })),
        hours: hours.map(worked),
        weekdays: weekdays.map(worked),
        categories: named(categories, (category) => category),
        businesses: named(businesses, world.nameOf),
        spend: spending.sums(),
        outcomes,
        notes,
        choices: {
          categories: [...choices.categories].sort((one, other) => one.localeCompare(other)),
          businesses: [...choices.businesses]
            .map((key) => ({ key, name: world.nameOf(key) }))
            .sort((one, other) => one.name.localeCompare(other.name)),
        },
      };
    },
  };
};
