/** Bar of a failed reply whose lead is not open: customer, reason and actions. */
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { showInInbox, showLead } from '../leads/lead-records.ts';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useStores } from './stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { Bar } from './bar.tsx';

const chooseTitle = ({ code }: Failure): 'notSent' | 'notConfirmed' | 'heldBack' => {
  if (code === 'customer_wrote' || code === 'colleague_answered') return 'heldBack';
  return code === 'outcome_unknown' || code === 'restored' ? 'notConfirmed' : 'notSent';
};

export const NotSentBar = () => {
  const { t } = useTranslation();
  const stores = useStores();
  const { replying } = stores;
  const screen = useSession((state) => state.screen);
  const selected = useLeads((state) => state.selected);
  const { replies = [], count = 0 } = useAnswer('messages.notSent', {}).value ?? {};
  // The open conversation shows the failure itself.
  const isOpen = (leadID: string): boolean => screen === 'inbox' && leadID === selected;
  const reply = replies.find(({ message }) => !isOpen(message.leadID));
  if (reply?.message.sending?.state !== 'failed') return null;
  const { messageID, leadID, sending } = reply.message;
  const { reason } = sending;
  const name = reply.customerName || t('list.unnamed');
  const showAll = (): void => showInInbox(stores, { view: 'outgoing', business: null, query: '' });
  // A failure with an HTTP status carries the marketplace's own explanation.
  const why = reason.status === undefined ? undefined : reason.detail;
  return (
    <Bar
      name="not-sent"
      tone={chooseTitle(reason) === 'notSent' ? 'danger' : 'warning'}
      icon={IconAlertCircle}
      text={`${t(`notSentBar.${chooseTitle(reason)}`, { name })} ${why ?? t(`errors.${reason.code}.what`)}`}
      actions={[
        { label: t('notSentBar.open'), run: () => showLead(stores, leadID) },
        { label: t('message.edit'), run: () => void replying.undo(messageID, leadID) },
        {
          label: t('message.discard'),
          run: () => void replying.discard(messageID, reply.customerName),
        },
        ...(count > 1 ? [{ label: t('notSentBar.all', { count }), run: showAll }] : []),
      ]}
    />
  );
};
