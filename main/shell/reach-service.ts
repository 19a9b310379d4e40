/** Handlers of `reach.*`, and the engine's messages to channels. main/reach/reach.ts is loaded when needed. */
import { succeed, type Answer } from '../../contract/errors.ts';
import type { Change } from '../../contract/events.ts';
import type { ReachOutcome } from '../../contract/reach.ts';
import { systemClock } from '../clock/clock.ts';
import { createChannelBook, shownChannelOf } from '../reach/book.ts';
import type { Channels } from '../reach/reach.ts';
import type { Vault } from '../vault/vault.ts';
import { mainHandlers } from './answer-call.ts';
import type { EngineService } from './engine-service.ts';
import type { SignIns } from './sign-ins.ts';
import { desktopWords, type AppLanguage } from './words.ts';

const notSent = (what: 'unreachable' | 'unknown'): ReachOutcome => ({
  ok: false,
  failure: { what },
  retryAfter: null,
});

export const openReach = (dependencies: {
  readonly signIns: Pick<SignIns, 'ask'>;
  readonly engine: Pick<EngineService, 'events' | 'send'>;
  readonly notify: (change: Change) => void;
  readonly language: () => AppLanguage;
}) => {
  const { signIns, engine, notify, language } = dependencies;

  let loaded: Promise<Channels> | null = null;
  const load = (vault: Vault): Promise<Channels> =>
    (loaded ??= import('../reach/reach.ts').then(({ createChannels }) =>
      createChannels({ book: createChannelBook(vault), fetch, clock: systemClock }),
    ));

  const sendChannels = (): void =>
    void signIns.ask(({ vault }) => {
      engine.send({ type: 'channels', channels: createChannelBook(vault).attached() });
      return succeed({});
    });
  /** Changes channels, and notifies the engine and the window. */
  const change = <T>(work: (vault: Vault) => Answer<T> | Promise<Answer<T>>): Promise<Answer<T>> =>
    signIns.ask(async ({ vault }) => {
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
      .ask(async ({ vault }) => {
        const channels = await load(vault);
        return succeed(await channels.send(channelID, message));
      })
      .then(
        (sent) => (sent.ok ? sent.value : notSent('unreachable')),
        () => notSent('unknown'),
      )
      .then((outcome) => engine.send({ type: 'reached', id, outcome }));
  });

  return mainHandlers({
    'reach.channels': () =>
      signIns.ask(({ vault }) => {
        const book = createChannelBook(vault);
        const channels = book.channelIDs().flatMap((id) => {
          const record = book.channel(id);
          return record === null ? [] : shownChannelOf(id, record);
        });
        return succeed({ channels, lasts: !vault.memoryOnly });
      }),
    'reach.save': (channel) => change(async (vault) => (await load(vault)).save(channel)),
    'reach.switch': ({ channelID, on }) =>
      change(async (vault) => (await load(vault)).setOn(channelID, on)),
    'reach.remove': ({ channelID }) =>
      change((vault) => createChannelBook(vault).remove(channelID)),
    'reach.test': ({ channelID }) =>
      signIns.ask(async ({ vault }) => {
        const { reachTest } = desktopWords[language()];
        const channels = await load(vault);
        return channels.test(channelID, { title: reachTest, body: '' });
      }),
  });
};
