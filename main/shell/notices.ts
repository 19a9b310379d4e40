/** Shows the engine's notices on the desktop, and handles clicks and replies. */
import { randomUUID } from 'node:crypto';
import type { Notification, NotificationConstructorOptions } from 'electron';
import type { Answer } from '../../contract/errors.ts';
import type { CommandInput } from '../../contract/commands.ts';
import type { Notice } from '../../contract/port.ts';
import type { LeadID, ReplyID, ReviewName } from '../../contract/records.ts';
import { desktopWords, type AppLanguage } from './words.ts';

/** Older notices are forgotten: clicks on them do nothing. */
const maxShown = 50;

export const createNotices = (dependencies: {
  /** Creates a notification without showing it; null if the desktop has none. */
  readonly createNotification: (options: NotificationConstructorOptions) => Notification | null;
  /** Called when a notice is clicked; null for a notice about several leads. */
  readonly open: (leadID: LeadID | null) => void;
  readonly openReview: (review: ReviewName) => void;
  readonly reply: (reply: CommandInput<'notices.reply'>) => Promise<Answer<unknown>>;
  readonly getLanguage: () => AppLanguage;
}) => {
  const { createNotification, open, openReview, reply, getLanguage } = dependencies;
  // An unreferenced notification could be collected before it is clicked.
  const shown = new Map<Notification, string | null>();
  const unaccepted = new Map<string, CommandInput<'notices.reply'>>();
  /** Replies that wait for the engine's answer. */
  const delivering = new Set<string>();

  const display = (notification: Notification, noticeID: string | null): void => {
    // A closed notice may be in the desktop's list, so it can still be withdrawn.
    shown.set(notification, noticeID);
    notification.show();
    const [oldest] = shown.keys();
    if (shown.size > maxShown && oldest !== undefined) shown.delete(oldest);
  };

  const deliver = async (one: CommandInput<'notices.reply'>): Promise<void> => {
    unaccepted.set(one.replyID, one);
    delivering.add(one.replyID);
    const answer = await reply(one);
    delivering.delete(one.replyID);
    if (answer.ok || answer.error.code === 'not_found') {
      unaccepted.delete(one.replyID);
      if (answer.ok) return;
    }
    // The text exists nowhere else, so it is shown. Unless the lead is gone, it is retried when the engine runs.
    const lost = createNotification({
      title: desktopWords[getLanguage()].replyLost,
      body: one.text,
    });
    if (lost === null) return;
    lost.on('click', () => open(one.leadID as LeadID));
    display(lost, null);
  };

  return {
    /** @param noticeID for withdrawal; null if it is never withdrawn */
    show: ({ title, body, leadID, review, upTo, isSilent }: Notice, noticeID: string | null) => {
      const canReply = leadID !== null && upTo !== null;
      const notification = createNotification({
        title,
        body,
        silent: isSilent === true,
        hasReply: canReply,
        replyPlaceholder: desktopWords[getLanguage()].replyHere,
      });
      if (notification === null) return;
      notification.on('click', () => (review === undefined ? open(leadID) : openReview(review)));
      if (canReply) {
        const replyID = randomUUID() as ReplyID;
        notification.on('reply', (_event, text) => void deliver({ leadID, replyID, text, upTo }));
      }
      display(notification, noticeID);
    },
    /** Removes notices, also from the desktop's list of missed ones. */
    withdraw: (noticeIDs: readonly string[]) => {
      for (const [notification, noticeID] of shown) {
        if (noticeID === null || !noticeIDs.includes(noticeID)) continue;
        shown.delete(notification);
        notification.close();
      }
    },
    retryReplies: () => {
      for (const one of unaccepted.values()) if (!delivering.has(one.replyID)) void deliver(one);
    },
  };
};
