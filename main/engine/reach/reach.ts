/**
 * Queues news for the professional's channels: news worth a notice (notify/policy.ts), refused replies, gaps in which
 * leads cannot arrive, and ended sign-ins. sending.ts is loaded with the first channel.
 */
import { z } from 'zod';
import type { Change } from '../../../contract/events.ts';
import type { AttachedChannel } from '../../../contract/port.ts';
import {
  channelID as anyChannelID,
  type ChannelOutcome,
  type ReachOutcome,
} from '../../../contract/reach.ts';
import type { News } from '../notify/held.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import { addNews, listEndedSignIns, isWanted, listOpenGaps, type NewsItem } from './news.ts';
import type { Sending, SendingDependencies } from './sending.ts';

export type Reach = ReturnType<typeof createReach>;

const channelsName = 'reach.channels';
const storedChannels = z.array(z.object({ channelID: anyChannelID, on: z.boolean() }));

export const createReach = (dependencies: SendingDependencies) => {
  const { store, clock, log } = dependencies;
  let channels: readonly AttachedChannel[] = readSetting(store, channelsName, storedChannels) ?? [];
  let isAttached = false;
  let isStopped = false;
  /** The ended sign-ins at the latest change; null before the first one. */
  let known: ReadonlyMap<string, number> | null = null;
  let sending: Sending | null = null;
  let loading: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const { createSending } = await import('./sending.ts');
    if (isStopped) return;
    sending = createSending(dependencies);
    if (isAttached) sending.attach(channels);
    sending.onQueued();
  };
  const loadOnce = (): void => {
    loading ??= load().catch((thrown: unknown) => {
      loading = null;
      log.error({ err: thrown }, 'the code that sends messages to channels could not be loaded');
    });
  };
  if (channels.length > 0) loadOnce();

  const listActiveChannels = (): readonly AttachedChannel[] =>
    channels.filter((channel) => channel.on);

  const add = (news: readonly NewsItem[]): void => {
    const wanted =
      listActiveChannels().length === 0 ? [] : news.filter(({ kind }) => isWanted(store, kind));
    if (wanted.length === 0) return;
    for (const { channelID } of listActiveChannels())
      addNews(store, channelID, wanted, clock.now());
    sending?.onQueued();
  };

  const addStopped = (failures: ReadonlyMap<string, number>): void =>
    add([...failures].map(([subject, at]) => ({ kind: 'stopped', subject, lead: null, at })));

  /** Queues the sign-ins that have ended since the last call. */
  const checkSignIns = (): void => {
    const ended = listEndedSignIns(store);
    const before = known ?? ended;
    known = ended;
    addStopped(new Map([...ended].filter(([subject]) => !before.has(subject))));
  };

  return {
    /** Takes the channels that main reports. Nothing is sent before. */
    attach: (attached: readonly AttachedChannel[]): void => {
      isAttached = true;
      if (channels.length + attached.length === 0) return;
      channels = attached;
      store.write(() => storeSetting(store, channelsName, attached));
      loadOnce();
      sending?.attach(attached);
    },
    /** Queues new leads and messages that are worth a notice, in the caller's transaction. */
    queue: (news: readonly News[]): void =>
      add(
        news.flatMap(({ lead, kind, at }) =>
          kind === 'lead' || kind === 'message'
            ? [{ kind, lead, at, subject: `${lead}.${at}` }]
            : [],
        ),
      ),
    /** Queues the news that a reply to this lead failed, in the caller's transaction. */
    queueRefused: (lead: number): void => {
      const at = clock.now();
      add([{ kind: 'refused', lead, at, subject: `${lead}.${at}` }]);
    },
    /** Queues open gaps. Call when a gap in which leads cannot arrive was opened or closed. */
    queueGaps: (): void => {
      if (listActiveChannels().length > 0) addStopped(listOpenGaps(store));
    },
    onChange: ({ kinds }: Change): void => {
      if (listActiveChannels().length > 0 && kinds.includes('connection')) checkSignIns();
      if (kinds.includes('settings')) sending?.checkSoon();
    },
    onOutcome: (id: number, outcome: ReachOutcome): void => sending?.onOutcome(id, outcome),
    report: async (): Promise<readonly ChannelOutcome[]> => {
      if (channels.length === 0) return [];
      const { readOutcome } = await import('./rows.ts');
      return channels.map(({ channelID }) => readOutcome(store, channelID));
    },
    /** Call when the computer wakes up: news arrives within seconds, and retries are due. */
    wake: (): void => sending?.wake(),
    stop: (): void => {
      isStopped = true;
      sending?.stop();
    },
  };
};
