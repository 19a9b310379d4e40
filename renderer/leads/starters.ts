/** The first saved replies: three pinned ones in both languages. Their fixed ids prevent duplicates. */
import type { i18n } from 'i18next';
import { getOtherLanguage, replyLanguages } from '../../contract/customer-language.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Bridge } from '../platform/bridge.ts';

const names = ['questions', 'visit', 'booked'] as const;

/** @param words with the namespace `savedReplies` loaded */
export const createStarters = (words: i18n): readonly SavedReply[] =>
  names.map((name) => {
    // The raw text: its variables are the lead's, not those of the locale file.
    const getText = (key: string, language = words.language): string =>
      String(words.getResource(language, 'savedReplies', `starters.${name}.${key}`));
    const other = getOtherLanguage(words.language === 'es' ? 'es' : 'en');
    return {
      savedReplyID: `starter-${name}` as SavedReplyID,
      name: getText('name'),
      text: getText('text'),
      ...(words.hasResourceBundle(other, 'savedReplies') && {
        variants: { [other]: getText('text', other) },
      }),
      scope: { for: 'all' },
      isPinned: true,
    };
  });

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
