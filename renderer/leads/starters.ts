/** The first saved replies: three pinned ones in both languages. Their fixed ids prevent duplicates. */
import type { i18n } from 'i18next';
import { replyLanguages } from '../../contract/customer-language.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Bridge } from '../platform/bridge.ts';
import { readTemplate } from './saved-replies.ts';

const names = ['questions', 'visit', 'booked'] as const;

/** @param words with the namespace `savedReplies` loaded */
export const createStarters = (words: i18n): readonly SavedReply[] =>
  names.map((name) => ({
    savedReplyID: `starter-${name}` as SavedReplyID,
    name: words.t(`savedReplies:starters.${name}.name`),
    ...readTemplate(words, 'savedReplies', `starters.${name}.text`),
    scope: { for: 'all' },
    isPinned: true,
  }));

/** Saves the starters until one fails; returns the failure, or null. */
export const saveStarters = async (bridge: Bridge, words: i18n): Promise<Failure | null> => {
  await words.loadNamespaces('savedReplies');
  await words.loadLanguages([...replyLanguages]);
  for (const reply of createStarters(words)) {
    const answer = await bridge.invoke('savedReplies.save', reply);
    if (!answer.ok) return answer.error;
  }
  return null;
};
