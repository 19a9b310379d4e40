/**
 * Everything that happens to an own reply: sending it, calling it back, trying it again, dropping
 * it. The text is never lost: it is in the composer until the engine has it, and back in the
 * composer when the engine gives it back. A second press means the first.
 */
import type { Answer, Failure } from '../../contract/errors.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, MessageID } from '../../contract/records.ts';
import type { Dependencies } from './dependencies.ts';

export type Replying = {
  /** Sends what is written to that lead; returns why it could not be, or null. */
  readonly send: (leadID: LeadID) => Promise<Failure | null>;
  /** Opens the reply's lead at once: what is typed from now on is for its composer. */
  readonly undo: (messageID: MessageID, leadID: LeadID) => Promise<void>;
  readonly retry: (messageID: MessageID) => Promise<void>;
  readonly discard: (messageID: MessageID) => Promise<void>;
};

/** `work`; whoever asks for the same while it is under way shares its answer. */
const shared = <K, T>(work: (key: K) => Promise<T>): ((key: K) => Promise<T>) => {
  const underWay = new Map<K, Promise<T>>();
  return (key) => {
    const begun = underWay.get(key) ?? work(key).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
};

export const createReplying = (dependencies: Dependencies): Replying => {
  const { bridge, calling, conversation, drafts, leads, session, toasts, seconds } = dependencies;
  const undoToasts = new Map<MessageID, number>();
  /** Replies that are in the composer again: a late press asks for nothing. */
  const back = new Set<MessageID>();

  const fail = (error: Failure, to?: string): void => {
    toasts.getState().say({ what: 'failed', code: error.code, ...(to && { to }) });
  };

  const customerOf = (leadID: LeadID): string => {
    const open = conversation.getState().details?.row;
    const rows = [...(open === undefined ? [] : [open]), ...leads.getState().rows];
    return rows.find((row) => row.leadID === leadID)?.customerName ?? '';
  };

  /**
   * Asks for a reply back, and once more when the engine ended before it answered: it returns the same
   * reply back twice, and what it has taken out of the conversation must not be missing here.
   */
  const askBack = async (
    command: 'messages.undo' | 'messages.discard',
    messageID: MessageID,
  ): Promise<Answer<CommandOutput<'messages.undo'>>> => {
    const answer = await bridge.invoke(command, { messageID });
    return answer.ok || answer.error.code !== 'engine_unavailable'
      ? answer
      : await bridge.invoke(command, { messageID });
  };

  const takeBack = shared(async (messageID: MessageID): Promise<void> => {
    const toast = undoToasts.get(messageID);
    if (toast !== undefined) toasts.getState().close(toast);
    undoToasts.delete(messageID);
    if (back.has(messageID)) return;
    const answer = await askBack('messages.undo', messageID);
    if (!answer.ok) {
      fail(answer.error);
      return;
    }
    back.add(messageID);
    drafts.getState().takeBack(answer.value);
    void conversation.getState().reread();
  });

  const undo: Replying['undo'] = (messageID, leadID) => {
    leads.getState().select(leadID);
    session.getState().go('inbox');
    calling.getState().call(leadID);
    return takeBack(messageID);
  };

  const refused = (leadID: LeadID, to: string, error: Failure): Failure => {
    // The engine may have taken it all the same: its answer to the save tells.
    drafts.getState().type(leadID, drafts.getState().texts[leadID] ?? '');
    if (leads.getState().selected !== leadID) fail(error, to);
    return error;
  };

  return {
    undo,
    send: shared(async (leadID) => {
      const text = (drafts.getState().texts[leadID] ?? '').trim();
      if (text === '') return null;
      const to = customerOf(leadID);
      const replyID = drafts.getState().replyIDOf(leadID);
      const answer = await bridge.invoke('messages.send', { leadID, replyID, text });
      if (!answer.ok) return refused(leadID, to, answer.error);
      const { messageID, sending, text: taken } = answer.value.message;
      drafts.getState().sent(leadID, replyID, taken);
      if (sending?.state === 'queued' && sending.notBefore > seconds.now()) {
        const toast = toasts
          .getState()
          .say({ what: 'sending' }, sending.notBefore, () => void undo(messageID, leadID));
        undoToasts.set(messageID, toast);
      }
      void conversation.getState().reread();
      return null;
    }),
    retry: shared(async (messageID) => {
      const answer = await bridge.invoke('messages.retry', { messageID });
      if (!answer.ok) fail(answer.error);
      void conversation.getState().reread();
    }),
    discard: shared(async (messageID) => {
      if (back.has(messageID)) return;
      const answer = await askBack('messages.discard', messageID);
      if (!answer.ok) {
        fail(answer.error);
        return;
      }
      back.add(messageID);
      const { leadID, text } = answer.value;
      if ((drafts.getState().texts[leadID] ?? '').trim() === '')
        drafts.getState().type(leadID, text);
      void conversation.getState().reread();
    }),
  };
};
