/** The table of news for channels, without queuing (news.ts). Rows contain no words of customers. */
import {
  reachFailure,
  reachKinds,
  type ChannelID,
  type ReachFailure,
} from '../../../contract/reach.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored, readStoredWord } from '../platform/store/stored.ts';
import type { NewsItem } from './news.ts';

export const hourMs = 60 * 60_000;

export type QueuedNews = NewsItem & {
  readonly row: number;
  readonly since: number;
  readonly attempts: number;
};

/** Lists waiting news, oldest first, without kinds of a newer version. */
export const listWaitingNews = (store: Store, channelID: ChannelID): readonly QueuedNews[] => {
  const sql = `SELECT reach_news AS row, kind, subject, lead, at, since, attempts FROM reach_news
    WHERE state = 'waiting' AND channel_id = ? ORDER BY reach_news`;
  const news = store.prepare<[string], QueuedNews>(sql).all(channelID);
  return news.filter(({ kind }) => readStoredWord(reachKinds, kind, null) !== null);
};

export const hasWaiting = (store: Store): boolean =>
  store.prepare<[]>("SELECT 1 FROM reach_news WHERE state = 'waiting' LIMIT 1").get() !== undefined;

const createUpdate =
  <P extends object>(set: string) =>
  (store: Store, rows: readonly number[], values: P): void =>
    void store
      .prepare<[P & { rows: string }]>(
        `UPDATE reach_news SET ${set} WHERE reach_news IN (SELECT value FROM json_each(@rows))`,
      )
      .run({ ...values, rows: JSON.stringify(rows) });

export const setSending = createUpdate<{ readonly now: number }>(
  "state = 'sending', attempts = attempts + 1, tried_at = @now",
);
export const setSent = createUpdate<object>("state = 'sent', reason = NULL");
const markFailed = createUpdate<{ readonly reason: string; readonly most: number }>(
  "state = CASE WHEN attempts < @most THEN 'waiting' ELSE 'failed' END, reason = @reason",
);
/** Reverts `setSending`. */
export const setWaiting = createUpdate<object>("state = 'waiting', attempts = attempts - 1");
/** Restarts the wait for business time, after the clock was set back. */
export const setSince = createUpdate<{ readonly now: number }>('since = @now');

/** Lets news wait for another attempt, or fails it after `most` attempts; 0 fails it now. */
export const retryOrFail = (
  store: Store,
  rows: readonly number[],
  failure: ReachFailure,
  most: number,
): void => markFailed(store, rows, { reason: JSON.stringify(failure), most });

export const removeNews = (store: Store, rows: readonly number[]): void => {
  const sql = 'DELETE FROM reach_news WHERE reach_news IN (SELECT value FROM json_each(?))';
  store.prepare<[string]>(sql).run(JSON.stringify(rows));
};

/** Fails news that was being sent when the engine exited: nobody knows whether it arrived. */
export const failInterrupted = (store: Store, failure: ReachFailure): void => {
  const sql = "UPDATE reach_news SET state = 'failed', reason = ? WHERE state = 'sending'";
  store.prepare<[string]>(sql).run(JSON.stringify(failure));
};

/** Deletes the rows of removed channels, waiting rows of channels that are off, and old outcomes. */
export const tidyNews = (
  store: Store,
  channels: readonly { readonly channelID: ChannelID; readonly on: boolean }[],
  before: number,
): void => {
  const params = {
    channels: JSON.stringify(channels.map(({ channelID }) => channelID)),
    on: JSON.stringify(channels.flatMap(({ channelID, on }) => (on ? [channelID] : []))),
    before,
  };
  const sql = `DELETE FROM reach_news WHERE channel_id NOT IN (SELECT value FROM json_each(@channels))
      OR (state = 'waiting' AND channel_id NOT IN (SELECT value FROM json_each(@on)))
      OR (state IN ('sent', 'failed') AND since < @before)`;
  store.prepare<[typeof params]>(sql).run(params);
};

/** Counts the messages that left or may have left in the hour before `now`. */
export const countSentWithinHour = (store: Store, channelID: ChannelID, now: number): number => {
  const sql = `SELECT count(DISTINCT tried_at) AS count FROM reach_news
    WHERE channel_id = ? AND state IN ('sending', 'sent', 'failed')
      AND tried_at > ? AND tried_at <= ?`;
  const sent = store.prepare<[string, number, number], { count: number }>(sql);
  return sent.get(channelID, now - hourMs, now)?.count ?? 0;
};

export const readOutcome = (store: Store, channelID: ChannelID) => {
  const last = store
    .prepare<[string], { at: number; reason: string | null }>(
      `SELECT tried_at AS at, reason FROM reach_news
       WHERE channel_id = ? AND tried_at IS NOT NULL
         AND (state IN ('sent', 'failed') OR (state = 'waiting' AND reason IS NOT NULL))
       ORDER BY tried_at DESC, reach_news DESC LIMIT 1`,
    )
    .get(channelID);
  return {
    channelID,
    at: last?.at ?? null,
    failure: readStored(reachFailure, last?.reason ?? null),
    waiting: listWaitingNews(store, channelID).length,
  };
};
