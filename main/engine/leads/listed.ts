/** Fields of the last listing of a lead, which are fewer than those of its record. */
import type { Store } from '../platform/store/store.ts';

/** Reads the last listing of a lead. `isAll`: the lead's own record was never fetched. */
export const readListing = (
  store: Store,
  lead: number,
): { readonly isAll: boolean; readonly listed: string | null } => {
  const row = store
    .prepare<[number], { isAll: number; listed: string | null }>(
      'SELECT from_list AS isAll, listed FROM leads WHERE lead = ?',
    )
    .get(lead);
  return { isAll: row?.isAll === 1, listed: row?.listed ?? null };
};

/** @param isAll true if the lead's record comes from the listing too */
export const putListing = (store: Store, lead: number, listed: string, isAll: boolean): void => {
  store
    .prepare<[string, number, number]>('UPDATE leads SET listed = ?, from_list = ? WHERE lead = ?')
    .run(listed, Number(isAll), lead);
};

/** Records that the lead's own record was fetched. */
export const markFetched = (store: Store, lead: number): void => {
  store
    .prepare<[number]>('UPDATE leads SET from_list = 0 WHERE lead = ? AND from_list = 1')
    .run(lead);
};
