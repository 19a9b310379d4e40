/**
 * Takes a record over where its lead belongs: the same business can be listed under several accounts
 * (decision 0009), whichever of them was told. Called inside ingest's transaction.
 */
import { accountFor } from '../hand-over.ts';
import type { MessageRecord, NegotiationRecord } from '../v4/service/records.ts';
import type { Store } from '../../platform/store/store.ts';
import { applyMessage } from './message.ts';
import { type AdoptEcho } from '../../conversation/outbox/echo.ts';
import { applyNegotiation } from './negotiation.ts';
import type { Source } from './source.ts';
import type { Touched } from './touched.ts';

type Told = {
  /** The account that was told. */
  readonly accountID: string;
  readonly source: Source;
  readonly touched: Touched;
};

const accountOf = (
  store: Store,
  { accountID: asked, source, touched }: Told,
  negotiationID: string,
  businessID: string | undefined,
): string => {
  const { accountID, moved } = accountFor(store, asked, { negotiationID, businessID }, source.now);
  for (const lead of moved) touched.leads.add(lead);
  return accountID;
};

export const takeNegotiation = (
  store: Store,
  told: Told,
  record: NegotiationRecord,
  raw: unknown,
): void => {
  const accountID = accountOf(store, told, record.negotiationID, record.business?.businessID);
  applyNegotiation(store, accountID, record, raw, told.source, told.touched);
};

export const takeMessage = (
  store: Store,
  adoptEcho: AdoptEcho,
  told: Told,
  negotiationID: string,
  record: MessageRecord,
): void => {
  const accountID = accountOf(store, told, negotiationID, record.business?.businessID);
  const { source, touched } = told;
  applyMessage(store, adoptEcho, accountID, negotiationID, record, source, touched);
};
