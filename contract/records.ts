/** Leads, messages and businesses. Times are UTC milliseconds; money is the service's text with parsed cents. */
import { z } from 'zod';
import { ruleID, unsentReply } from './automatic-replies.ts';
import { failure } from './errors.ts';
import { shownMarks } from './marks.ts';
import { viewNames } from './views.ts';
import { readonlyObject } from './schema.ts';
import { personID } from './person-name.ts';

export const time = z.int();
const id = z.string().min(1).max(200);

export const leadID = id.brand('LeadID');
export const messageID = id.brand('MessageID');
export const accountID = id.brand('AccountID');
/** Created by the composer before sending, so that a reply is sent once. */
export const replyID = id.brand('ReplyID');
/** Created by the window before saving, so that a note is stored once. */
export const noteID = z.uuid().brand('NoteID');
export type LeadID = z.infer<typeof leadID>;
export type MessageID = z.infer<typeof messageID>;
export type AccountID = z.infer<typeof accountID>;
export type ReplyID = z.infer<typeof replyID>;
export type NoteID = z.infer<typeof noteID>;

/** Identifies a review at the service; the business is null if the service did not name it. */
export const reviewName = readonlyObject({ businessID: id.nullable(), reviewID: id });
export type ReviewName = z.infer<typeof reviewName>;

export const viewName = z.enum(viewNames);

export const money = readonlyObject({ text: z.string(), cents: z.int().nullable() });
export type Money = z.infer<typeof money>;

export const side = z.enum(['customer', 'business', 'unknown']);
export type Side = z.infer<typeof side>;

/** State of a reply in the outbox, for the list. */
export const outgoing = readonlyObject({
  /** `queued`, `scheduled`: sent at `since`. `waiting`: blocked. `unconfirmed`: it failed, but may have arrived. */
  state: z.enum(['queued', 'scheduled', 'waiting', 'sending', 'checking', 'unconfirmed', 'failed']),
  /** Due time, past or future. */
  since: time,
  /** One line, at most 200 characters. */
  text: z.string(),
});
export type Outgoing = z.infer<typeof outgoing>;

/** A lead as one row of the list. */
export const leadRow = readonlyObject({
  leadID,
  accountID,
  businessID: z.string(),
  businessName: z.string(),
  customerName: z.string(),
  category: z.string(),
  city: z.string(),
  price: money.nullable(),
  createdAt: time,
  /** Time of the request or the latest message; the list's order. */
  activityAt: time,
  /** One line, at most 200 characters; null without messages. `person`: the team's member who wrote it, or null. */
  lastMessage: readonlyObject({ side, text: z.string(), person: personID.nullable() }).nullable(),
  /** Files of the last message if it has no text. */
  lastFiles: readonlyObject({
    photos: z.int(),
    names: z.array(z.string()).readonly(),
  }).nullable(),
  /** A person has replied; automatic messages of the marketplace or of a rule do not count. */
  isAnswered: z.boolean(),
  /** A rule has sent a reply, and no person has replied. */
  isAnsweredByRule: z.boolean(),
  /** Start of the request, one line, at most 200 characters; may be empty. */
  requestText: z.string(),
  /** Number of photos in the request and the messages. */
  photos: z.int(),
  /** `booked`: the job's time is reserved. */
  urgency: z.enum(['emergency', 'booked']).nullable(),
  isUnread: z.boolean(),
  /** A colleague's note mentions the person here, who has not opened the lead since. */
  isMentioned: z.boolean(),
  needsReply: z.boolean(),
  /** Start of the customer's wait, also of `older` leads; null if the customer does not wait. */
  waitingSince: time.nullable(),
  /** Reply deadline; null if no reply is due. */
  replyBy: time.nullable(),
  needsFirstReply: z.boolean(),
  /** The customer had waited for over two weeks when its account was first connected: no reply is due. */
  isOlder: z.boolean(),
  ...shownMarks,
  hasDraft: z.boolean(),
  /** The first failed reply in the outbox, else the first unscheduled one, else the first; null for none. */
  outgoing: outgoing.nullable(),
  /** The record is missing, and perhaps being fetched, or cannot be parsed. */
  isIncomplete: z.boolean(),
  /** `gone`: refunded or removed at the service. `forbidden`: not covered by the grant. */
  availability: z.enum(['here', 'gone', 'forbidden']),
  /** The service's status, unchanged: Open, Canceled, Picked or an unknown value. */
  status: z.string(),
  /** A test lead of a staging service. */
  isTest: z.boolean(),
});
export type LeadRow = z.infer<typeof leadRow>;

/** The place in a lead where a search matched. */
export const match = readonlyObject({
  in: z.enum(['name', 'about', 'request', 'message', 'note']),
  /** Id of the message or note. */
  id: z.string().nullable(),
  side: side.nullable(),
  /** Time of the message or note. */
  at: time.nullable(),
  /** One line of context. */
  text: z.string(),
  /** Start and end of each match in `text`. */
  spans: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
});
export type Match = z.infer<typeof match>;

/** A row with its place in the requested list. */
export const listedLead = leadRow
  .unwrap()
  .extend({
    match: match.optional(),
    /** Sorts as text in the list's order. */
    place: z.string(),
  })
  .readonly();
export type ListedLead = z.infer<typeof listedLead>;

export const attachment = readonlyObject({
  fileName: z.string(),
  fileSize: z.number().nullable(),
  mimeType: z.string(),
  /** Null if the service gave none: then only the name is shown. */
  url: z.string().nullable(),
  description: z.string().nullable(),
});
export type Attachment = z.infer<typeof attachment>;

const span = readonlyObject({ start: time, end: time.nullable() });

/** `call`: the professional called the customer. */
export const noteKind = z.enum(['note', 'call']);
export type NoteKind = z.infer<typeof noteKind>;

/** The professional's private note on a lead, shown in the conversation by its time. */
export const note = readonlyObject({
  noteID,
  kind: noteKind,
  text: z.string(),
  at: time,
  /** Null if it was never edited. */
  editedAt: time.nullable(),
});
export type Note = z.infer<typeof note>;

/** A lead with all values that the conversation pane shows. */
export const leadDetails = readonlyObject({
  row: leadRow,
  negotiationID: z.string(),
  customer: readonlyObject({
    customerID: z.string(),
    name: z.string(),
    phone: z.string().nullable(),
    /** Legacy only. */
    email: z.string().nullable(),
  }),
  /** Numbers that reach the customer, newest first. */
  customerPhones: z.array(z.string()).readonly(),
  /** ESTIMATION, BOOKING, … or an unknown value; null in v4. */
  leadType: z.string().nullable(),
  request: readonlyObject({
    /** Empty in v4. */
    title: z.string(),
    description: z.string(),
    /** The wanted time as lines of the service's text (legacy); may be empty. */
    schedule: z.string(),
    details: z.array(readonlyObject({ question: z.string(), answer: z.string() })).readonly(),
    location: readonlyObject({
      address1: z.string(),
      address2: z.string(),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
    }),
    /** IANA name of the job's time zone; null if unknown. */
    timeZone: z.string().nullable(),
    proposedTimes: z.array(span).readonly(),
    booking: span.nullable(),
    /** CustomerTravelToProvider, ProviderTravelToCustomer, Remote or an unknown value. */
    travelPreferences: z.array(z.string()).readonly(),
    attachments: z.array(attachment).readonly(),
  }),
  estimate: readonlyObject({
    type: z.string(),
    total: money.nullable(),
    pricePerUnit: money.nullable(),
    unitQuantity: z.number().nullable(),
    unitName: z.string(),
  }).nullable(),
  /** Created, Pending, Charged, Refunded or an unknown value. */
  chargeState: z.string().nullable(),
  priceParts: readonlyObject({ subtotal: money.nullable(), salesTax: money.nullable() }).nullable(),
  /** Undocumented fields of a refund, by the service's names. */
  refund: z.array(readonlyObject({ name: z.string(), text: z.string() })).readonly(),
  /** Needed to call or text from an unregistered number. */
  accessCode: z.string().nullable(),
  businessPhone: z.string().nullable(),
  links: readonlyObject({
    requestReview: z.string().nullable(),
    refundRequest: z.string().nullable(),
  }),
  /** The failure if the marketplace rejected the last job status. */
  jobStatusRefused: failure.nullable(),
  /** Automatic replies that were not sent, oldest first. */
  unsentReplies: z.array(unsentReply).readonly(),
  /** Oldest first. */
  notes: z.array(note).readonly(),
  /** The members who wrote the notes, by note; empty without a team. */
  noteAuthors: z.record(noteID, z.string()),
  draft: z.string(),
  /** Null until the draft has text. */
  draftReplyID: replyID.nullable(),
  /** Time up to which the lead is read; 0 for nothing. */
  readAt: z.int(),
  /** Time of the customer's latest known activity; 0 for none. */
  customerAt: z.int(),
});
export type LeadDetails = z.infer<typeof leadDetails>;

/** Cause of a queued reply's wait. `pace`: the rate limit. `turn`: another reply goes first. `hub`: no token. */
export const waitsFor = z.enum([
  'undo',
  'network',
  'service',
  'pace',
  'reconnect',
  'disk',
  'schedule',
  'turn',
  'hub',
]);
export type WaitsFor = z.infer<typeof waitsFor>;

/** Sending time of a scheduled reply, and whether the customer's next message holds it back. */
export const laterReply = readonlyObject({ at: time, unlessAnswered: z.boolean() });

/** Delivery state of a message written here. */
export const sending = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('queued'),
    notBefore: time,
    waitsFor,
    /** A scheduled reply that is held back if the customer writes first. */
    unlessAnswered: z.boolean().optional(),
  }),
  z.object({
    state: z.enum(['sending', 'checking']),
    since: time,
    /** It was sent while the team's hub did not respond: a colleague may have replied too. */
    withoutHub: z.boolean().optional(),
  }),
  z.object({ state: z.literal('sent') }),
  z.object({ state: z.literal('failed'), reason: failure }),
]);
export type Sending = z.infer<typeof sending>;

export const message = readonlyObject({
  messageID,
  leadID,
  side,
  author: z.string(),
  text: z.string(),
  attachments: z.array(attachment).readonly(),
  at: time,
  /** The marketplace sent it in the business's name. */
  isAutomatic: z.boolean(),
  /** The rule that sent it; null for a message by a person. */
  rule: readonlyObject({ ruleID, name: z.string() }).nullable(),
  /** The member of the team who wrote it; null without a team, and for one written elsewhere. */
  person: z.string().nullable(),
  sending: sending.nullable(),
});
export type Message = z.infer<typeof message>;

export const business = readonlyObject({
  /** Opaque; the same under all accounts of its service. */
  key: z.string(),
  accountID,
  businessID: z.string(),
  name: z.string(),
  needsReply: z.int(),
});
export type Business = z.infer<typeof business>;
