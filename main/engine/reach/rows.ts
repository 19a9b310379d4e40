/** The table of news for channels, without queuing (news.ts). Rows contain no words of customers. */
import {
  reachFailure,
  reachKinds,
  type ChannelID,
  type ReachFailure,
} from '../../../contract/reach.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored, storedWord } from '../platform/store/stored.ts';
import type { NewsItem } from './news.ts';

export type QueuedNews = NewsItem & {
  readonly row: number;
  readonly since: number;
  readonly attempts: number;
};

/** The oldest first, without kinds of a newer version. */
export const waitingNews = (store: Store, channelID: ChannelID): readonly QueuedNews[] =>
  store
    .prepare<[string], QueuedNews & { readonly kind: string }>(
      'reach.waiting',
      `SELECT reach_news AS row, kind, subject, lead, at, since, attempts FROM reach_news
       WHERE state = 'waiting' AND channel_id = ? ORDER BY reach_news`,
    )
    .all(channelID)
    .filter(({ kind }) => storedWord(reachKinds, kind, null) !== null);

export const hasWaiting = (store: Store): boolean =>
  store
    .prepare<[]>('reach.hasWaiting', "SELECT 1 FROM reach_news WHERE state = 'waiting' LIMIT 1")
    .get() !== undefined;

const update =
  <P extends object>(name: string, set: string) =>
  (store: Store, rows: readonly number[], values: P): void =>
    void store
      .prepare<[P & { rows: string }]>(
        name,
        `UPDATE reach_news SET ${set} WHERE reach_news IN (SELECT value FROM json_each(@rows))`,
      )
      .run({ ...values, rows: JSON.stringify(rows) });

export const setSending = update<{ readonly now: number }>(
  'reach.sending',
  "state = 'sending', attempts = attempts + 1, tried_at = @now",
);
export const setSent = update<object>('reach.sent', "state = 'sent', reason = NULL");
const markFailed = update<{ readonly reason: string }>(
  'reach.failed',
  "state = 'failed', reason = @reason",
);
const markRetried = update<{ readonly reason: string; readonly most: number }>(
  'reach.retry',
  "state = CASE WHEN attempts < @most THEN 'waiting' ELSE 'failed' END, reason = @reason",
);
/** Reverts `setSending`. */
export const setWaiting = update<object>(
  'reach.wait',
  "state = 'waiting', attempts = attempts - 1",
);
/** Restarts the wait for business time, after the clock was set back. */
export const setSince = update<{ readonly now: number }>('reach.since', 'since = @now');

export const setFailed = (store: Store, rows: readonly number[], fault: ReachFailure): void =>
  markFailed(store, rows, { reason: JSON.stringify(fault) });

/** Lets news wait for another attempt; after `most` attempts it fails. */
export const retryNews = (
  store: Store,
  rows: readonly number[],
  fault: ReachFailure,
  most: number,
): void => markRetried(store, rows, { reason: JSON.stringify(fault), most });

export const removeNews = (store: Store, rows: readonly number[]): void =>
  void store
    .prepare<[string]>(
      'reach.remove',
      'DELETE FROM reach_news WHERE reach_news IN (SELECT value FROM json_each(?))',
    )
    .run(JSON.stringify(rows));

/** Fails news that was being sent when the engine exited: nobody knows whether it arrived. */
export const failInterrupted = (store: Store, fault: ReachFailure): void =>
  void store
    .prepare<[string]>(
      'reach.interrupted',
      "UPDATE reach_news SET state = 'failed', reason = ? WHERE state = 'sending'",
    )
    .run(JSON.stringify(fault));

/** Deletes the rows of removed channels, waiting rows of channels that are off, and old outcomes. */
export const tidyNews = (
  store: Store,
  channels: readonly { readonly channelID: ChannelID; readonly on: boolean }[],
  before: number,
): void =>
  void store
    .prepare<[{ channels: string; on: string; before: number }]>(
      'reach.tidy',
      `DELETE FROM reach_news WHERE channel_id NOT IN (SELECT value FROM json_each(@channels))
         OR (state = 'waiting' AND channel_id NOT IN (SELECT value FROM json_each(@on)))
         OR (state IN ('sent', 'failed') AND since < @before)`,
    )
    .run({
      channels: JSON.stringify(channels.map(({ channelID }) => channelID)),
      on: JSON.stringify(channels.flatMap(({ channelID, on }) => (on ? [channelID] : []))),
      before,
    });

/** Number of messages that left or may have left in this span. */
export const messagesBetween = (
  store: Store,
  channelID: ChannelID,
  from: number,
  to: number,
): number =>
  store
    .prepare<[string, number, number], { count: number }>(
      'reach.count',
      `SELECT count(DISTINCT tried_at) AS count FROM reach_news
       WHERE channel_id = ? AND state IN ('sending', 'sent', 'failed')
         AND tried_at > ? AND tried_at <= ?`,
    )
    .get(channelID, from, to)?.count ?? 0;

export const outcomeOf = (store: Store, channelID: ChannelID) => {
  const last = store
    .prepare<[string], { at: number; reason: string | null }>(
      'reach.last',
      `SELECT tried_at AS at, reason FROM reach_news
       WHERE channel_id = ? AND tried_at IS NOT NULL AND state <> 'sending'
       ORDER BY tried_at DESC, reach_news DESC LIMIT 1`,
    )
    .get(channelID);
  return {
    channelID,
    at: last?.at ?? null,
    fault: readStored(reachFailure, last?.reason ?? null),
    waiting: waitingNews(store, channelID).length,
  };
};
