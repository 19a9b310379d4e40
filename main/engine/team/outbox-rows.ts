/** Rows of `team_outbox`: the person's changes that the log lacks, recorded by gate.ts. */
import type { Store } from '../platform/store/store.ts';

export type OwnChange = {
  /** Grows with each change of the same data. */
  readonly place: number;
  /** A mark, `note`, `savedReply` or `businessHours`. */
  readonly kind: string;
  /** Null for the whole team. */
  readonly lead: number | null;
  readonly item: string;
};

/** By subject: what was published of a waiting change. It waits until the log has brought it back. */
export type PublishedChanges = Map<string, { readonly place: number; readonly text: string }>;

/** The oldest changes after a place. */
export const ownChangesAfter = (store: Store, place: number, most: number): readonly OwnChange[] =>
  store
    .prepare<[number, number], OwnChange>(
      'teamOutbox.after',
      'SELECT place, kind, lead, item FROM team_outbox WHERE place > ? ORDER BY place LIMIT ?',
    )
    .all(place, most);

/** The change of some data that waits; null for none. */
export const waitingChange = (
  store: Store,
  { kind, lead, item }: Omit<OwnChange, 'place'>,
): OwnChange | null =>
  store
    .prepare<[string, number, string], OwnChange>(
      'teamOutbox.waiting',
      `SELECT place, kind, lead, item FROM team_outbox
       WHERE kind = ? AND ifnull(lead, 0) = ? AND item = ?`,
    )
    .get(kind, lead ?? 0, item) ?? null;

/** Removes a change that was published or lost. A later change of the same data has another place. */
export const removeOwnChange = (store: Store, { place }: Pick<OwnChange, 'place'>): void =>
  void store
    .prepare<[number]>('teamOutbox.remove', 'DELETE FROM team_outbox WHERE place = ?')
    .run(place);
