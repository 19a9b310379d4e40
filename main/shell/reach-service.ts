/** Handlers of `reach.*`, and the engine's messages to channels. main/reach/reach.ts is loaded when needed. */
import { succeed, type Answer } from '../../contract/errors.ts';
import type { Change } from '../../contract/events.ts';
import type { ReachOutcome } from '../../contract/reach.ts';
import { systemClock } from '../clock/clock.ts';
import { createChannelBook, toShownChannel } from '../reach/book.ts';
import type { Channels } from '../reach/reach.ts';
import type { Vault } from '../vault/vault.ts';
import { defineMainHandlers } from './answer-call.ts';
import type { EngineService } from './engine-service.ts';
import type { SignIns } from './sign-ins.ts';
import { desktopWords, type AppLanguage } from './words.ts';

const toUnsent = (what: 'unreachable' | 'unknown'): ReachOutcome => ({
  ok: false,
  failure: { what },
  retryAfter: null,
});

export const openReach = (dependencies: {
  readonly signIns: Pick<SignIns, 'runWhenOpen'>;
  readonly engine: Pick<EngineService, 'events' | 'send'>;
  readonly notify: (change: Change) => void;
  readonly getLanguage: () => AppLanguage;
}) => {
  const { signIns, engine, notify, getLanguage } = dependencies;

  let loaded: Promise<Channels> | null = null;
  const load = (vault: Vault): Promise<Channels> =>
    (loaded ??= import('../reach/reach.ts').then(({ createChannels }) =>
      createChannels({ book: createChannelBook(vault), fetch, clock: systemClock }),
    ));

  const sendChannels = (): void =>
    void signIns.runWhenOpen(({ vault }) => {
      engine.send({ type: 'channels', channels: createChannelBook(vault).listAttached() });
      return succeed({});
    });
  /** Changes channels, and notifies the engine and the window. */
  const change = <T>(work: (vault: Vault) => Answer<T> | Promise<Answer<T>>): Promise<Answer<T>> =>
    signIns.runWhenOpen(async ({ vault }) => {
      const answer = await work(vault);
      if (!answer.ok) return answer;
      sendChannels();
      notify({ kinds: ['reach'], leadIDs: [] });
      return answer;
    });

  engine.events.on('state', ({ state }) => {
    if (state === 'ready') sendChannels();
  });
  engine.events.on('reach', ({ id, channelID, message }) => {
    void signIns
      .runWhenOpen(async ({ vault }) => {
        const channels = await load(vault);
        return succeed(await channels.send(channelID, message));
      })
      .then(
        (sent) => (sent.ok ? sent.value : toUnsent('unreachable')),
        () => toUnsent('unknown'),
      )
      .then((outcome) => engine.send({ type: 'reached', id, outcome }));
  });

  return defineMainHandlers({
    'reach.channels': () =>
      signIns.runWhenOpen(({ vault }) => {
        const book = createChannelBook(vault);
        const channels = book.listChannelIDs().flatMap((id) => {
          const record = book.readChannel(id);
          return record === null ? [] : toShownChannel(id, record);
        });
        return succeed({ channels, isPersistent: !vault.isMemoryOnly });
      }),
    'reach.save': (channel) => change(async (vault) => (await load(vault)).save(channel)),
    'reach.switch': ({ channelID, on }) =>
      change(async (vault) => (await load(vault)).setOn(channelID, on)),
    'reach.remove': ({ channelID }) =>
      change((vault) => createChannelBook(vault).remove(channelID)),
    'reach.test': ({ channelID }) =>
      signIns.runWhenOpen(async ({ vault }) => {
        const { reachTest } = desktopWords[getLanguage()];
        const channels = await load(vault);
        return channels.test(channelID, { title: reachTest, body: '' });
      }),
  });
};
