/** Handlers of a conversation's commands: messages, draft and outgoing replies. */
import type { CommandInput } from '../../../contract/commands.ts';
import { fail, succeed } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { LeadID, MessageID } from '../../../contract/records.ts';
import { computeClockOffset, type Clock } from '../../clock/clock.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { toRow } from '../platform/store/ids.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import {
  readMessagesAfter,
  readMessagesAround,
  findMessageByRow,
  readMessagesBefore,
  findMessagePlace,
  type MessagePage,
} from './message-pages.ts';
import type { Outbox } from './outbox/outbox.ts';
import { listFailedReplies } from './outbox/rows.ts';
import type { Store } from '../platform/store/store.ts';
import { formatCursor, parseCursor } from '../platform/command/cursor.ts';
import { failNoSuchLead, type EngineCommand, type Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly publish: (change: Change) => void;
  readonly watch: (leadID: LeadID | null, focused: boolean, isTyping: boolean) => void;
  readonly outbox: Pick<
    Outbox,
    'send' | 'findSentText' | 'undo' | 'retry' | 'discard' | 'handOver'
  >;
};

/** Failed replies listed by `messages.notSent`. */
const maxNotSent = 10;

type ThreadCommand = Extract<
  EngineCommand,
  'thread.page' | 'thread.watch' | 'drafts.save' | `messages.${string}`
>;

/** Row number of a lead; null if it is unknown or not listed. */
export const findListedLead = (store: Store, leadID: LeadID): number | null => {
  const row = toRow(leadID);
  return row !== null && findLeadRow(store, row) !== null ? row : null;
};

export const createThreadCommands = (dependencies: Dependencies): Handlers<ThreadCommand> => {
  const { store, clock, publish, watch, outbox } = dependencies;

  /** Null for an invalid or a second position; the newest page when the message at `around` is gone. */
  const readPage = (
    lead: number,
    { before, after, around }: Pick<CommandInput<'thread.page'>, 'before' | 'after' | 'around'>,
    limit: number,
  ): MessagePage | null => {
    const ahead = computeClockOffset(clock);
    if ([before, after, around].filter((each) => each !== undefined).length > 1) return null;
    if (typeof around === 'number')
      return readMessagesAround(store, lead, { at: around + 1, message: 1 }, limit, ahead);
    if (around !== undefined) {
      const place = findMessagePlace(store, lead, toRow(around as MessageID) ?? 0);
      return place === null
        ? readMessagesBefore(store, lead, null, limit, ahead)
        : readMessagesAround(store, lead, place, limit, ahead);
    }
    const cursor = before ?? after;
    if (cursor === undefined) return readMessagesBefore(store, lead, null, limit, ahead);
    const place = parseCursor(cursor);
    if (place === null) return null;
    const from = { at: place.at, message: place.row };
    return before === undefined
      ? readMessagesAfter(store, lead, from, limit, ahead)
      : readMessagesBefore(store, lead, from, limit, ahead);
  };

  return {
    'thread.page': ({ leadID, before, after, around, limit }) => {
      const lead = findListedLead(store, leadID);
      if (lead === null) return failNoSuchLead();
      const page = readPage(lead, { before, after, around }, limit);
      if (page === null)
        return fail('invalid_input', 'The cursor is not one of this conversation.');
      const { messages, earlier, later } = page;
      return succeed({
        messages: [...messages],
        earlier: earlier && formatCursor(earlier.at, earlier.message),
        ...(later !== null && { later: formatCursor(later.at, later.message) }),
      });
    },

    'thread.watch': ({ leadID, focused, isTyping }) => {
      watch(leadID, focused, isTyping === true);
      return succeed({});
    },

    'drafts.save': ({ leadID, replyID, text }) => {
      const lead = findListedLead(store, leadID);
      if (lead === null) return failNoSuchLead();
      const sent = outbox.findSentText(replyID);
      if (sent !== null) return succeed({ sent });
      const hasDraftChanged = (readDraft(store, lead).text === '') !== (text === '');
      store.write(() => {
        saveDraft(store, lead, { text, replyID }, clock.now());
        // A draft is shown in the list and can keep a lead there (leads/inbox-facts.ts).
        if (hasDraftChanged) refreshInbox(store, lead);
      });
      if (hasDraftChanged) publish({ kinds: ['leads'], leadIDs: [leadID] });
      return succeed({ sent: null });
    },

    'messages.notSent': () => {
      const failed = listFailedReplies(store);
      const replies = failed.slice(0, maxNotSent).flatMap(({ message, customerName }) => {
        const reply = findMessageByRow(store, message, computeClockOffset(clock));
        return reply === null ? [] : [{ message: reply, customerName }];
      });
      return succeed({ replies, count: failed.length });
    },
    'messages.send': ({ leadID, replyID, text, later, seen, anyway }) =>
      outbox.send(leadID, replyID, text, { later, seen, anyway }),
    'messages.undo': ({ messageID }) => outbox.undo(messageID),
    'messages.retry': ({ messageID, anyway }) => outbox.retry(messageID, anyway),
    'messages.discard': ({ messageID }) => outbox.discard(messageID),
    'messages.handOver': ({ messageID, to }) => outbox.handOver(messageID, to),
  };
};
