/** Handlers of `notices.*`: quiet for a while, and replies typed into a notification. */
import { isReplyText, prependReply } from '../../../contract/reply-text.ts';
import { succeed } from '../../../contract/errors.ts';
import type { Notice } from '../../../contract/port.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { readDraft, saveDraft } from '../conversation/drafts.ts';
import type { Outbox } from '../conversation/outbox/outbox.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import { markReadUpTo } from '../leads/read-mark.ts';
import { failNoSuchLead, type Handlers } from '../platform/command/handler.ts';
import { toRow } from '../platform/store/ids.ts';
import { buildNotSentNotice } from './notice.ts';
import type { NotifyPolicy } from './policy.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'clock' | 'publish'> & {
  readonly policy: Pick<NotifyPolicy, 'getQuiet' | 'pause'>;
  readonly outbox: Pick<Outbox, 'send' | 'findSentText'>;
  readonly show: (notice: Notice) => void;
};

export const createNoticeCommands = (
  dependencies: Dependencies,
): Handlers<'notices.quiet' | 'notices.pause' | 'notices.reply'> => {
  const { store, clock, policy, outbox, show, publish } = dependencies;
  return {
    'notices.quiet': () => succeed(policy.getQuiet()),
    'notices.pause': ({ length }) => {
      policy.pause(length);
      publish({ kinds: ['settings'], leadIDs: [] });
      return succeed(policy.getQuiet());
    },
    'notices.reply': ({ leadID, replyID, text, upTo }) => {
      const lead = toRow(leadID);
      if (lead === null || findLeadRow(store, lead) === null) return failNoSuchLead();
      const reply = text.trim();
      if (outbox.findSentText(replyID) !== null) return succeed({ became: 'queued' });
      store.write(() => {
        markReadUpTo(store, lead, upTo);
        refreshInbox(store, lead);
      });
      if (isReplyText(reply)) {
        const sent = outbox.send(leadID, replyID, reply, { isBeside: true });
        if (sent.ok) return succeed({ became: 'queued' });
      }
      const draft = readDraft(store, lead);
      // A repeated command finds the text in the draft.
      if (reply !== '' && !draft.text.startsWith(reply)) {
        store.write(() => {
          const joined = prependReply(reply, draft.text);
          saveDraft(store, lead, { text: joined, replyID: draft.replyID }, clock.now());
          refreshInbox(store, lead);
        });
      }
      publish({ kinds: ['leads'], leadIDs: [leadID] });
      const notice = buildNotSentNotice(store, lead);
      if (notice !== null) show(notice);
      return succeed({ became: 'draft' });
    },
  };
};
