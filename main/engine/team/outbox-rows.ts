/** Rows of `team_outbox`: the person's changes that the log lacks, recorded by gate.ts. */
import type { Store } from '../platform/store/store.ts';

export type OwnChange = {
  /** Grows with each change of the same data. */
  readonly place: number;
  /** A mark, or the kind of other shared data, such as `note` or `businessHours`. */
  readonly kind: string;
  /** Null for a change that is not about a lead. */
  readonly lead: number | null;
  readonly item: string;
  /** 1 for data from before the team, which loses to any data of the team. */
  readonly existing: 0 | 1;
};

/** By subject: the published fact of a waiting change, which waits until the fact returns in the log. */
export type PublishedChanges = Map<string, { readonly place: number; readonly text: string }>;

const columns = 'place, kind, lead, item, existing';
const rank = "(existing, kind <> 'reply', place)";

/** The next changes to publish after one, or the first: replies, other changes, then data from before the team. */
export const listOwnChanges = (
  store: Store,
  after: Pick<OwnChange, 'place' | 'kind' | 'existing'> | null,
  most: number,
): readonly OwnChange[] => {
  const from = after ?? { existing: 0, kind: 'reply', place: 0 };
  return store
    .prepare<[number, string, number, number], OwnChange>(
      `SELECT ${columns} FROM team_outbox WHERE ${rank} > (?, ? <> 'reply', ?)
       ORDER BY existing, kind <> 'reply', place LIMIT ?`,
    )
    .all(from.existing, from.kind, from.place, most);
};

/** The change of some data that waits; null for none. */
export const findOwnChange = (
  store: Store,
  { kind, lead, item }: Pick<OwnChange, 'kind' | 'lead' | 'item'>,
): OwnChange | null =>
  store
    .prepare<[string, number, string], OwnChange>(
      `SELECT ${columns} FROM team_outbox
       WHERE kind = ? AND ifnull(lead, 0) = ? AND item = ?`,
    )
    .get(kind, lead ?? 0, item) ?? null;

/** Number of changes that wait. */
export const countOwnChanges = (store: Store): number =>
  store.prepare<[], { count: number }>('SELECT count(*) AS count FROM team_outbox').get()?.count ??
  0;

/** Removes a change that was published or lost. A later change of the same data has another place. */
export const removeOwnChange = (store: Store, { place }: Pick<OwnChange, 'place'>): void =>
  void store.prepare<[number]>('DELETE FROM team_outbox WHERE place = ?').run(place);
