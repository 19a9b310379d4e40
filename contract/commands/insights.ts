/** How fast the professional answers, and what leads cost and bring. docs/insights.md says how it is counted. */
import { z } from 'zod';
import { command, noInput } from './command.ts';

const count = z.number().int();
/** Milliseconds; null where nothing was counted. */
const length = z.number().nullable();
const date = z.iso.date();

/** What is counted of some leads. Of parts that make up a whole, the counts add up to the whole's. */
const figures = z
  .strictObject({
    leads: count,
    /** Those that had a first reply. */
    answered: count,
    /** From the request to the first reply, half of them took less; by the clock on the wall. */
    medianMs: length,
    /** Nine of ten took no longer than this. */
    p90Ms: length,
    /** The same in business hours only. */
    businessMedianMs: length,
    businessP90Ms: length,
    /** Those that were to have a reply by now, and those of them that had it within four business hours. */
    due: count,
    inTime: count,
    /** Those whose job was won: hired or done. */
    won: count,
  })
  .readonly();
export type Figures = z.infer<typeof figures>;

/** Money in the currency's smallest unit, so that it adds up exactly. */
const spend = z
  .strictObject({
    /** As ISO 4217 names it. */
    currency: z.string(),
    charged: count,
    chargedLeads: count,
    refunded: count,
    refundedLeads: count,
    /** What is priced and not charged yet. */
    open: count,
    openLeads: count,
    perLead: count.nullable(),
    /** What was charged for each job that was won among the charged leads; null where none was. */
    perWon: count.nullable(),
    won: count,
  })
  .readonly();
export type Spend = z.infer<typeof spend>;

const outcomes = z
  .strictObject({
    pending: count,
    quoted: count,
    hired: count,
    done: count,
    notHired: count,
    /** Of those not hired: why, as far as it was said. */
    reasons: z
      .strictObject({
        someone_else: count,
        too_expensive: count,
        not_a_fit: count,
        no_response: count,
        other: count,
        unsaid: count,
      })
      .readonly(),
  })
  .readonly();

const named = figures.unwrap().extend({ key: z.string(), name: z.string() }).readonly();

/** Leads that arrived in a period, by days of the business hours' time zone. */
export const insightsReport = z
  .strictObject({
    /** The first and the last day. */
    from: date,
    to: date,
    timeZone: z.string(),
    total: figures,
    /** The same of as many days before; null where no lead arrived in them. */
    before: figures.nullable(),
    /** What a point of the trend stands for. */
    unit: z.enum(['day', 'week', 'month']),
    /** Each begins on `from`, the first one with the period; those without leads are among them. */
    trend: z.array(figures.unwrap().extend({ from: date, to: date }).readonly()),
    /** By the hour of arrival, midnight first. */
    hours: z.array(figures).length(24),
    /** By the day of arrival, Monday first. */
    weekdays: z.array(figures).length(7),
    /** Those with the most leads first; the key of a category is its name. */
    categories: z.array(named),
    businesses: z.array(named),
    /** One a currency, the largest first. */
    spend: z.array(spend),
    outcomes,
    /** What the figures do not tell. */
    notes: z
      .strictObject({
        /** Leads whose conversation has still to be read: whether they were answered is not known yet. */
        unread: count,
        /** Charged leads that the marketplace no longer has: they may have been refunded. */
        gone: count,
        /** Prices in which no amount could be read. */
        unreadPrices: count,
        /** Sample leads are shown, as there is no real account. */
        practice: z.boolean(),
      })
      .readonly(),
    /** What can be chosen: the categories and businesses of all leads of the period, and what is chosen. */
    choices: z
      .strictObject({
        categories: z.array(z.string()),
        businesses: z.array(z.strictObject({ key: z.string(), name: z.string() }).readonly()),
      })
      .readonly(),
  })
  .readonly();
export type InsightsReport = z.infer<typeof insightsReport>;

/** The last so many days with today, this year so far, or from one day to another, both included. */
export const period = z.union([
  z.enum(['7', '30', '90', 'year']),
  z
    .strictObject({ from: date, to: date })
    .readonly()
    .refine(({ from, to }) => from <= to && from >= '2000-01-01' && to <= '2199-12-31')
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= mostDays * 86_400_000),
]);
export type Period = z.infer<typeof period>;

/** A period of more days would be read for no chart. */
const mostDays = 5 * 366;

/** A table as it is saved: numbers are numbers, for whoever counts on with them. */
const table = z.strictObject({
  title: z.string().max(200),
  columns: z.array(z.string().max(200)).max(20),
  rows: z.array(z.array(z.union([z.string().max(1_000), z.number(), z.null()])).max(20)).max(5_000),
});
const format = z.enum(['csv', 'json']);

export const insightsCommands = {
  /** Leads that had their first reply today, by the business hours' calendar, and how long they waited for it. */
  'insights.today': command(
    'engine',
    noInput,
    z.strictObject({
      firstReplies: z.number().int(),
      /** Milliseconds from the request to the reply, half of them took less; null when there are none. */
      medianMs: z.number().nullable(),
    }),
  ),
  /** Test leads are never counted; practice is while there is no real account. */
  'insights.report': command(
    'engine',
    z.strictObject({
      period,
      /** The key of a business that `views.counts` returned. */
      business: z.string().max(500).optional(),
      category: z.string().max(500).optional(),
    }),
    insightsReport,
  ),
  /** What a file with these tables holds. */
  'insights.write': command(
    'engine',
    z.strictObject({ format, tables: z.array(table).max(20) }),
    z.strictObject({ text: z.string() }),
  ),
  /** Asks where to save what `insights.write` gave, and saves it there; false when the dialog was closed. */
  'insights.save': command(
    'main',
    z.strictObject({ format, from: date, to: date, text: z.string().max(20_000_000) }),
    z.strictObject({ saved: z.boolean() }),
  ),
} as const;
