/** Insights: response times, spending and won jobs. docs/insights.md defines the figures. */
import { z } from 'zod';
import { maxReportDays } from '../limits.ts';
import { engineCommand, mainCommand, noInput, readonlyStrictObject } from '../schema.ts';

const count = z.int();
/** Milliseconds; null if there is nothing to count. */
const duration = z.number().nullable();
const date = z.iso.date();

/** Figures of a group of leads. The counts of its subgroups add up to its own. */
const figures = readonlyStrictObject({
  leads: count,
  /** Leads with a first reply. */
  answered: count,
  /** Median time from the request to the first reply. */
  medianMs: duration,
  /** 90th percentile. */
  p90Ms: duration,
  /** The same in business hours only. */
  businessMedianMs: duration,
  businessP90Ms: duration,
  /** Leads whose reply deadline has passed, and those answered within four business hours. */
  due: count,
  inTime: count,
  /** Leads with a job that is hired or done. */
  won: count,
});
export type Figures = z.infer<typeof figures>;

/** Money in the currency's smallest unit. */
const spend = readonlyStrictObject({
  /** ISO 4217. */
  currency: z.string(),
  charged: count,
  chargedLeads: count,
  refunded: count,
  refundedLeads: count,
  /** Priced but not charged yet. */
  open: count,
  openLeads: count,
  perLead: count.nullable(),
  /** Charge per won job of the charged leads; null without one. */
  perWon: count.nullable(),
  won: count,
});
export type Spend = z.infer<typeof spend>;

const outcomes = readonlyStrictObject({
  pending: count,
  quoted: count,
  hired: count,
  done: count,
  notHired: count,
  /** Reasons of those not hired. */
  reasons: readonlyStrictObject({
    someone_else: count,
    too_expensive: count,
    not_a_fit: count,
    no_response: count,
    other: count,
    unsaid: count,
  }),
});

const namedFigures = figures.unwrap().extend({ key: z.string(), name: z.string() }).readonly();

/** Report on leads that arrived in a period, by days in the business hours' time zone. */
export const insightsReport = readonlyStrictObject({
  /** First and last day. */
  from: date,
  to: date,
  timeZone: z.string(),
  total: figures,
  /** The previous period of the same length; null without leads. */
  before: figures.nullable(),
  /** Length of a trend step. */
  unit: z.enum(['day', 'week', 'month']),
  /** Includes steps without leads. The first starts with the period. */
  trend: z.array(figures.unwrap().extend({ from: date, to: date }).readonly()),
  /** By hour of arrival, midnight first. */
  hours: z.array(figures).length(24),
  /** By weekday of arrival, Monday first. */
  weekdays: z.array(figures).length(7),
  /** Most leads first; the key of a category is its name. */
  categories: z.array(namedFigures),
  businesses: z.array(namedFigures),
  /** In a team, by author (`key`) of the first reply. `handedOver`: passed on, of the latest three months. */
  people: z.array(namedFigures.unwrap().extend({ handedOver: count }).readonly()),
  /** One for each currency, the largest first. */
  spend: z.array(spend),
  outcomes,
  /** With automatic replies; all other figures count replies by persons only. */
  automatic: readonlyStrictObject({
    /** Leads to which a rule sent a first reply. */
    leads: count,
    /** Leads with a first reply by a rule or a person, and the median time to the earlier one. */
    answered: count,
    medianMs: duration,
  }),
  /** Limits of the figures. */
  notes: readonlyStrictObject({
    /** Leads whose conversation is not fetched yet, so that their first reply is unknown. */
    unread: count,
    /** Charged leads that the marketplace removed; they may have been refunded. */
    gone: count,
    /** Prices without a readable amount. */
    unreadPrices: count,
    /** Sample leads are counted, because there is no real account. */
    practice: z.boolean(),
  }),
  /** Filter options: the categories and businesses of the period, and the chosen ones. */
  choices: readonlyStrictObject({
    categories: z.array(z.string()),
    businesses: z.array(readonlyStrictObject({ key: z.string(), name: z.string() })),
  }),
});
export type InsightsReport = z.infer<typeof insightsReport>;

/** The last days including today, this year so far, or a range including both days. */
export const period = z.union([
  z.enum(['7', '30', '90', 'year']),
  readonlyStrictObject({ from: date, to: date })
    .refine(({ from, to }) => from <= to && from >= '2000-01-01' && to <= '2199-12-31')
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= maxReportDays * 86_400_000),
]);
export type Period = z.infer<typeof period>;

/** A table to save; numbers stay numbers, so that a spreadsheet can calculate with them. */
const table = z.strictObject({
  title: z.string().max(200),
  columns: z.array(z.string().max(200)).max(20),
  rows: z.array(z.array(z.union([z.string().max(1_000), z.number(), z.null()])).max(20)).max(5_000),
});
const format = z.enum(['csv', 'json']);

export const insightsCommands = {
  /** Leads with their first reply today, in the business hours' time zone. */
  'insights.today': engineCommand(noInput, {
    firstReplies: count,
    /** Median time from request to reply. */
    medianMs: duration,
  }),
  /** Test leads are never counted; practice leads only without a real account. */
  'insights.report': engineCommand(
    {
      period,
      /** The key of a business that `views.counts` returned. */
      business: z.string().max(500).optional(),
      category: z.string().max(500).optional(),
    },
    insightsReport,
  ),
  /** Converts tables to the text of a file. */
  'insights.write': engineCommand({ format, tables: z.array(table).max(20) }, { text: z.string() }),
  /** Asks where to save the text of `insights.write` and saves it; false if the dialog was closed. */
  'insights.save': mainCommand(
    { format, from: date, to: date, text: z.string().max(20_000_000) },
    { saved: z.boolean() },
  ),
} as const;
