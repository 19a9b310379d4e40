/**
 * Shows what the engine decided to show on the desktop, and brings back what is done there: a click opens
 * the lead, and a reply written inside goes out under an id of its own, so that it is sent once however
 * often it is brought.
 */
import { randomUUID } from 'node:crypto';
import type { Notification, NotificationConstructorOptions } from 'electron';
import type { Answer } from '../../contract/errors.ts';
import type { CommandInput } from '../../contract/commands.ts';
import type { Notice } from '../../contract/port.ts';
import type { LeadID, ReplyID, ReviewName } from '../../contract/records.ts';
import { desktopWords } from './background/words.ts';

type Dependencies = {
  /** Makes one notification, which is not shown yet; null where the desktop shows none. */
  readonly make: (options: NotificationConstructorOptions) => Notification | null;
  /** A notice was clicked: its lead, or null for several. */
  readonly open: (leadID: LeadID | null) => void;
  readonly openReview: (review: ReviewName) => void;
  readonly reply: (reply: CommandInput<'notices.reply'>) => Promise<Answer<unknown>>;
  readonly language: () => 'en' | 'es';
};

export type Notices = {
  /** @param noticeID by which it is withdrawn; null where it never is */
  readonly show: (notice: Notice, noticeID: string | null) => void;
  /** Takes these off the desktop, also out of the list of those that were missed. */
  readonly withdraw: (noticeIDs: readonly string[]) => void;
  /** The engine answers again: replies that it could not take are brought to it. */
  readonly bring: () => void;
};

/** Of more than these the oldest is forgotten: a click on it does nothing any more. */
const mostShown = 50;

/** Makes what shows notices. */
export const createNotices = ({
  make,
  open,
  openReview,
  reply,
  language,
}: Dependencies): Notices => {
  // A notification that nobody refers to may be collected before it is clicked.
  const shown = new Map<Notification, string | null>();
  /** Replies that the engine has not taken yet. */
  const kept = new Map<string, CommandInput<'notices.reply'>>();

  const put = (notification: Notification, noticeID: string | null): void => {
    // One that has closed by itself may stand in the desktop's list: it is kept, to be taken from there.
    shown.set(notification, noticeID);
    notification.show();
    const [oldest] = shown.keys();
    if (shown.size > mostShown && oldest !== undefined) shown.delete(oldest);
  };

  const bring = async (one: CommandInput<'notices.reply'>): Promise<void> => {
    kept.set(one.replyID, one);
    const answer = await reply(one);
    if (answer.ok || answer.error.code === 'not_found') {
      kept.delete(one.replyID);
      if (answer.ok) return;
    }
    // Its words are nowhere else: they are shown, and brought again when the engine runs.
    const lost = make({ title: desktopWords[language()].replyLost, body: one.text });
    if (lost === null) return;
    lost.on('click', () => open(one.leadID as LeadID));
    put(lost, null);
  };

  return {
    show: ({ title, body, leadID, review, upTo }, noticeID) => {
      const canReply = leadID !== null && upTo !== null;
      const notification = make({
        title,
        body,
        hasReply: canReply,
        replyPlaceholder: desktopWords[language()].replyHere,
      });
      if (notification === null) return;
      notification.on('click', () => (review === undefined ? open(leadID) : openReview(review)));
      if (canReply) {
        const replyID = randomUUID() as ReplyID;
        notification.on('reply', (_event, text) => void bring({ leadID, replyID, text, upTo }));
      }
      put(notification, noticeID);
    },
    withdraw: (noticeIDs) => {
      for (const [notification, noticeID] of shown) {
        if (noticeID === null || !noticeIDs.includes(noticeID)) continue;
        shown.delete(notification);
        notification.close();
      }
    },
    bring: () => {
      for (const one of kept.values()) void bring(one);
    },
  };
};
