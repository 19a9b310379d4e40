/**
 * Handlers of `reach.*`, and the engine's messages to channels. Until a channel is saved or used, only
 * book.ts of main/reach/ is loaded.
 */
import { succeed } from '../../contract/errors.ts';
import type { Change } from '../../contract/events.ts';
import type { ReachOutcome } from '../../contract/reach.ts';
import { systemClock } from '../clock/clock.ts';
import { createChannelBook, shownChannelOf, type ChannelBook } from '../reach/book.ts';
import type { Channels } from '../reach/reach.ts';
import type { MainHandlers } from './answer-call.ts';
import type { EngineService } from './engine-service.ts';
import type { SignIns } from './sign-ins.ts';
import { desktopWords, type AppLanguage } from './words.ts';

const notSent = (what: 'unreachable' | 'unknown'): ReachOutcome => ({
  ok: false,
  fault: { what },
  retryAfter: null,
});

export const openReach = (dependencies: {
  readonly signIns: Pick<SignIns, 'ask'>;
  readonly engine: Pick<EngineService, 'events' | 'sendChannels' | 'answerReach'>;
  readonly notify: (change: Change) => void;
  readonly language: () => AppLanguage;
}): Pick<MainHandlers, Exclude<Extract<keyof MainHandlers, `reach.${string}`>, 'reach.report'>> => {
  const { signIns, engine, notify, language } = dependencies;

  let loaded: Promise<Channels> | null = null;
  const load = (book: ChannelBook): Promise<Channels> =>
    (loaded ??= import('../reach/reach.ts').then(({ createChannels }) =>
      createChannels({ book, fetch, clock: systemClock }),
    ));

  const sendChannels = (): void =>
    void signIns.ask(({ vault }) => {
      engine.sendChannels(createChannelBook(vault).attached());
      return succeed({});
    });
  /** Notifies the engine and the window of changed channels. */
  const notifyChange = (): void => {
    sendChannels();
    notify({ kinds: ['reach'], leadIDs: [] });
  };

  engine.events.on('state', ({ state }) => {
    if (state === 'ready') sendChannels();
  });
  engine.events.on('reach', ({ id, channelID, message }) => {
    void signIns
      .ask(async ({ vault }) => {
        const channels = await load(createChannelBook(vault));
        return succeed(await channels.send(channelID, message));
      })
      .then(
        (sent) => engine.answerReach(id, sent.ok ? sent.value : notSent('unreachable')),
        () => engine.answerReach(id, notSent('unknown')),
      );
  });

  return {
    'reach.channels': () =>
      signIns.ask(({ vault }) => {
        const book = createChannelBook(vault);
        const channels = book.channelIDs().flatMap((id) => {
          const record = book.channel(id);
          return record === null ? [] : shownChannelOf(id, record);
        });
        return succeed({ channels, lasts: !vault.memoryOnly });
      }),
    'reach.save': (channel) =>
      signIns.ask(async ({ vault }) => {
        const saved = (await load(createChannelBook(vault))).save(channel);
        if (saved.ok) notifyChange();
        return saved;
      }),
    'reach.switch': ({ channelID, on }) =>
      signIns.ask(async ({ vault }) => {
        const switched = (await load(createChannelBook(vault))).setOn(channelID, on);
        if (switched.ok) notifyChange();
        return switched;
      }),
    'reach.remove': ({ channelID }) =>
      signIns.ask(({ vault }) => {
        const removed = createChannelBook(vault).remove(channelID);
        if (removed.ok) notifyChange();
        return removed;
      }),
    'reach.test': ({ channelID }) =>
      signIns.ask(async ({ vault }) => {
        const { reachTest } = desktopWords[language()];
        const channels = await load(createChannelBook(vault));
        return channels.test(channelID, { title: reachTest, body: '' });
      }),
  };
};
