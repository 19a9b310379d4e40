/** Claims: the member of the team who last began to write to a lead's customer. */
import { personID } from '../../../contract/person-name.ts';
import type { Store } from '../platform/store/store.ts';

/** A claim expires after this time, unless its author continues and renews it. */
export const claimMs = 15 * 60_000;

type Claim = { readonly person: string; readonly desktop: string; readonly since: number };

/** The claim of a lead; null if it has none or it expired. @param now UTC milliseconds */
export const findClaim = (store: Store, lead: number, now: number): Claim | null => {
  const row = store
    .prepare<[number, number], Claim>(
      'SELECT person, desktop, since FROM team_claims WHERE lead = ? AND renewed >= ?',
    )
    .get(lead, now - claimMs);
  return row !== undefined && personID.safeParse(row.person).success ? row : null;
};
