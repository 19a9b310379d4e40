/** Who did what with a lead, from the facts of the team's log in its order. */
import {
  activityKinds,
  type Activity,
  type ActivityKind,
} from '../../../contract/team/activity.ts';
import { bodyOf, type Fact, type FactKind } from '../../../contract/team/facts.ts';
import { personID } from '../../../contract/person-name.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';

/** How long activity is kept, in milliseconds. */
const keptMs = 90 * 24 * 60 * 60_000;

type Act = { readonly kind: ActivityKind; readonly value?: string; readonly at?: number };

const flagKinds = {
  starred: ['starred', 'unstarred'],
  archived: ['archived', 'unarchived'],
  noReplyNeeded: ['noReplyNeeded', 'replyNeeded'],
} as const;

const isAssignment = "IN ('assigned', 'handedOver')";

const lastAssignee = (store: Store, lead: number): string =>
  store
    .prepare<[number], { value: string }>(
      'activity.lastAssignee',
      `SELECT value FROM team_activity WHERE activity =
         (SELECT max(activity) FROM team_activity WHERE lead = ? AND kind ${isAssignment})`,
    )
    .get(lead)?.value ?? '';

/** What a fact says that its author did; null for one that is shown elsewhere or not at all. */
const read = (store: Store, lead: number, item: string, fact: Fact): Act | null => {
  const kind = fact.kind as FactKind;
  switch (kind) {
    case 'starred':
    case 'archived':
    case 'noReplyNeeded': {
      const [on, off] = flagKinds[kind];
      const body = bodyOf(kind, fact);
      return body && { kind: body.on ? on : off };
    }
    case 'snoozed': {
      const body = bodyOf(kind, fact);
      return body && { kind: body.until === null ? 'woken' : 'snoozed' };
    }
    case 'jobStatus': {
      const body = bodyOf(kind, fact);
      return body && { kind, value: body.status?.status ?? '' };
    }
    case 'tag': {
      const body = bodyOf(kind, fact);
      return body && { kind: body.on ? 'tagged' : 'untagged', value: body.tag };
    }
    case 'assignee': {
      const body = bodyOf(kind, fact);
      if (body === null) return null;
      const value = body.person ?? '';
      const { person } = fact.author;
      const isPassedOn = value !== '' && value !== person && lastAssignee(store, lead) === person;
      return { kind: isPassedOn && !body.isByRule ? 'handedOver' : 'assigned', value };
    }
    case 'note': {
      const note = bodyOf(kind, fact)?.note ?? null;
      return note && { kind: 'noted', value: note.noteID, at: note.at };
    }
    case 'reply': {
      const body = bodyOf(kind, fact);
      if (body?.state !== 'sent' || body.sentAt === null || body.rule !== null) return null;
      return { kind: 'replied', value: item, at: body.sentAt };
    }
    default:
      return null;
  }
};

/**
 * Records what a fact says, once; returns whether it was new. What was there before the team is nobody's act, and what is
 * old is not kept.
 * @param now UTC milliseconds
 */
export const recordActivity = (
  store: Store,
  lead: number,
  item: string,
  fact: Fact,
  now: number,
): boolean => {
  const act = fact.isExisting === true ? null : read(store, lead, item, fact);
  if (act === null) return false;
  const isByRule = bodyOf('assignee', fact)?.isByRule === true;
  const { kind, value = '', at = fact.at } = act;
  if (at < now - keptMs) return false;
  const row = { lead, person: isByRule ? '' : fact.author.person, kind, value, at };
  const added = store
    .prepare<[typeof row]>(
      'activity.add',
      `INSERT INTO team_activity (lead, person, kind, value, at)
       SELECT @lead, @person, @kind, @value, @at WHERE NOT EXISTS (SELECT 1 FROM team_activity
         WHERE lead = @lead AND at = @at AND kind = @kind AND person = @person AND value = @value)`,
    )
    .run(row);
  return added.changes > 0;
};

/** Place in the log of a person's latest assignment; 0 without one. */
export const lastAssigned = (store: Store, person: string): number =>
  store
    .prepare<[string], { activity: number }>(
      'activity.lastAssigned',
      `SELECT ifnull(max(activity), 0) AS activity FROM team_activity
       WHERE value = ? AND kind ${isAssignment}`,
    )
    .get(person)?.activity ?? 0;

/** Forgets what is old. @param now UTC milliseconds */
export const forgetOldActivity = (store: Store, now: number): void =>
  void store.db.prepare('DELETE FROM team_activity WHERE at < ?').run(now - keptMs);

/** Values that only distinguish rows. */
const isHidden = (kind: ActivityKind): boolean => kind === 'replied' || kind === 'noted';

const most = 50;

export type ActivityPage = {
  readonly activities: readonly Activity[];
  readonly next: string | null;
};

type Row = {
  readonly activity: number;
  readonly lead: number;
  readonly customerName: string;
  readonly person: string;
  readonly kind: string;
  readonly value: string;
  readonly at: number;
};

/** A page of a lead's or a person's activity, latest first. @param after `next` of the page before */
export const activityOf = (
  store: Store,
  of: { readonly lead: number } | { readonly person: string },
  after: string | null,
): ActivityPage => {
  const [at = Number.MAX_SAFE_INTEGER, place = 0] = (after ?? '')
    .split('.')
    .filter(Boolean)
    .map(Number);
  const [column, value] = 'lead' in of ? ['lead', of.lead] : ['person', of.person];
  const rows = store
    .prepare<[string | number, number, number, number], Row>(
      `activity.of.${column}`,
      `SELECT t.activity, t.lead, l.customer_name AS customerName, t.person, t.kind, t.value, t.at
       FROM team_activity t CROSS JOIN leads l ON l.lead = t.lead
       WHERE t.${column} = ? AND (t.at, t.activity) < (?, ?)
       ORDER BY t.at DESC, t.activity DESC LIMIT ?`,
    )
    .all(value, at, place, most + 1);
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return {
    activities: shown.map(({ lead, customerName, person, kind, value: of_, at: when }) => {
      const known = activityKinds.find((each) => each === kind) ?? 'other';
      return {
        ...{ leadID: leadIDOf(lead), customerName, kind: known, at: when },
        person: personID.safeParse(person).data ?? null,
        value: isHidden(known) ? '' : of_,
      };
    }),
    next: rows.length > most && last !== undefined ? `${last.at}.${last.activity}` : null,
  };
};
