/** Claims: the member of the team who last began to write to a lead's customer. */
import { personID } from '../../../contract/person-name.ts';
import type { Store } from '../platform/store/store.ts';

/** How long a claim counts; while its author goes on, it is renewed. */
export const claimMs = 15 * 60_000;

type Claim = { readonly person: string; readonly desktop: string; readonly since: number };

/** The claim of a lead; null for none and for one that is over. @param now UTC milliseconds */
export const claimOf = (store: Store, lead: number, now: number): Claim | null => {
  const row = store
    .prepare<[number, number], Claim>(
      'claims.get',
      'SELECT person, desktop, since FROM team_claims WHERE lead = ? AND renewed >= ?',
    )
    .get(lead, now - claimMs);
  return row !== undefined && personID.safeParse(row.person).success ? row : null;
};
