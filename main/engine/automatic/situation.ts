/** Reads the judge's input that all leads share: business hours, texts, the daily limit and the pause. */
import { z } from 'zod';
import { detectCustomerLanguage } from '../../../contract/customer-language.ts';
import { chooseText } from '../../../contract/template.ts';
import { listSavedReplies } from '../conversation/saved-replies.ts';
import { countSentSince } from '../conversation/rule-replies.ts';
import { getBusinessTime, readBusinessZone } from '../leads/reply-deadlines.ts';
import { chooseLanguage, readSetting, storeSetting, readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { startOfDay } from '../platform/business-time.ts';
import { buildBeginning, noBeginning, storedBeginning } from './beginning.ts';
import { readCustomerTexts } from './facts.ts';
import type { Situation } from './judge.ts';

const pauseName = 'automatic.pause';
const storedPause = z.object({ isPaused: z.boolean(), resumed: storedBeginning });

/** Reads the state of the pause. `resumed`: leads that arrived before, during a pause, get no reply. */
export const readPause = (store: Store): z.infer<typeof storedPause> =>
  readSetting(store, pauseName, storedPause) ?? { isPaused: false, resumed: noBeginning };

/** Pauses or resumes all rules from now on. */
export const setPause = (store: Store, isPaused: boolean, now: number): void =>
  storeSetting(store, pauseName, {
    isPaused,
    resumed: isPaused ? readPause(store).resumed : buildBeginning(store, now),
  });

/** Counts today's replies of rules, sent or waiting, by the business's calendar. */
export const countSentToday = (store: Store, now: number): number =>
  countSentSince(store, startOfDay(now, readBusinessZone(store)));

/** Reads the situation for a run over many leads; the caller counts `remainingToday` down. */
export const readSituation = (store: Store, now: number): Situation => {
  const replies = new Map(listSavedReplies(store).map((reply) => [reply.savedReplyID, reply]));
  return {
    now,
    beginnings: [],
    businessTime: getBusinessTime(store),
    businessZone: readBusinessZone(store),
    remainingToday: readSettings(store).automaticRepliesADay - countSentToday(store, now),
    findTemplate: (content, language) => {
      const text = content.kind === 'text' ? content : replies.get(content.savedReplyID);
      if (text === undefined) return null;
      return text.variants === undefined ? text.text : chooseText(text, language());
    },
    detectLanguage: ({ lead }) =>
      detectCustomerLanguage(readCustomerTexts(store, lead)) ?? chooseLanguage(readSettings(store)),
  };
};
