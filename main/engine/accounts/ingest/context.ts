/** The context and source that ingest passes along with each record, and the rules of history. */
import type { Failure } from '../../../../contract/errors.ts';
import type { AdoptEcho } from '../../conversation/outbox/echo.ts';
import { hasSiblings } from '../../leads/holders.ts';
import { markReadUpTo } from '../../leads/read-mark.ts';
import type { Store } from '../../platform/store/store.ts';
import type { DescribeDelivery } from '../deliveries.ts';
import type { Reader } from '../reader.ts';
import type { Changes } from './changes.ts';

export type Source = {
  /**
   * `event`: delivered by a webhook. `poll`: fetched, never history. `backfill`: fetched, possibly history.
   * `relayed`: fetched earlier, here or by another desktop of the team, possibly history.
   * `call`: delivered by a service that cannot be polled.
   */
  readonly how: 'event' | 'poll' | 'backfill' | 'relayed' | 'call';
  /** The record comes from a list and can lack fields that a fetched one has. */
  readonly isListed: boolean;
  /** By the wall clock; `steady` is the same time by `clock.steady()`. */
  readonly now: number;
  readonly steady: number;
};

/** Facts that no record changes, so that a transaction reads them once. */
export type AccountFacts = {
  /** UTC milliseconds. */
  readonly connectedAt: number;
  readonly hasSiblings: boolean;
};

export const readAccountFacts = (store: Store, accountID: string): AccountFacts => ({
  connectedAt: readConnectedAt(store, accountID),
  hasSiblings: hasSiblings(store, accountID),
});

export type IngestContext = {
  readonly store: Store;
  readonly adoptEcho: AdoptEcho;
  /** The account that received the record; after routing (route.ts) the one that has its lead. */
  readonly accountID: string;
  readonly account: AccountFacts;
  readonly reader: Reader;
  readonly source: Source;
  readonly changes: Changes;
};

/** Applies one generation's records, in ingest's transaction; returns why one cannot be parsed. */
export type Intake = {
  readonly reader: Reader;
  readonly describe: DescribeDelivery;
  readonly applyLead: (context: IngestContext, record: unknown) => string | null;
  readonly applyDelivery: (context: IngestContext, kind: string, body: unknown) => string | null;
};

/** Returns why a record cannot be used: the invalid field, or else the message. */
export const getReason = ({ detail, message }: Failure): string => detail ?? message;

const readConnectedAt = (store: Store, accountID: string): number => {
  const sql = 'SELECT connected_at AS at FROM accounts WHERE account_id = ?';
  return store.prepare<[string], { at: number }>(sql).get(accountID)?.at ?? 0;
};

/**
 * True for a backfilled or relayed record of a time before the account's connection. The lead's age does
 * not matter: a conversation is read again after a repair, and late after a paused import.
 */
export const isHistory = ({ account, source: { how, now } }: IngestContext, at: number): boolean =>
  (how === 'backfill' || how === 'relayed') && at < Math.min(account.connectedAt, now);

const dayMs = 24 * 60 * 60_000;

/** History counts as read when it is older than a day. */
export const markOldHistoryRead = (store: Store, lead: number, at: number, now: number): void => {
  if (at < now - dayMs) markReadUpTo(store, lead, at);
};
