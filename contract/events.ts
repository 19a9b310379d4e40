/**
 * What the window is told without asking. A change names what changed, never the new state: the
 * window reads again what it shows.
 */
import { z } from 'zod';
import { failure } from './errors.ts';
import * as r from './records.ts';

export const changeKinds = [
  'leads',
  'businesses',
  'settings',
  'connection',
  'phoneNumbers',
  'webhooks',
  'move',
  'savedReplies',
  'savedViews',
  'files',
  'updates',
  'reviews',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const events = {
  /** Something was committed. `leadIDs` names the leads it touched; null means many. */
  changed: z
    .object({
      kinds: z.array(z.enum(changeKinds)).readonly(),
      leadIDs: z.array(r.leadID).readonly().nullable(),
      /** The business that has a new review. */
      businessID: z.string().optional(),
    })
    .readonly(),
  /** How an attempt to connect is going. */
  connecting: z.discriminatedUnion('state', [
    z.object({ state: z.literal('waiting'), attemptID: z.string(), expiresAt: z.number() }),
    z.object({ state: z.literal('exchanging'), attemptID: z.string() }),
    z.object({ state: z.literal('done'), attemptID: z.string(), accountID: r.accountID }),
    z.object({ state: z.literal('failed'), attemptID: z.string(), error: failure }),
  ]),
  /** A notification was clicked: show this lead. */
  openLead: z.object({ leadID: r.leadID }).readonly(),
  /** The notification of a review was clicked: show it. */
  openReview: r.reviewName,
  /** A service profile was opened as a file: connect with it (`connect.givenProfile`). */
  openProfile: z.strictObject({}),
  /** Something outside the window leads here: `inbox` at what needs a reply. */
  openScreen: z.object({ screen: z.enum(['inbox', 'settings']) }).readonly(),
  /** An action was chosen in the native menu. */
  menuChosen: z.object({ id: z.string() }).readonly(),
  /** The engine stopped and is being started again, runs again, or cannot run at all. */
  engine: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('restarting'),
      /** True when it found its database damaged and repairs it. */
      repairs: z.literal(true).optional(),
      /** True when it waits for a backup that is being restored. */
      restores: z.literal(true).optional(),
    }),
    z.object({
      state: z.literal('ready'),
      /** True when it runs without the service, as it was asked to after it had kept stopping. */
      alone: z.literal(true).optional(),
    }),
    z.object({ state: z.literal('stopped'), error: failure }),
  ]),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;
export type Change = EventPayload<'changed'>;
