/** The activity of people with leads, from the facts of the team's log in its order. */
import type { CommandOutput } from '../../../contract/commands.ts';
import { activityKinds, type ActivityKind } from '../../../contract/team/activity.ts';
import {
  parseBody,
  handleFact,
  type Fact,
  type FactHandlers,
} from '../../../contract/team/facts.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredPerson } from '../platform/store/stored.ts';

const retentionMs = 90 * 24 * 60 * 60_000;

type AuthorActivity = {
  readonly kind: ActivityKind;
  readonly value?: string;
  readonly at?: number;
};

const isAssignment = "IN ('assigned', 'handedOver')";

const findLastAssignee = (store: Store, lead: number): string =>
  store
    .prepare<[number], { value: string }>(
      `SELECT value FROM team_activity WHERE activity =
         (SELECT max(activity) FROM team_activity WHERE lead = ? AND kind ${isAssignment})`,
    )
    .get(lead)?.value ?? '';

type Source = {
  readonly store: Store;
  readonly lead: number;
  readonly item: string;
  readonly author: string;
};

/** The activity of a fact's author; null for a fact that is shown elsewhere. */
const authorActivities: FactHandlers<[Source], AuthorActivity | null> = {
  starred: ({ on }) => ({ kind: on ? 'starred' : 'unstarred' }),
  archived: ({ on }) => ({ kind: on ? 'archived' : 'unarchived' }),
  noReplyNeeded: ({ on }) => ({ kind: on ? 'noReplyNeeded' : 'replyNeeded' }),
  snoozed: ({ until }) => ({ kind: until === null ? 'woken' : 'snoozed' }),
  jobStatus: ({ status }) => ({ kind: 'jobStatus', value: status?.status ?? '' }),
  tag: ({ on, tag }) => ({ kind: on ? 'tagged' : 'untagged', value: tag }),
  assignee: ({ person, isByRule }, { store, lead, author }) => {
    const isHandOver =
      person !== null && person !== author && findLastAssignee(store, lead) === author;
    return { kind: isHandOver && !isByRule ? 'handedOver' : 'assigned', value: person ?? '' };
  },
  note: ({ note }) => note && { kind: 'noted', value: note.noteID, at: note.at },
  reply: ({ state, sentAt, rule }, { item }) =>
    state === 'sent' && sentAt !== null && rule === null
      ? { kind: 'replied', value: item, at: sentAt }
      : null,
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
  if (fact.isExisting === true) return false;
  const author = fact.author.person;
  const parsed = handleFact(authorActivities, fact, { store, lead, item, author });
  if (parsed == null) return false;
  const isByRule = parseBody('assignee', fact)?.isByRule === true;
  const { kind, value = '', at = fact.at } = parsed;
  if (at < now - retentionMs) return false;
  const row = { lead, person: isByRule ? '' : author, kind, value, at };
  const added = store
    .prepare<[typeof row]>(
      `INSERT INTO team_activity (lead, person, kind, value, at)
       SELECT @lead, @person, @kind, @value, @at WHERE NOT EXISTS (SELECT 1 FROM team_activity
         WHERE lead = @lead AND at = @at AND kind = @kind AND person = @person AND value = @value)`,
    )
    .run(row);
  return added.changes > 0;
};

/** Row of the latest assignment to a person; 0 without one. */
export const findLastAssignment = (store: Store, person: string): number =>
  store
    .prepare<[string], { activity: number }>(
      `SELECT ifnull(max(activity), 0) AS activity FROM team_activity
       WHERE value = ? AND kind ${isAssignment}`,
    )
    .get(person)?.activity ?? 0;

/** Deletes old activity. @param now UTC milliseconds */
export const forgetOldActivity = (store: Store, now: number): void =>
  void store.db.prepare('DELETE FROM team_activity WHERE at < ?').run(now - retentionMs);

/** True if the value only distinguishes rows. */
const isValueHidden = (kind: ActivityKind): boolean => kind === 'replied' || kind === 'noted';

const pageSize = 50;

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
export const listActivity = (
  store: Store,
  of: { readonly lead: number } | { readonly person: string },
  after: string | null,
): CommandOutput<'team.activity'> => {
  const [beforeAt = Number.MAX_SAFE_INTEGER, beforeRow = 0] = (after ?? '')
    .split('.')
    .filter(Boolean)
    .map(Number);
  const [column, subject] = 'lead' in of ? ['lead', of.lead] : ['person', of.person];
  const rows = store
    .prepare<[string | number, number, number, number], Row>(
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
        ...{ leadID: toLeadID(lead), customerName, kind: known, at },
        person: readStoredPerson(person),
        value: isValueHidden(known) ? '' : value,
      };
    }),
    next: rows.length > pageSize && last !== undefined ? `${last.at}.${last.activity}` : null,
  };
};
