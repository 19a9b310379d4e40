/**
 * What the sides show each other of leads, messages and businesses, and the settings.
 * Times are UTC milliseconds, ids are opaque strings, money is the service's display string beside
 * a parsed amount in cents.
 */
import { z } from 'zod';
import { businessHours } from './business-hours.ts';
import { quietHours } from './quiet-hours.ts';
import { failure } from './errors.ts';
import { textSizes } from './limits.ts';
import { shownMarks } from './marks.ts';
import { viewNames } from './views.ts';

export const time = z.number().int();
const id = z.string().min(1).max(200);

export const leadID = id.brand('LeadID');
export const messageID = id.brand('MessageID');
export const accountID = id.brand('AccountID');
/** Of one composition, made where it is written: whatever is sent under it is one reply. */
export const replyID = id.brand('ReplyID');
/** Made where the note is written: whatever is saved under it is one note. */
export const noteID = z.uuid().brand('NoteID');
export type LeadID = z.infer<typeof leadID>;
export type MessageID = z.infer<typeof messageID>;
export type AccountID = z.infer<typeof accountID>;
export type ReplyID = z.infer<typeof replyID>;
export type NoteID = z.infer<typeof noteID>;

/** A review at the service; the business is null where the service did not say whose it is. */
export const reviewName = z.object({ businessID: id.nullable(), reviewID: id }).readonly();
export type ReviewName = z.infer<typeof reviewName>;

export const viewName = z.enum(viewNames);

export const money = z.object({ text: z.string(), cents: z.number().int().nullable() }).readonly();
export type Money = z.infer<typeof money>;

export const side = z.enum(['customer', 'business', 'unknown']);
export type Side = z.infer<typeof side>;

/** What the outbox does with a reply, as the list shows it. */
export const outgoing = z
  .object({
    /**
     * `queued`, `scheduled`: its turn comes at `since`. `waiting`: something is in the way.
     * `unconfirmed`: it has failed, and nobody can tell whether the customer has it.
     */
    state: z.enum([
      'queued',
      'scheduled',
      'waiting',
      'sending',
      'checking',
      'unconfirmed',
      'failed',
    ]),
    /** Since when it should be with the customer. */
    since: time,
    /** The reply's own words, one line, at most 200 characters. */
    text: z.string(),
  })
  .readonly();
export type Outgoing = z.infer<typeof outgoing>;

/** A lead as one row of the list. */
export const leadRow = z
  .object({
    leadID,
    accountID,
    businessID: z.string(),
    businessName: z.string(),
    customerName: z.string(),
    category: z.string(),
    city: z.string(),
    price: money.nullable(),
    createdAt: time,
    /** The latest of the request and every message: the list's order. */
    activityAt: time,
    /** The last thing said, one line, at most 200 characters; null when nobody has written yet. */
    lastMessage: z.object({ side, text: z.string() }).readonly().nullable(),
    /** What the last message consists of where it has no words: photos, and other files by name. */
    lastFiles: z
      .object({ photos: z.number().int(), names: z.array(z.string()).readonly() })
      .readonly()
      .nullable(),
    /** A person has answered this lead: a message that the marketplace sends for the business does not count. */
    answered: z.boolean(),
    /** The request's own first words, one line, at most 200 characters; empty where it has none. */
    requestText: z.string(),
    /** How many photos the request and the messages came with. */
    photos: z.number().int(),
    /** An emergency, or a job whose time is reserved already; null for neither. */
    urgency: z.enum(['emergency', 'booked']).nullable(),
    unread: z.boolean(),
    needsReply: z.boolean(),
    /** Since when the customer has been waiting for a reply; null when nobody waits. */
    waitingSince: time.nullable(),
    /** Until when the customer is to have a reply; null when no reply is due. */
    replyBy: time.nullable(),
    /** Nobody has ever answered this lead, and it needs a reply. */
    neverAnswered: z.boolean(),
    /** It waited for more than two weeks when its account was first connected: no reply is due. */
    older: z.boolean(),
    ...shownMarks,
    hasDraft: z.boolean(),
    /** The reply in the outbox that matters most: one that failed, else the first; null for none. */
    outgoing: outgoing.nullable(),
    /** True while only a message of this lead is known and the lead itself is being fetched. */
    incomplete: z.boolean(),
    /** `gone`: the service no longer has it (refunded or removed). `forbidden`: not covered by the grant. */
    availability: z.enum(['here', 'gone', 'forbidden']),
    /** The service's status as it came: Open, Canceled, Picked or a value we do not know. */
    status: z.string(),
    /** A test lead of a staging service: nobody waits for an answer. */
    test: z.boolean(),
  })
  .readonly();
export type LeadRow = z.infer<typeof leadRow>;

/** Where in a lead a search has found its words. */
export const match = z
  .object({
    in: z.enum(['name', 'about', 'request', 'message', 'note']),
    /** Of the message or the note; null elsewhere. */
    id: z.string().nullable(),
    side: side.nullable(),
    /** When it was said; null for what has no time. */
    at: time.nullable(),
    /** One line of the text around it. */
    text: z.string(),
    /** From where to where what was found stands in that line. */
    spans: z.array(z.tuple([z.number().int(), z.number().int()]).readonly()).readonly(),
  })
  .readonly();
export type Match = z.infer<typeof match>;

/** A row with where it stands in the list that was asked for. */
export const listedLead = leadRow
  .unwrap()
  .extend({
    /** In a search for words: where they were found. */
    match: match.optional(),
    /** Compares as text: what stands further up has the smaller one. */
    place: z.string(),
  })
  .readonly();
export type ListedLead = z.infer<typeof listedLead>;

export const attachment = z
  .object({
    fileName: z.string(),
    fileSize: z.number().nullable(),
    mimeType: z.string(),
    /** Null when the service gave none: the file can only be named. */
    url: z.string().nullable(),
    description: z.string().nullable(),
  })
  .readonly();
export type Attachment = z.infer<typeof attachment>;

const span = z.object({ start: time, end: time.nullable() }).readonly();

/** `call`: the professional called the customer. */
export const noteKind = z.enum(['note', 'call']);
export type NoteKind = z.infer<typeof noteKind>;

/** What the professional has noted on a lead, for nobody else; it stands in the conversation by its time. */
export const note = z
  .object({
    noteID,
    kind: noteKind,
    text: z.string(),
    at: time,
    /** When its words were last changed; null while they are the first. */
    editedAt: time.nullable(),
  })
  .readonly();
export type Note = z.infer<typeof note>;

/** Everything the conversation pane shows about a lead. */
export const leadDetails = z
  .object({
    row: leadRow,
    negotiationID: z.string(),
    customer: z
      .object({
        customerID: z.string(),
        name: z.string(),
        phone: z.string().nullable(),
        /** Only the legacy interface can name one. */
        email: z.string().nullable(),
      })
      .readonly(),
    /** The numbers that reach the customer, the newest first, each once; all of them ring. */
    customerPhones: z.array(z.string()).readonly(),
    /** ESTIMATION, BOOKING, … or a value that we do not know; null where leads have no type (v4). */
    leadType: z.string().nullable(),
    request: z
      .object({
        /** Empty where requests have none (v4). */
        title: z.string(),
        description: z.string(),
        /** When the customer wants it done, in lines of the service's own words (legacy); or empty. */
        schedule: z.string(),
        details: z
          .array(z.object({ question: z.string(), answer: z.string() }).readonly())
          .readonly(),
        location: z
          .object({
            address1: z.string(),
            address2: z.string(),
            city: z.string(),
            state: z.string(),
            zipCode: z.string(),
          })
          .readonly(),
        /** IANA name of the job's time zone; null where the place is not known well enough. */
        timeZone: z.string().nullable(),
        proposedTimes: z.array(span).readonly(),
        booking: span.nullable(),
        /** CustomerTravelToProvider, ProviderTravelToCustomer, Remote or a value we do not know. */
        travelPreferences: z.array(z.string()).readonly(),
        attachments: z.array(attachment).readonly(),
      })
      .readonly(),
    estimate: z
      .object({
        type: z.string(),
        total: money.nullable(),
        pricePerUnit: money.nullable(),
        unitQuantity: z.number().nullable(),
        unitName: z.string(),
      })
      .readonly()
      .nullable(),
    /** Created, Pending, Charged, Refunded, or as it came; null when the service did not say. */
    chargeState: z.string().nullable(),
    /** What the lead's price is made of. */
    priceParts: z
      .object({ subtotal: money.nullable(), salesTax: money.nullable() })
      .readonly()
      .nullable(),
    /** What the service says of a refund, by the names that it uses: they are not documented. */
    refund: z.array(z.object({ name: z.string(), text: z.string() }).readonly()).readonly(),
    /** Asked for when somebody calls or texts from a number that is not registered. */
    accessCode: z.string().nullable(),
    businessPhone: z.string().nullable(),
    links: z
      .object({ requestReview: z.string().nullable(), refundRequest: z.string().nullable() })
      .readonly(),
    /** Why the marketplace did not take what was last said of how far the job is; null when it did. */
    jobStatusRefused: failure.nullable(),
    /** All of them, oldest first. */
    notes: z.array(note).readonly(),
    draft: z.string(),
    /** The id that the draft is written under; null when it has none yet. */
    draftReplyID: replyID.nullable(),
    /** What the customer did up to then has been read: UTC milliseconds, 0 for nothing. */
    readAt: z.number().int(),
    /** When the customer last did something that is here: UTC milliseconds, 0 for nothing. */
    customerAt: z.number().int(),
  })
  .readonly();
export type LeadDetails = z.infer<typeof leadDetails>;

/**
 * What a queued reply waits for: its undo window, the computer's network, a service that cannot be
 * reached, one that asked for fewer requests, a new sign-in, a disk that takes no writes, or its time.
 */
export const waitsFor = z.enum([
  'undo',
  'network',
  'service',
  'pace',
  'reconnect',
  'disk',
  'schedule',
]);
export type WaitsFor = z.infer<typeof waitsFor>;

/** How far an own message has come. Messages that came from the service have none. */
export const sending = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('queued'),
    notBefore: time,
    waitsFor,
    /** It has a time of its own, and is held back when the customer writes before. */
    unlessAnswered: z.boolean().optional(),
  }),
  /** `since` when it should be with the customer. */
  z.object({ state: z.literal('sending'), since: time }),
  z.object({ state: z.literal('checking'), since: time }),
  z.object({ state: z.literal('sent') }),
  z.object({ state: z.literal('failed'), reason: failure }),
]);
export type Sending = z.infer<typeof sending>;

export const message = z
  .object({
    messageID,
    leadID,
    side,
    author: z.string(),
    text: z.string(),
    attachments: z.array(attachment).readonly(),
    at: time,
    /** The marketplace itself sent it in the business's name: nobody has replied with it. */
    automatic: z.boolean(),
    sending: sending.nullable(),
  })
  .readonly();
export type Message = z.infer<typeof message>;

export const business = z
  .object({
    /** Stands for the business under all accounts of its service; opaque. */
    key: z.string(),
    /** The account that works for it. */
    accountID,
    businessID: z.string(),
    name: z.string(),
    needsReply: z.number().int(),
  })
  .readonly();
export type Business = z.infer<typeof business>;

export const settings = z
  .object({
    theme: z.enum(['system', 'light', 'dark']),
    /** `more`: lines and plain text instead of greys, whatever the system says. */
    contrast: z.enum(['system', 'more']),
    /** How large the whole window is shown, in percent. */
    textSize: z.literal(textSizes),
    density: z.enum(['comfortable', 'compact']),
    /** New leads by when their reply is due, or the newest first. */
    newOrder: z.enum(['due', 'newest']),
    /** Seconds in which a reply can be called back; 0 sends at once. */
    undoSeconds: z.number().int().min(0).max(30),
    notifications: z.boolean(),
    /** Ctrl+Enter sends and opens the next lead; false: it stays, and with Shift it goes on. */
    sendOpensNext: z.boolean(),
    language: z.enum(['system', 'en', 'es']),
    businessHours,
    quietHours,
    /** Hearthline asks for updates, and fetches them, by itself. */
    updates: z.boolean(),
  })
  .readonly();
export type Settings = z.infer<typeof settings>;
