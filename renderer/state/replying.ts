/**
 * Everything that happens to an own reply: sending it, calling it back, trying it again, dropping
 * it. The text is never lost: it is in the composer until the engine has it, and back in the
 * composer when the engine gives it back.
 */
import type { Answer, Failure } from '../../contract/errors.ts';
import type { LeadID, MessageID } from '../../contract/records.ts';
import type { Parts } from './parts.ts';

type GivenBack = Answer<{ readonly leadID: LeadID; readonly text: string }>;

export type Replying = {
  /** Sends what is written to that lead; gives why it could not be, or null. */
  readonly send: (leadID: LeadID) => Promise<Failure | null>;
  readonly undo: (messageID: MessageID) => Promise<void>;
  readonly retry: (messageID: MessageID) => Promise<void>;
  readonly discard: (messageID: MessageID) => Promise<void>;
};

export const createReplying = (parts: Parts): Replying => {
  const { bridge, calling, conversation, drafts, leads, session, toasts, seconds } = parts;
  const undoToasts = new Map<MessageID, number>();

  const fail = (error: Failure): void => {
    toasts.getState().say({ what: 'failed', code: error.code });
  };

  const putBack = (answer: GivenBack): void => {
    if (!answer.ok) {
      fail(answer.error);
      return;
    }
    const { leadID, text } = answer.value;
    const written = drafts.getState().texts[leadID] ?? '';
    if (written.trim() === '') drafts.getState().replace(leadID, text);
    else drafts.getState().type(leadID, `${text}\n\n${written}`);
    leads.getState().select(leadID);
    session.getState().go('inbox');
    calling.getState().call(leadID);
    void conversation.getState().reread();
  };

  const undo = async (messageID: MessageID): Promise<void> => {
    const toast = undoToasts.get(messageID);
    if (toast !== undefined) toasts.getState().close(toast);
    undoToasts.delete(messageID);
    putBack(await bridge.invoke('messages.undo', { messageID }));
  };

  return {
    undo,
    send: async (leadID) => {
      const written = drafts.getState().texts[leadID] ?? '';
      const answer = await bridge.invoke('messages.send', { leadID, text: written.trim() });
      if (!answer.ok) return answer.error;
      const now = drafts.getState().texts[leadID] ?? '';
      // Whatever was typed while the engine answered is the next draft.
      if (now === written) drafts.getState().replace(leadID, '');
      else
        drafts.getState().type(leadID, now.startsWith(written) ? now.slice(written.length) : now);
      const { messageID, sending } = answer.value.message;
      if (sending?.state === 'queued' && sending.notBefore > seconds.now()) {
        const toast = toasts
          .getState()
          .say({ what: 'sending' }, sending.notBefore, () => void undo(messageID));
        undoToasts.set(messageID, toast);
      }
      void conversation.getState().reread();
      return null;
    },
    retry: async (messageID) => {
      const answer = await bridge.invoke('messages.retry', { messageID });
      if (!answer.ok) fail(answer.error);
      void conversation.getState().reread();
    },
    discard: async (messageID) => {
      const answer = await bridge.invoke('messages.discard', { messageID });
      if (!answer.ok) {
        fail(answer.error);
        return;
      }
      const { leadID, text } = answer.value;
      if ((drafts.getState().texts[leadID] ?? '').trim() === '')
        drafts.getState().replace(leadID, text);
      void conversation.getState().reread();
    },
  };
};
