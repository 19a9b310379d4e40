/**
 * Sends, cancels, retries and discards replies. The text is never lost: it stays in the composer until the
 * engine has it, and returns there when the reply is canceled. A second press repeats nothing.
 */
import type { Answer, Failure } from '../../contract/errors.ts';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { LeadID, Message, MessageID } from '../../contract/records.ts';
import { isReplyText, prependReply } from '../../contract/reply-text.ts';
import { awaitFailure } from '../platform/bridge.ts';
import { findRow } from '../leads/lead-records.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { AttemptedAction } from '../platform/toasts.ts';
import type { UndoableAction } from '../platform/undo.ts';

type Later = CommandInput<'messages.send'>['later'];

export type Replying = ReturnType<typeof createReplying>;

/** Main stops restarting the engine after three exits. */
const maxAttempts = 3;

/** While a call runs, calls with the same key share its answer. */
const shareRunning = <K, T, A extends unknown[]>(
  work: (key: K, ...rest: A) => Promise<T>,
): ((key: K, ...rest: A) => Promise<T>) => {
  const running = new Map<K, Promise<T>>();
  return (key, ...rest) => {
    const run = running.get(key) ?? work(key, ...rest).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
};

export const createReplying = (dependencies: LeadStores) => {
  const { bridge, replyFocus, conversation, drafts, leads, session, toasts, seconds, undoStack } =
    dependencies;
  /** Canceled and discarded replies, for which a late press does nothing. */
  const withdrawn = new Set<MessageID>();

  const reportFailure = ({ code }: Failure, attempted?: AttemptedAction, customer = ''): void =>
    void toasts
      .getState()
      .show({ kind: 'failed', code, ...(attempted && { attempted, customer }) });

  const findCustomerName = (leadID: LeadID): string =>
    findRow({ leads, conversation }, leadID)?.customerName ?? '';

  /** Retries if the engine exits before it answers. It returns the same reply each time, so no text is lost. */
  const withdraw = async (
    command: 'messages.undo' | 'messages.discard',
    messageID: MessageID,
    attempts = maxAttempts,
  ): Promise<Answer<CommandOutput<'messages.undo'>>> => {
    const answer = await bridge.invoke(command, { messageID });
    return answer.ok || answer.error.code !== 'engine_unavailable' || attempts === 1
      ? answer
      : await withdraw(command, messageID, attempts - 1);
  };

  const returnToComposer = shareRunning(async (messageID: MessageID): Promise<Failure | null> => {
    undoStack.forgetReply(messageID);
    if (withdrawn.has(messageID)) return null;
    const answer = await withdraw('messages.undo', messageID);
    // Again, because the answer to `messages.send` may have added the undo meanwhile.
    undoStack.forgetReply(messageID);
    if (!answer.ok) return answer.error;
    withdrawn.add(messageID);
    drafts.getState().restoreCanceled(answer.value);
    void conversation.getState().refetch();
    return null;
  });

  /** Opens the lead and directs the next keys to its composer. */
  const goTo = (leadID: LeadID): void => {
    replyFocus.getState().request(leadID);
    session.getState().go('inbox');
  };

  const cancel = (messageID: MessageID, leadID: LeadID): Promise<Failure | null> => {
    goTo(leadID);
    return returnToComposer(messageID);
  };

  /** Returns a discarded reply to the composer and saves it as the draft. */
  const restore = async (discarded: CommandOutput<'messages.discard'>): Promise<null> => {
    const { leadID, text } = discarded;
    goTo(leadID);
    drafts.getState().restoreCanceled({ ...discarded, draft: prependReply(text, discarded.draft) });
    drafts.getState().type(leadID, drafts.getState().texts[leadID] ?? '');
    return null;
  };

  /** The undo of a sent reply, while it is queued. */
  const toUndoable = (message: Message, customer: string, later?: Later): UndoableAction | null => {
    const { messageID, leadID, sending } = message;
    if (sending?.state !== 'queued' || sending.notBefore <= seconds.now()) return null;
    return {
      replyID: messageID,
      ...(later === undefined
        ? { toast: { kind: 'sending', customer }, expiresAt: sending.notBefore }
        : {
            toast: {
              kind: 'done',
              getText: (t) =>
                t('toasts.scheduled', { name: customer || t('list.unnamed'), at: later.at }),
            },
          }),
      undo: () => cancel(messageID, leadID),
    };
  };

  /** Reports the failure of a request about a reply, and refetches the conversation. */
  const finish = async (
    request: Promise<Answer<unknown>>,
    attempted?: AttemptedAction,
  ): Promise<void> => {
    const error = await awaitFailure(request);
    if (error !== null) reportFailure(error, attempted);
    void conversation.getState().refetch();
  };
  // Two functions, because sending anyway must not share the answer of a running check.
  const tryAgain = shareRunning((messageID: MessageID) =>
    finish(bridge.invoke('messages.retry', { messageID }), 'retry'),
  );
  const sendAnyway = shareRunning((messageID: MessageID) =>
    finish(bridge.invoke('messages.retry', { messageID, anyway: true }), 'retry'),
  );

  return {
    /** Cancels a reply. Its composer opens immediately, so that it receives the next keys. */
    undo: async (messageID: MessageID, leadID: LeadID): Promise<void> => {
      const error = await cancel(messageID, leadID);
      if (error !== null) reportFailure(error, 'undo', findCustomerName(leadID));
    },
    /** Sends the draft; returns the failure, or null. @param anyway although a colleague has answered */
    send: shareRunning(async (leadID: LeadID, later?: Later, anyway: boolean = false) => {
      const text = (drafts.getState().texts[leadID] ?? '').trim();
      if (!isReplyText(text)) return null;
      const customer = findCustomerName(leadID);
      const replyID = drafts.getState().getReplyID(leadID);
      const request = bridge.invoke('messages.send', {
        leadID,
        replyID,
        text,
        ...(later && { later }),
        seen: drafts.getState().getSeen(leadID),
        ...(anyway && { anyway }),
      });
      undoStack.pushPending(
        request,
        ({ message }) => toUndoable(message, customer, later),
        () => goTo(leadID),
      );
      const answer = await request;
      if (!answer.ok) {
        // The engine may have accepted it after all; its answer to the save reports that.
        drafts.getState().type(leadID, drafts.getState().texts[leadID] ?? '');
        return answer.error;
      }
      const { message } = answer.value;
      drafts.getState().removeSent(leadID, replyID, message.text);
      if (session.getState().isTryingKeys)
        session.setState({ isTryingKeys: false, firstReply: later === undefined ? message : null });
      if (conversation.getState().leadID === leadID) conversation.getState().goToNewest();
      void conversation.getState().refetch();
      return null;
    }),
    /** Sends a rule's waiting reply immediately. */
    sendRuleReply: shareRunning((messageID: MessageID) =>
      finish(bridge.invoke('automaticReplies.sendNow', { messageID })),
    ),
    /** Cancels a rule's waiting reply permanently. */
    declineRuleReply: shareRunning((messageID: MessageID) =>
      finish(bridge.invoke('automaticReplies.decline', { messageID })),
    ),
    /** Hands a waiting reply over: a colleague's computer sends it. */
    handOver: (messageID: MessageID, to: string): Promise<void> => {
      undoStack.forgetReply(messageID);
      return finish(bridge.invoke('messages.handOver', { messageID, to }));
    },
    /** @param anyway sends it without checking whether it has arrived */
    retry: (messageID: MessageID, anyway = false) => (anyway ? sendAnyway : tryAgain)(messageID),
    /** @param name the customer's, if the lead may not be in the list */
    discard: shareRunning(async (messageID: MessageID, name?: string): Promise<void> => {
      if (withdrawn.has(messageID)) return;
      const request = withdraw('messages.discard', messageID);
      undoStack.pushPending(request, (discarded) => {
        const customer = name ?? findCustomerName(discarded.leadID);
        return {
          toast: {
            kind: 'done',
            getText: (t) => t('toasts.discarded', { name: customer || t('list.unnamed') }),
          },
          undo: () => restore(discarded),
        };
      });
      const answer = await request;
      if (!answer.ok) return reportFailure(answer.error, 'discard');
      withdrawn.add(messageID);
      void conversation.getState().refetch();
    }),
  };
};
