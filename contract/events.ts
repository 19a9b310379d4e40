/** Events pushed to the window. A change names what changed, and the window fetches the new state. */
import { z } from 'zod';
import { failure } from './errors.ts';
import * as r from './records.ts';
import { readonlyObject } from './schema.ts';
import { personID } from './person-name.ts';

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
  'automaticReplies',
  'files',
  'updates',
  'reviews',
  'reach',
  'team',
  'presence',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const events = {
  /** A transaction was committed. `leadIDs` null: any lead may have changed. */
  changed: readonlyObject({
    kinds: z.array(z.enum(changeKinds)).readonly(),
    leadIDs: z.array(r.leadID).readonly().nullable(),
    /** The business that has a new review. */
    businessID: z.string().optional(),
    /** The team rejected a change that only owners may make. */
    isOwnersOnly: z.boolean().optional(),
    /** A lead that a colleague assigned before the person at this computer did. */
    taken: readonlyObject({
      leadID: r.leadID,
      /** The assignee; null for nobody. */
      person: personID.nullable(),
      /** The colleague's clock, UTC milliseconds. */
      at: r.time,
    }).optional(),
  }),
  /** Progress of an attempt to connect. */
  connecting: z.discriminatedUnion('state', [
    z.object({ state: z.literal('waiting'), attemptID: z.string(), expiresAt: z.number() }),
    z.object({ state: z.literal('exchanging'), attemptID: z.string() }),
    z.object({ state: z.literal('done'), attemptID: z.string(), accountID: r.accountID }),
    z.object({ state: z.literal('failed'), attemptID: z.string(), error: failure }),
  ]),
  /** The notification of a lead was clicked. */
  openLead: readonlyObject({ leadID: r.leadID }),
  /** The notification of a review was clicked. */
  openReview: r.reviewName,
  /** A service profile was opened as a file: connect with it (`connect.openedProfile`). */
  openProfile: z.strictObject({}),
  /** Opened from outside the window; `inbox` opens Needs reply. */
  openScreen: readonlyObject({ screen: z.enum(['inbox', 'settings']) }),
  /** An action was chosen in the native menu. */
  menuChosen: readonlyObject({ id: z.string() }),
  engine: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('restarting'),
      /** It is repairing its database. */
      isRepairing: z.literal(true).optional(),
      /** A backup is being restored. */
      isRestoring: z.literal(true).optional(),
    }),
    z.object({
      state: z.literal('ready'),
      /** It runs without the service, which the person chose after repeated crashes. */
      isAlone: z.literal(true).optional(),
    }),
    z.object({ state: z.literal('stopped'), error: failure }),
  ]),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;
export type Change = EventPayload<'changed'>;
