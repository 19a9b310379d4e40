/** Three replies to begin with, pinned, in the language of the app. Adding them twice adds them once. */
import type { i18n } from 'i18next';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';

const names = ['questions', 'visit', 'booked'] as const;

/** @param words with the namespace `savedReplies` loaded */
export const starters = (words: i18n): readonly SavedReply[] =>
  names.map((name) => {
    // As it stands: what is in double braces is for the lead and not for these words.
    const word = (key: string): string =>
      String(words.getResource(words.language, 'savedReplies', `starters.${name}.${key}`));
    return {
      savedReplyID: `starter-${name}` as SavedReplyID,
      name: word('name'),
      text: word('text'),
      scope: { for: 'all' },
      isPinned: true,
    };
  });
