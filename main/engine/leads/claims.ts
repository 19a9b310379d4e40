/** Claims: the member of the team who last began to write to a lead's customer. */
import { personID } from '../../../contract/person-name.ts';
import type { Store } from '../platform/store/store.ts';

/** How long a claim counts; while its author goes on, it is renewed. */
export const claimMs = 15 * 60_000;

type Claim = { readonly person: string; readonly desktop: string; readonly since: number };
type Row = Claim & { readonly renewed: number };

/** The claim of a lead; null for none and for one that is over. @param now UTC milliseconds */
export const claimOf = (store: Store, lead: number, now: number): Claim | null => {
  const row = store
    .prepare<[number], Row>(
      'claims.get',
      'SELECT person, desktop, since, renewed FROM team_claims WHERE lead = ?',
    )
    .get(lead);
  if (row === undefined || now - row.renewed > claimMs) return null;
  const { renewed: _, ...claim } = row;
  return personID.safeParse(row.person).success ? claim : null;
};
