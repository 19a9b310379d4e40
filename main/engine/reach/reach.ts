/**
 * Queues news for the professional's own channels: what the notices judged worth telling (notify/policy.ts), refused
 * replies, gaps in which leads cannot arrive, and ended sign-ins. What sends them is loaded with the first channel.
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
import { recall, remember } from '../platform/settings.ts';
import { addNews, endedSignIns, isWanted, openGaps, type NewNews } from './news.ts';
import type { Sending, SendingDependencies } from './sending.ts';

export type Reach = {
  /** Main reports all channels. Nothing is sent before. */
  readonly attach: (channels: readonly AttachedChannel[]) => void;
  /** Queues news that are worth a notice, in the caller's transaction. */
  readonly queue: (news: readonly News[]) => void;
  /** A reply of this lead failed; in the caller's transaction. */
  readonly refused: (lead: number) => void;
  /** A gap in which leads could not arrive was opened or closed. */
  readonly gapsChanged: () => void;
  readonly changed: (change: Change) => void;
  readonly reached: (id: number, outcome: ReachOutcome) => void;
  readonly report: () => Promise<readonly ChannelOutcome[]>;
  /** The computer woke up: news arrive within seconds, and retries are due. */
  readonly wake: () => void;
  readonly stop: () => void;
};

const channelsName = 'reach.channels';
const storedChannels = z.array(z.object({ channelID: anyChannelID, on: z.boolean() }));

export const createReach = (dependencies: SendingDependencies): Reach => {
  const { store, clock, log } = dependencies;
  let channels: readonly AttachedChannel[] = recall(store, channelsName, storedChannels) ?? [];
  let isAttached = false;
  let stopped = false;
  /** The ended sign-ins at the latest change; null before the first one. */
  let known: ReadonlyMap<string, number> | null = null;
  let sending: Sending | null = null;
  let loading: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    const { createSending } = await import('./sending.ts');
    if (stopped) return;
    sending = createSending(dependencies);
    if (isAttached) sending.attach(channels);
    sending.queued();
  };
  const use = (): void => {
    loading ??= load().catch((thrown: unknown) => {
      loading = null;
      log.error({ err: thrown }, 'what sends messages to the channels could not be loaded');
    });
  };
  if (channels.length > 0) use();

  const on = (): readonly AttachedChannel[] => channels.filter((channel) => channel.on);

  const add = (news: readonly NewNews[]): void => {
    const wanted = on().length === 0 ? [] : news.filter(({ kind }) => isWanted(store, kind));
    if (wanted.length === 0) return;
    for (const { channelID } of on()) addNews(store, channelID, wanted, clock.now());
    sending?.queued();
  };

  const addStopped = (faults: ReadonlyMap<string, number>): void =>
    add([...faults].map(([subject, at]) => ({ kind: 'stopped', subject, lead: null, at })));

  /** Queues the sign-ins that have ended since the last call. */
  const checkSignIns = (): void => {
    const ended = endedSignIns(store);
    const before = known ?? ended;
    known = ended;
    addStopped(new Map([...ended].filter(([subject]) => !before.has(subject))));
  };

  return {
    attach: (attached) => {
      isAttached = true;
      if (channels.length + attached.length === 0) return;
      channels = attached;
      store.write(() => remember(store, channelsName, attached));
      use();
      sending?.attach(attached);
    },
    queue: (news) =>
      add(
        news.flatMap(({ lead, kind, at }) =>
          kind === 'lead' || kind === 'message'
            ? [{ kind, lead, at, subject: `${lead}.${at}` }]
            : [],
        ),
      ),
    refused: (lead) => {
      const at = clock.now();
      add([{ kind: 'refused', lead, at, subject: `${lead}.${at}` }]);
    },
    gapsChanged: () => {
      if (on().length > 0) addStopped(openGaps(store));
    },
    changed: ({ kinds }) => {
      if (on().length > 0 && kinds.includes('connection')) checkSignIns();
      if (kinds.includes('settings')) sending?.lookSoon();
    },
    reached: (id, outcome) => sending?.reached(id, outcome),
    report: async () => {
      if (channels.length === 0) return [];
      const { outcomeOf } = await import('./rows.ts');
      return channels.map(({ channelID }) => outcomeOf(store, channelID));
    },
    wake: () => sending?.wake(),
    stop: () => {
      stopped = true;
      sending?.stop();
    },
  };
};
