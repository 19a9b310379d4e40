/** Readers for an account in a store, as the engine chooses them. */
import type { LeadDetails } from '../../../../contract/records.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import type { Intake } from '../../../../main/engine/accounts/ingest/context.ts';
import { readLeadDetails } from '../../../../main/engine/accounts/lead-details.ts';
import type { Reader } from '../../../../main/engine/accounts/reader.ts';
import { findAccount } from '../../../../main/engine/accounts/rows.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';

export const intakesOf =
  (store: Store) =>
  (accountID: string): Intake =>
    findGeneration(findAccount(store, accountID)?.profile.interface ?? 'v4').intake;

export const readersOf =
  (store: Store) =>
  (accountID: string): Reader =>
    intakesOf(store)(accountID).reader;

export const detailsOf = (store: Store, lead: number): LeadDetails | null =>
  readLeadDetails(store, readersOf(store), lead);
