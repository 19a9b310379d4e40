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

const retentionMs = 90 * 24 * 60 * 60_000;

type AuthorActivity = {
  readonly kind: ActivityKind;
  readonly value?: string;
  readonly at?: number;
};

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

/** Returns the activity of a fact's author; null for a fact that is shown elsewhere or not at all. */
const parseActivity = (
  store: Store,
  lead: number,
  item: string,
  fact: Fact,
): AuthorActivity | null => {
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
      const isHandOver = value !== '' && value !== person && lastAssignee(store, lead) === person;
      return { kind: isHandOver && !body.isByRule ? 'handedOver' : 'assigned', value };
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
 * Records the activity of a fact once; returns whether it was new. Ignores old activity and data from before the team.
 * @param now UTC milliseconds
 */
export const recordActivity = (
  store: Store,
  lead: number,
  item: string,
  fact: Fact,
  now: number,
): boolean => {
  const parsed = fact.isExisting === true ? null : parseActivity(store, lead, item, fact);
  if (parsed === null) return false;
  const isByRule = bodyOf('assignee', fact)?.isByRule === true;
  const { kind, value = '', at = fact.at } = parsed;
  if (at < now - retentionMs) return false;
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

/** Row of the latest assignment to a person; 0 without one. */
export const lastAssigned = (store: Store, person: string): number =>
  store
    .prepare<[string], { activity: number }>(
      'activity.lastAssigned',
      `SELECT ifnull(max(activity), 0) AS activity FROM team_activity
       WHERE value = ? AND kind ${isAssignment}`,
    )
    .get(person)?.activity ?? 0;

/** Deletes old activity. @param now UTC milliseconds */
export const forgetOldActivity = (store: Store, now: number): void =>
  void store.db.prepare('DELETE FROM team_activity WHERE at < ?').run(now - retentionMs);

/** Whether the value only distinguishes rows. */
const isValueHidden = (kind: ActivityKind): boolean => kind === 'replied' || kind === 'noted';

const pageSize = 50;

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

/** A page of a lead's or a person's activity, latest first. @param after `next` of the previous page */
export const activityOf = (
  store: Store,
  of: { readonly lead: number } | { readonly person: string },
  after: string | null,
): ActivityPage => {
  const [beforeAt = Number.MAX_SAFE_INTEGER, beforeRow = 0] = (after ?? '')
    .split('.')
    .filter(Boolean)
    .map(Number);
  const [column, subject] = 'lead' in of ? ['lead', of.lead] : ['person', of.person];
  const rows = store
    .prepare<[string | number, number, number, number], Row>(
      `activity.of.${column}`,
      `SELECT t.activity, t.lead, l.customer_name AS customerName, t.person, t.kind, t.value, t.at
       FROM team_activity t CROSS JOIN leads l ON l.lead = t.lead
       WHERE t.${column} = ? AND (t.at, t.activity) < (?, ?)
       ORDER BY t.at DESC, t.activity DESC LIMIT ?`,
    )
    .all(subject, beforeAt, beforeRow, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    activities: shown.map(({ lead, customerName, person, kind, value, at }) => {
      const known = activityKinds.find((each) => each === kind) ?? 'other';
      return {
        ...{ leadID: leadIDOf(lead), customerName, kind: known, at },
        person: personID.safeParse(person).data ?? null,
        value: isValueHidden(known) ? '' : value,
      };
    }),
    next: rows.length > pageSize && last !== undefined ? `${last.at}.${last.activity}` : null,
  };
};
