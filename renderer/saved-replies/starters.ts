/** Three replies to begin with, pinned, in the language of the app, with the other
 * language where its words are loaded. Adding them twice adds them once. */
import type { i18n } from 'i18next';
import { otherLanguage } from '../../contract/customer-language.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';

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
