/** Three replies to begin with, pinned, in the language of the app, with the other
 * language where its words are loaded. Adding them twice adds them once. */
import type { i18n } from 'i18next';
import { otherLanguage, replyLanguages } from '../../contract/customer-language.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Bridge } from '../platform/bridge.ts';

const names = ['questions', 'visit', 'booked'] as const;

/** @param words with the namespace `savedReplies` loaded */
export const starters = (words: i18n): readonly SavedReply[] =>
  names.map((name) => {
    // As it stands: what is in double braces is for the lead and not for these words.
    const word = (key: string, language = words.language): string =>
      String(words.getResource(language, 'savedReplies', `starters.${name}.${key}`));
    const other = otherLanguage(words.language === 'es' ? 'es' : 'en');
    return {
      savedReplyID: `starter-${name}` as SavedReplyID,
      name: word('name'),
      text: word('text'),
      ...(words.hasResourceBundle(other, 'savedReplies') && {
        variants: { [other]: word('text', other) },
      }),
      scope: { for: 'all' },
      isPinned: true,
    };
  });

/** Saves the starters in both languages, up to the first that is refused; returns why it was, or null. */
export const saveStarters = async (bridge: Bridge, words: i18n): Promise<Failure | null> => {
  await words.loadNamespaces('savedReplies');
  await words.loadLanguages([...replyLanguages]);
  for (const reply of starters(words)) {
    const answer = await bridge.invoke('savedReplies.save', reply);
    if (!answer.ok) return answer.error;
  }
  return null;
};
