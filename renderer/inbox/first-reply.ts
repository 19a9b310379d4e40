/** Shows once how quickly the first reply to a sample lead was sent. */
import { useEffect } from 'react';
import { useSession, usePlatform } from '../platform/stores.ts';
import { useWaitWords } from '../ui/time-words.ts';

/** Waits until no other toast is visible, so that it never covers Undo. */
export const useFirstReplyToast = (): void => {
  const { bridge, session, toasts } = usePlatform();
  const words = useWaitWords();
  const reply = useSession((state) => state.firstReply);
  useEffect(() => {
    if (reply === null) return;
    const { leadID, messageID } = reply;
    const isCurrent = (): boolean =>
      session.getState().firstReply === reply && toasts.getState().toasts.length === 0;
    const check = async (): Promise<void> => {
      if (!isCurrent()) return;
      const [lead, page] = await Promise.all([
        bridge.invoke('leads.get', { leadID }),
        bridge.invoke('thread.page', { leadID, limit: 200 }),
      ]);
      if (!lead.ok || !page.ok || !isCurrent()) return;
      const replies = page.value.messages.filter(
        ({ side, isAutomatic }) => side === 'business' && !isAutomatic,
      );
      const sent = replies.find((message) => message.messageID === messageID);
      // The reply was canceled.
      if (sent === undefined) return session.setState({ firstReply: null, isTryingKeys: true });
      if (sent.sending !== null && sent.sending.state !== 'sent') return;
      session.setState({ firstReply: null });
      const elapsed = sent.at - lead.value.lead.row.createdAt;
      if (replies[0] === sent && page.value.earlier === null)
        toasts.getState().show({
          kind: 'done',
          getText: (t) => t('toasts.firstReply', { time: words(elapsed) }),
        });
    };
    const onChange = (): void => void check();
    const unsubscribers = [bridge.on('changed', onChange), toasts.subscribe(onChange)];
    onChange();
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [reply, bridge, session, toasts, words]);
};
