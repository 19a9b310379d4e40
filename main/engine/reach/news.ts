/** News for the professional's channels: wanted kinds, lasting failures, and queuing. */
import type { ChannelID, ReachKind } from '../../../contract/reach.ts';
import { readGaps } from '../accounts/coverage.ts';
import { listAccounts } from '../accounts/rows.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

export type NewsItem = {
  readonly kind: ReachKind;
  /** Identifies it among the news of its kind. */
  readonly subject: string;
  readonly lead: number | null;
  readonly at: number;
};

const switches = {
  lead: 'leads',
  message: 'messages',
  refused: 'refused',
  stopped: 'stopped',
} as const satisfies Readonly<Record<ReachKind, string>>;

export const isWanted = (store: Store, kind: ReachKind): boolean =>
  readSettings(store).reach[switches[kind]];

/** Lists the open gaps of all accounts: their subjects and starts. */
export const listOpenGaps = (store: Store): ReadonlyMap<string, number> =>
  new Map(
    listAccounts(store).flatMap(({ accountID }) =>
      readGaps(store, accountID)
        .filter(({ until }) => until === null)
        .map(({ businessID, from }) => [JSON.stringify([accountID, businessID, from]), from]),
    ),
  );

/** Lists accounts whose sign-in has ended: without a status, main refused the token, not the service. */
export const listEndedSignIns = (store: Store): ReadonlyMap<string, number> =>
  new Map(
    listAccounts(store).flatMap(({ accountID, practice, lastFailure, lastContactAt }) =>
      practice || lastFailure?.code !== 'reconnect_needed' || lastFailure.status !== undefined
        ? []
        : [[JSON.stringify([accountID, 'signIn', lastContactAt]), lastContactAt ?? 0]],
    ),
  );

/** Queues news; items that were queued before are ignored. */
export const addNews = (
  store: Store,
  channelID: ChannelID,
  news: readonly NewsItem[],
  since: number,
): void => {
  const put = store.prepare<[NewsItem & { channelID: string; since: number }]>(
    `INSERT OR IGNORE INTO reach_news (channel_id, kind, subject, lead, at, since, state)
     VALUES (@channelID, @kind, @subject, @lead, @at, @since, 'waiting')`,
  );
  for (const { kind, subject, lead, at } of news)
    put.run({ channelID, kind, subject, lead, at, since });
};
