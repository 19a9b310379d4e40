/**
 * An engine of three leads for model tests of the composer. The test decides when each call runs and when its
 * answer arrives, and the engine can exit in between.
 */
import { prependReply } from '../../../../contract/reply-text.ts';
import type { LeadID, MessageID, ReplyID } from '../../../../contract/records.ts';
import { countsOf, fakeBridge, id, lead, listOf, no, ok, row, messageLike } from './samples.ts';

export const names = ['l1', 'l2', 'l3'] as const;

type Sent = {
  readonly leadID: LeadID;
  readonly replyID: ReplyID;
  readonly messageID: MessageID;
  readonly text: string;
  isBack: boolean;
};

/** Keeps drafts and accepts each reply's id once. */
export const modelEngine = () => {
  const drafts = new Map<string, { readonly text: string; readonly replyID: ReplyID | null }>();
  const sent: Sent[] = [];
  let waiting: { readonly run: () => () => void; readonly cut: () => void }[] = [];
  let carried: { readonly answer: () => void; readonly cut: () => void }[] = [];
  /** Calls that ran, but stay unanswered until the engine exits. */
  let forgotten: { readonly cut: () => void }[] = [];
  let refuses = false;
  let deaths = 0;

  /** Delays the work and its answer. */
  const slowly = <T>(work: () => T): Promise<T> =>
    new Promise((answer) => {
      const cut = (): void => answer(no('engine_unavailable') as T);
      waiting.push({
        run: () => {
          const value = work();
          return () => answer(value);
        },
        cut,
      });
    });
  const messageOf = ({ leadID, messageID, text }: Sent) =>
    messageLike(messageID, {
      leadID,
      text,
      side: 'business',
      sending: { state: 'queued', notBefore: Date.now() + 5_000, waitsFor: 'undo' },
    });

  const bridge = fakeBridge({
    'leads.list': () =>
      ok(listOf(names.map((leadID) => row({ leadID, customerName: leadID, isUnread: false })))),
    'views.counts': () => ok({ counts: countsOf({ needs_reply: 3, all: 3 }), businesses: [] }),
    'leads.get': ({ leadID }) =>
      slowly(() => {
        const { text = '', replyID = null } = drafts.get(leadID) ?? {};
        return ok({
          lead: lead(
            { draft: text, draftReplyID: replyID },
            { leadID, customerName: leadID, isUnread: false },
          ),
        });
      }),
    'thread.page': () => ok({ messages: [], earlier: null }),
    'thread.watch': () => ok({}),
    'leads.mark': () => ok({}),
    'leads.seen': () => ok({}),
    'savedReplies.list': () => ok({ replies: [] }),
    'drafts.save': ({ leadID, replyID, text }) =>
      slowly(() => {
        const reply = sent.find((each) => each.replyID === replyID);
        if (reply !== undefined) return ok({ sent: reply.isBack ? '' : reply.text });
        drafts.set(leadID, { text, replyID: replyID as ReplyID });
        return ok({ sent: null });
      }),
    'messages.send': ({ leadID, replyID, text }) =>
      slowly(() => {
        const known = sent.find((each) => each.replyID === replyID);
        if (known?.isBack === true) return no('conflict');
        if (known !== undefined) return ok({ message: messageOf(known) });
        if (refuses) return no('disk_full');
        const reply: Sent = {
          leadID: id(leadID),
          replyID: replyID as ReplyID,
          messageID: `m${sent.length}` as MessageID,
          text: text.trim(),
          isBack: false,
        };
        sent.push(reply);
        drafts.delete(leadID);
        return ok({ message: messageOf(reply) });
      }),
    'messages.undo': ({ messageID }) =>
      slowly(() => {
        const reply = sent.find((each) => each.messageID === messageID);
        if (reply === undefined) return no('not_found');
        const { leadID, replyID, text } = reply;
        if (!reply.isBack) {
          reply.isBack = true;
          drafts.set(leadID, {
            text: prependReply(text, drafts.get(leadID)?.text ?? ''),
            replyID: null,
          });
        }
        return ok({ leadID, replyID, text, draft: drafts.get(leadID)?.text ?? '' });
      }),
  });

  return {
    bridge,
    drafts,
    sent,
    refuse: (now: boolean) => (refuses = now),
    carry: (): boolean => {
      const call = waiting.shift();
      if (call !== undefined) carried.push({ answer: call.run(), cut: call.cut });
      return call !== undefined;
    },
    bring: (): boolean => {
      const done = carried.shift();
      done?.answer();
      return done !== undefined;
    },
    bringLast: (): void => carried.pop()?.answer(),
    /** Answers the oldest call only when the engine exits. */
    forget: (): void => {
      if (deaths < 2) forgotten.push(...carried.splice(0, 1));
    },
    /** Exits and restarts; main does not restart it a third time. */
    die: (): void => {
      if (deaths === 2) return;
      deaths += 1;
      const lost = [...forgotten, ...carried, ...waiting];
      [forgotten, carried, waiting] = [[], [], []];
      bridge.emit('engine', { state: 'restarting' });
      for (const { cut } of lost) cut();
      bridge.emit('engine', { state: 'ready' });
    },
  };
};
