/** Messages to the professional's own channels: settings, outcomes and the channels themselves. */
import { z } from 'zod';
import {
  channelFields,
  maxChannelFieldLength,
  maxChannelNameLength,
  reachAfterMinutes,
  reachMostPerHour,
  type ChannelKind,
} from './channels.ts';
import { time } from './records.ts';
import { readonlyObject, readonlyStrictObject } from './schema.ts';

/** The kinds of news that channels get, the delay, and the content of the messages. */
export const reachSettings = readonlyStrictObject({
  leads: z.boolean(),
  messages: z.boolean(),
  refused: z.boolean(),
  stopped: z.boolean(),
  /** Minutes of business time in which somebody may still open or answer a lead; 0 sends immediately. */
  afterMinutes: z.literal(reachAfterMinutes),
  /** Includes the customer's name and words, which then leave the computer. */
  words: z.boolean(),
  /** Limit for each channel. */
  mostPerHour: z.literal(reachMostPerHour),
});
export type ReachSettings = z.infer<typeof reachSettings>;

export const initialReach: ReachSettings = {
  leads: true,
  messages: true,
  refused: true,
  stopped: true,
  afterMinutes: 0,
  words: false,
  mostPerHour: 12,
};

export const channelID = z.uuid().brand('ChannelID');
export type ChannelID = z.infer<typeof channelID>;

/**
 * Failure of a message. `unreachable`, `busy`, `failing`: not delivered, and retried for about an hour. `tls`,
 * `signIn`, `missing` (no such address or channel), `refused`: not delivered, and not retried. `unknown`: it may have
 * been delivered, so it is not retried.
 */
export const reachFailure = readonlyObject({
  what: z.enum([
    'unreachable',
    'busy',
    'failing',
    'tls',
    'signIn',
    'missing',
    'refused',
    'unknown',
  ]),
  /** HTTP status or SMTP code. */
  status: z.int().optional(),
  /** The service's own words, shortened and without secrets. */
  detail: z.string().max(300).optional(),
});
export type ReachFailure = z.infer<typeof reachFailure>;

const kind = z.enum(Object.keys(channelFields) as [ChannelKind, ...ChannelKind[]]);
const fields = z.record(z.string().max(20), z.string().max(maxChannelFieldLength)).readonly();
const name = z.string().trim().min(1).max(maxChannelNameLength);

/** A channel as the form sends it; an omitted secret stays as it is stored. */
export const channelInput = { name, kind, fields };

/** A channel for the window, without its secrets. */
export const shownChannel = readonlyObject({
  channelID,
  name: z.string(),
  kind,
  on: z.boolean(),
  /** The host or address that receives the messages. */
  place: z.string(),
  /** The fields that are not secret. */
  fields,
  /** Names of the stored secrets. */
  stored: z.array(z.string()).readonly(),
});
export type ShownChannel = z.infer<typeof shownChannel>;

/** Outcome of the latest message to a channel. */
export const channelOutcome = readonlyObject({
  channelID,
  /** Time of the latest attempt; null before the first. */
  at: time.nullable(),
  /** Null if it was delivered. */
  failure: reachFailure.nullable(),
  /** Number of news items waiting to be sent. */
  waiting: z.int(),
});
export type ChannelOutcome = z.infer<typeof channelOutcome>;

export const reachKinds = ['lead', 'message', 'refused', 'stopped'] as const;
export type ReachKind = (typeof reachKinds)[number];

export type ReachMessage = {
  readonly title: string;
  /** May be empty. */
  readonly body: string;
  /** Number of news items of each kind. */
  readonly counts: Readonly<Record<ReachKind, number>>;
};

export type ReachOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly failure: ReachFailure;
      /** The wait that the service asked for, in milliseconds. */
      readonly retryAfter: number | null;
    };

/** True if the message was certainly not delivered and a retry may succeed. */
export const mayRetry = ({ what }: ReachFailure): boolean =>
  what === 'unreachable' || what === 'busy' || what === 'failing';
