/**
 * Everything that happens to an own reply: sending it, calling it back, trying it again, dropping
 * it. The text is never lost: it is in the composer until the engine has it, and back in the
 * composer when the engine gives it back. A second press means the first.
 */
import type { Answer, Failure } from '../../contract/errors.ts';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { LeadID, Message, MessageID } from '../../contract/records.ts';
import { isReplyText, withReplyBack } from '../../contract/reply-text.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { Tried } from '../platform/toasts.ts';
import type { Deed } from '../platform/undo.ts';

type Later = CommandInput<'messages.send'>['later'];

export type Replying = {
  /** Sends what is written to that lead, now or at a time of its own; returns why it could not be, or null. */
  readonly send: (leadID: LeadID, later?: Later) => Promise<Failure | null>;
  /** Opens the reply's lead at once: what is typed from now on is for its composer. */
  readonly undo: (messageID: MessageID, leadID: LeadID) => Promise<void>;
  /** `anyway`: sends it without another look, though it may arrive twice. */
  readonly retry: (messageID: MessageID, anyway?: boolean) => Promise<void>;
  /** @param to the customer's name, where the lead may not be in the list */
  readonly discard: (messageID: MessageID, to?: string) => Promise<void>;
};

/** Of an engine that keeps ending main starts no fourth one. */
const mostTries = 3;

/** `work`; whoever asks for the same while it is under way shares its answer. */
const shared = <K, T, A extends unknown[]>(
  work: (key: K, ...rest: A) => Promise<T>,
): ((key: K, ...rest: A) => Promise<T>) => {
  const underWay = new Map<K, Promise<T>>();
  return (key, ...rest) => {
    const begun = underWay.get(key) ?? work(key, ...rest).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
};

export const createReplying = (dependencies: LeadStores): Replying => {
  const { bridge, calling, conversation, drafts, leads, session, toasts, seconds, undoing } =
    dependencies;
  /** Replies that are in the composer again: a late press asks for nothing. */
  const back = new Set<MessageID>();

  const fail = (error: Failure, tried: Tried, to = ''): void => {
    toasts.getState().say({ what: 'failed', code: error.code, tried, to });
  };

  const customerOf = (leadID: LeadID): string => {
    const open = conversation.getState().details?.row;
    const rows = [...(open === undefined ? [] : [open]), ...leads.getState().rows];
    return rows.find((row) => row.leadID === leadID)?.customerName ?? '';
  };

  /**
   * Asks for a reply back, and again when the engine ended before it answered: it returns the same reply
   * back each time, and what it has taken out of the conversation must not be missing here.
   */
  const askBack = async (
    command: 'messages.undo' | 'messages.discard',
    messageID: MessageID,
    tries = mostTries,
  ): Promise<Answer<CommandOutput<'messages.undo'>>> => {
    const answer = await bridge.invoke(command, { messageID });
    return answer.ok || answer.error.code !== 'engine_unavailable' || tries === 1
      ? answer
      : await askBack(command, messageID, tries - 1);
  };

  const takeBack = shared(async (messageID: MessageID): Promise<Failure | null> => {
    undoing.calledBack(messageID);
    if (back.has(messageID)) return null;
    const answer = await askBack('messages.undo', messageID);
    // Once more: its sending may have been answered only now.
    undoing.calledBack(messageID);
    if (!answer.ok) return answer.error;
    back.add(messageID);
    drafts.getState().takeBack(answer.value);
    void conversation.getState().reread();
    return null;
  });

  /** What is typed from now on is for that lead's composer. */
  const goTo = (leadID: LeadID): void => {
    leads.getState().select(leadID);
    session.getState().go('inbox');
    calling.getState().call(leadID);
  };

  const callBack = (messageID: MessageID, leadID: LeadID): Promise<Failure | null> => {
    goTo(leadID);
    return takeBack(messageID);
  };

  /** A discarded reply stands in the composer again, and is saved there. */
  const restore = async (gone: CommandOutput<'messages.discard'>): Promise<null> => {
    const { leadID, text } = gone;
    goTo(leadID);
    drafts.getState().takeBack({ ...gone, draft: withReplyBack(text, gone.draft) });
    drafts.getState().type(leadID, drafts.getState().texts[leadID] ?? '');
    return Promise.resolve(null);
  };

  const refused = (leadID: LeadID, to: string, error: Failure): Failure => {
    // The engine may have taken it all the same: its answer to the save tells.
    drafts.getState().type(leadID, drafts.getState().texts[leadID] ?? '');
    if (leads.getState().selected !== leadID) fail(error, 'send', to);
    return error;
  };

  /** How a reply that was sent can be called back, while it can. */
  const sent = (message: Message, to: string, later?: Later): Deed | null => {
    const { messageID, leadID, sending } = message;
    if (sending?.state !== 'queued' || sending.notBefore <= seconds.now()) return null;
    return {
      reply: messageID,
      ...(later === undefined
        ? { said: { what: 'sending', to }, until: sending.notBefore }
        : {
            said: {
              what: 'done',
              words: (t) => t('toasts.scheduled', { name: to || t('list.unnamed'), at: later.at }),
            },
          }),
      undo: () => callBack(messageID, leadID),
    };
  };

  const retrying = (more: { readonly anyway?: true }) =>
    shared(async (messageID: MessageID): Promise<void> => {
      const answer = await bridge.invoke('messages.retry', { messageID, ...more });
      if (!answer.ok) fail(answer.error, 'retry');
      void conversation.getState().reread();
    });
  const tryAgain = retrying({});
  const sendAnyway = retrying({ anyway: true });

  return {
    undo: async (messageID, leadID) => {
      const error = await callBack(messageID, leadID);
      if (error !== null) fail(error, 'undo', customerOf(leadID));
    },
    send: shared(async (leadID, later?: Later) => {
      const text = (drafts.getState().texts[leadID] ?? '').trim();
      if (!isReplyText(text)) return null;
      const to = customerOf(leadID);
      const replyID = drafts.getState().replyIDOf(leadID);
      const asked = bridge.invoke('messages.send', {
        leadID,
        replyID,
        text,
        ...(later && { later }),
      });
      undoing.doing(
        asked,
        ({ message }) => sent(message, to, later),
        () => goTo(leadID),
      );
      const answer = await asked;
      if (!answer.ok) return refused(leadID, to, answer.error);
      const { message } = answer.value;
      drafts.getState().sent(leadID, replyID, message.text);
      if (session.getState().isTryingKeys)
        session.setState({ isTryingKeys: false, firstReply: later === undefined ? message : null });
      if (conversation.getState().leadID === leadID) conversation.getState().goToNewest();
      void conversation.getState().reread();
      return null;
    }),
    // Sending it without a look is another thing than looking, and not the same press again.
    retry: (messageID, anyway = false) => (anyway ? sendAnyway : tryAgain)(messageID),
    discard: shared(async (messageID, name?: string) => {
      if (back.has(messageID)) return;
      const asked = askBack('messages.discard', messageID);
      undoing.doing(asked, (gone) => {
        const to = name ?? customerOf(gone.leadID);
        return {
          said: {
            what: 'done',
            words: (t) => t('toasts.discarded', { name: to || t('list.unnamed') }),
          },
          undo: () => restore(gone),
        };
      });
      const answer = await asked;
      if (!answer.ok) {
        fail(answer.error, 'discard');
        return;
      }
      back.add(messageID);
      void conversation.getState().reread();
    }),
  };
};
