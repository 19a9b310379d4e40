/** Rows of `team_outbox`: the person's changes that the log lacks, recorded by gate.ts. */
import type { Store } from '../platform/store/store.ts';

export type OwnChange = {
  /** Grows with each change of the same data. */
  readonly place: number;
  /** A mark, `note`, `reply`, `savedReply`, `businessHours`, `rule`, `pause`, `assigning` or `person`. */
  readonly kind: string;
  /** Null for the whole team. */
  readonly lead: number | null;
  readonly item: string;
  /** 1 when it was here before the team: whatever the team has comes first. */
  readonly existing: 0 | 1;
};

/** By subject: what was published of a waiting change. It waits until the log has brought it back. */
export type PublishedChanges = Map<string, { readonly place: number; readonly text: string }>;

const columns = 'place, kind, lead, item, existing';
const rank = "(existing, kind <> 'reply', place)";

/** The next changes to publish after one, or the first: replies, then other changes, then what was there before. */
export const ownChangesAfter = (
  store: Store,
  after: Pick<OwnChange, 'place' | 'kind' | 'existing'> | null,
  most: number,
): readonly OwnChange[] => {
  const from = after ?? { existing: 0, kind: 'reply', place: 0 };
  return store
    .prepare<[number, string, number, number], OwnChange>(
      'teamOutbox.after',
      `SELECT ${columns} FROM team_outbox WHERE ${rank} > (?, ? <> 'reply', ?)
       ORDER BY existing, kind <> 'reply', place LIMIT ?`,
    )
    .all(from.existing, from.kind, from.place, most);
};

/** The change of some data that waits; null for none. */
export const waitingChange = (
  store: Store,
  { kind, lead, item }: Pick<OwnChange, 'kind' | 'lead' | 'item'>,
): OwnChange | null =>
  store
    .prepare<[string, number, string], OwnChange>(
      'teamOutbox.waiting',
      `SELECT ${columns} FROM team_outbox
       WHERE kind = ? AND ifnull(lead, 0) = ? AND item = ?`,
    )
    .get(kind, lead ?? 0, item) ?? null;

/** Number of changes that wait. */
export const countOwnChanges = (store: Store): number =>
  store
    .prepare<[], { count: number }>('teamOutbox.count', 'SELECT count(*) AS count FROM team_outbox')
    .get()?.count ?? 0;

/** Removes a change that was published or lost. A later change of the same data has another place. */
export const removeOwnChange = (store: Store, { place }: Pick<OwnChange, 'place'>): void =>
  void store
    .prepare<[number]>('teamOutbox.remove', 'DELETE FROM team_outbox WHERE place = ?')
    .run(place);
