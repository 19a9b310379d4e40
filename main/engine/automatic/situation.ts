/** Reads what is the same for all leads: time, business hours, texts, replies left today, the pause. */
import { z } from 'zod';
import { languageOfCustomer } from '../../../contract/customer-language.ts';
import { textForLanguage } from '../../../contract/template.ts';
import { savedReplies } from '../conversation/saved-replies.ts';
import { sentSince } from '../conversation/rule-replies.ts';
import { currentBusinessTime, businessZone } from '../leads/reply-deadlines.ts';
import { appLanguage, recall, remember, settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { startOfDay } from '../platform/business-time.ts';
import { beginningNow, noBeginning, storedBeginning } from './beginning.ts';
import { customerTexts } from './facts.ts';
import type { Situation } from './judge.ts';

const pauseName = 'automatic.pause';
const storedPause = z.object({ isPaused: z.boolean(), resumed: storedBeginning });

/** `resumed`: leads that arrived before it, during a pause, get no reply. */
export const pauseNow = (store: Store): z.infer<typeof storedPause> =>
  recall(store, pauseName, storedPause) ?? { isPaused: false, resumed: noBeginning };

export const setPause = (store: Store, isPaused: boolean, now: number): void =>
  remember(store, pauseName, {
    isPaused,
    resumed: isPaused ? pauseNow(store).resumed : beginningNow(store, now),
  });

/** Today's replies of rules, sent or waiting, by the business's calendar. */
export const sentToday = (store: Store, now: number): number =>
  sentSince(store, startOfDay(now, businessZone(store)));

/** Returns the situation for one run over many leads; the caller counts `left` down. */
export const situationAt = (store: Store, now: number): Situation => {
  const replies = new Map(savedReplies(store).map((reply) => [reply.savedReplyID, reply]));
  return {
    now,
    beginnings: [],
    businessTime: currentBusinessTime(store),
    businessZone: businessZone(store),
    left: settingsNow(store).automaticRepliesADay - sentToday(store, now),
    templateOf: (content, language) => {
      const text = content.kind === 'text' ? content : replies.get(content.savedReplyID);
      if (text === undefined) return null;
      return text.variants === undefined ? text.text : textForLanguage(text, language());
    },
    languageOf: ({ lead }) =>
      languageOfCustomer(customerTexts(store, lead)) ?? appLanguage(settingsNow(store)),
  };
};
