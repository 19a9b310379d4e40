/**
 * Facts that a team's members publish: kinds, versions and schemas. A meaning never changes: a new meaning is a new
 * kind, and a new version only adds fields. Unknown kinds and fields are stored and forwarded as their text.
 */
import { z } from 'zod';
import { automaticRule, ruleID } from '../automatic-replies.ts';
import { businessHours } from '../business-hours.ts';
import { quietHours } from '../quiet-hours.ts';
import { savedReply, savedReplyID } from '../commands/saved-replies.ts';
import { jobStatus, tag } from '../marks.ts';
import { laterReply, note, time } from '../records.ts';
import { readonlyObject } from '../schema.ts';
import { personName } from '../person-name.ts';
import { assigningRules } from './assigning.ts';
import { hashedKey, token } from './subjects.ts';

/** The customer's last message that an author knew, by the service's time and id; '' is the request. */
export const known = readonlyObject({ at: time, message: z.string() });
export type Known = z.infer<typeof known>;

/**
 * A lead by keys that are the same on all computers: a desktop may receive a fact before its lead. `account` is the key
 * of all accounts of the lead's service, so that it stays when another account serves the lead.
 */
const aboutLead = { account: hashedKey, negotiation: z.string().min(1) };

/**
 * Condition for publishing facts of a kind. `last`: the last in the log wins. `seen`: only if its author saw the
 * subject's last entry; otherwise the change is lost, visibly. `further`: as `seen`, but retried while its time is
 * later.
 */
export type PublishRule = 'last' | 'seen' | 'further';

const kind = <S extends z.ZodRawShape>(rule: PublishRule, body: S) => ({
  version: 1,
  rule,
  body: readonlyObject(body),
});

export const replyingRule = readonlyObject({
  id: ruleID,
  name: z.string(),
  kind: z.enum(['newLead', 'silence']),
  /** Its reply removes the lead from Needs reply. */
  isAnswer: z.boolean(),
});
export type ReplyingRule = z.infer<typeof replyingRule>;

/** Kinds with `known` end when the customer has written later (reducer.ts). */
export const factKinds = {
  starred: kind('last', { ...aboutLead, on: z.boolean() }),
  archived: kind('last', { ...aboutLead, on: z.boolean(), known }),
  noReplyNeeded: kind('last', { ...aboutLead, on: z.boolean(), known }),
  snoozed: kind('last', { ...aboutLead, until: time.nullable(), known }),
  /** A later message of the customer reopens a closed job; the status itself stays. */
  jobStatus: kind('last', { ...aboutLead, status: jobStatus.nullable(), known }),
  tag: kind('last', { ...aboutLead, tag, on: z.boolean() }),
  /** Null for a deleted note. `seen` keeps it deleted: a stale edit loses, while an undo has seen the deletion. */
  note: kind('seen', { ...aboutLead, note: note.nullable() }),
  read: kind('further', { ...aboutLead, upTo: time }),
  unread: kind('last', { ...aboutLead, on: z.boolean() }),
  /**
   * A reply in the outbox of the author's desktop. `knownAt` is the service's time of the last message that the desktop
   * knew; null once the reply was sent or withdrawn. A withdrawn reply has no text. A sent one has `sentAt`, and
   * `message` if the service assigns ids; other desktops show it by them. A queued one with `to` is handed over: a
   * desktop of that person takes it. A scheduled one has `later`.
   */
  reply: kind('seen', {
    ...aboutLead,
    state: z.enum(['queued', 'sending', 'checking', 'failed', 'sent', 'withdrawn']),
    text: z.string().nullable(),
    knownAt: time.nullable(),
    message: z.string().nullable(),
    sentAt: time.nullable().default(null),
    /** The rule that wrote it; null for a person. */
    rule: replyingRule.nullable().default(null),
    to: token.nullable().default(null),
    later: laterReply.nullable().default(null),
  }),
  /** `isByRule`: nobody chose the person. */
  assignee: kind('seen', {
    ...aboutLead,
    person: token.nullable(),
    isByRule: z.boolean().default(false),
  }),
  /** `id` is also in the subject, hashed. The reply is null when deleted. */
  savedReply: kind('last', {
    id: savedReplyID,
    reply: savedReply.nullable(),
    position: z.number().int().min(0),
  }),
  hours: kind('last', { hours: businessHours }),
  /** `id` is also in the subject, hashed. `onSince`: when it was switched on. The rule is null when deleted. */
  rule: kind('last', {
    id: ruleID,
    rule: automaticRule.nullable(),
    onSince: time,
    position: z.number().int().min(0),
  }),
  pause: kind('last', { isPaused: z.boolean() }),
  /** The rules that assign new leads, in their order. */
  assigning: kind('last', { rules: assigningRules }),
  /** `isGone`: an owner removed the person, whose name stays. */
  person: kind('last', { person: token, name: personName, isGone: z.boolean().default(false) }),
  /** The person is in the subject. */
  away: kind('last', { isAway: z.boolean() }),
  quietHours: kind('last', { hours: quietHours }),
} as const;

export type FactKind = keyof typeof factKinds;
export type FactBody<K extends FactKind> = z.infer<(typeof factKinds)[K]['body']>;

/** In bytes, sealed. Desktops ignore longer facts, although the log accepts longer entries. */
export const maxFactLength = 64 * 1024;

const author = readonlyObject({ person: token, desktop: token });
export type Author = z.infer<typeof author>;

/** First place of a fact in a log: a stream and the sequence there. */
const origin = readonlyObject({ stream: z.string().min(1), sequence: z.number().int().min(1) });
export type Origin = z.infer<typeof origin>;

const envelope = readonlyObject({
  kind: token,
  version: z.number().int().min(1),
  author,
  /** The author's wall clock: for display only, never for a rule. */
  at: time,
  body: z.record(z.string(), z.unknown()).readonly(),
  /** It existed before its author joined the team: `at` is not the time of an action. */
  isExisting: z.boolean().optional(),
  /** Set when a desktop published the fact again, in another stream than its first. */
  offered: origin.optional(),
});

/** A fact with its text, which is stored and forwarded unchanged. */
export type Fact = z.infer<typeof envelope> & { readonly text: string };

const parseJSON = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses a fact of any kind; null for any other text. */
export const parseFact = (text: string): Fact | null => {
  const read = envelope.safeParse(parseJSON(text));
  return read.success ? { ...read.data, text } : null;
};

/** Parses the body of a fact; null if it is of another kind or invalid. */
export const parseBody = <K extends FactKind>(name: K, fact: Fact): FactBody<K> | null => {
  if (fact.kind !== name) return null;
  const read = factKinds[name].body.safeParse(fact.body);
  return read.success ? (read.data as FactBody<K>) : null;
};

/** Handlers of facts by kind. */
export type FactHandlers<Rest extends readonly unknown[], R> = {
  readonly [K in FactKind]?: (body: FactBody<K>, ...rest: Rest) => R;
};

/** Calls the handler of a fact's kind; undefined if there is none, and for an invalid body. */
export const handleFact = <Rest extends readonly unknown[], R>(
  handlers: FactHandlers<Rest, R>,
  fact: Fact,
  ...rest: Rest
): R | undefined => {
  if (!Object.hasOwn(handlers, fact.kind)) return undefined;
  const name = fact.kind as FactKind;
  const handler = handlers[name] as (body: unknown, ...rest: Rest) => R;
  const body = parseBody(name, fact);
  return body === null ? undefined : handler(body, ...rest);
};

/** Returns the rule of a kind. Facts of unknown kinds are only forwarded. */
export const getPublishRule = (name: string): PublishRule =>
  Object.hasOwn(factKinds, name) ? factKinds[name as FactKind].rule : 'last';

/** Builds a fact. Fields of `previous` that this version does not know stay in its body. */
export const buildFact = <K extends FactKind>(
  name: K,
  body: FactBody<K>,
  meta: Pick<Fact, 'author' | 'at' | 'isExisting'>,
  previous: Fact | null,
): Fact => {
  const before = previous?.kind === name ? previous : null;
  const fact = {
    kind: name,
    version: Math.max(factKinds[name].version, before?.version ?? 0),
    author: meta.author,
    at: meta.at,
    ...(meta.isExisting && { isExisting: true }),
    body: { ...before?.body, ...body },
  };
  return { ...fact, text: JSON.stringify(fact) };
};

/** Returns the text for publishing a fact again in another stream: only `offered` is added to its bytes. */
export const offerFact = (fact: Fact, from: Origin): string =>
  fact.offered === undefined
    ? fact.text.replace('{', `{"offered":${JSON.stringify(from)},`)
    : fact.text;
