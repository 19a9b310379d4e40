/** The stores on which marks, selection and replies build, and what they share. */
import type { StoreApi } from 'zustand/vanilla';
import type { ChangeKind } from '../../contract/events.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import type { AccountStores } from '../accounts/stores.ts';
import { onRestart, type Bridge } from '../platform/bridge.ts';
import { readLayoutWidth } from '../ui/width.ts';
import type { ReplyFocus } from './reply-focus.ts';
import type { Conversation } from './conversation.ts';
import type { Drafts } from './drafts.ts';
import type { Leads } from './leads.ts';

export type BaseLeadStores = AccountStores & {
  readonly leads: StoreApi<Leads>;
  readonly conversation: StoreApi<Conversation>;
  readonly drafts: StoreApi<Drafts>;
  readonly replyFocus: StoreApi<ReplyFocus>;
};

/** Finds the lead's row in the open conversation or else in the list. */
export const findRow = (
  { leads, conversation }: Pick<BaseLeadStores, 'leads' | 'conversation'>,
  leadID: LeadID,
): LeadRow | undefined => {
  const open = conversation.getState().details?.row;
  return open?.leadID === leadID
    ? open
    : leads.getState().rows.find((row) => row.leadID === leadID);
};

/** Calls the listener when such records change or the engine has restarted. The returned function ends it. */
export const subscribeToRecords = (
  bridge: Bridge,
  kinds: readonly ChangeKind[],
  listener: () => void,
): (() => void) => {
  const unsubscribes = [
    bridge.on('changed', (change) => {
      if (change.kinds.some((kind) => kinds.includes(kind))) listener();
    }),
    onRestart(bridge, listener),
  ];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
};

/** Opens a lead in the inbox, in any view. */
export const showLead = (
  { leads, session }: Pick<BaseLeadStores, 'leads' | 'session'>,
  leadID: LeadID,
): void => {
  // First, so that the inbox does not mark the lead as seen that was open before.
  void leads.getState().reveal(leadID);
  session.getState().go('inbox');
};

/** Shows a list in the inbox. */
export const showInInbox = (
  { leads, session }: Pick<BaseLeadStores, 'leads' | 'session'>,
  list: Parameters<Leads['show']>[0],
): void => {
  // A narrow window would show the open lead instead, and mark it as seen.
  if (readLayoutWidth() === 'narrow') leads.getState().select(null);
  session.getState().go('inbox');
  void leads.getState().show(list);
};
