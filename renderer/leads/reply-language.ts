/** The language of inserted replies: the professional's choice for the lead, the customer's, or else the app's. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { detectCustomerLanguage, type ReplyLanguage } from '../../contract/customer-language.ts';
import type { LeadID, LeadRow, Message } from '../../contract/records.ts';
import type { BaseLeadStores } from './lead-records.ts';
import type { Inserting } from './inserting.ts';

export type ReplyLanguages = {
  readonly chosen: Readonly<Record<LeadID, ReplyLanguage>>;
  /** Also switches the last insertion in the lead's composer. */
  readonly switchTo: (leadID: LeadID, language: ReplyLanguage) => void;
};

export const createReplyLanguages = (inserting: Inserting): StoreApi<ReplyLanguages> =>
  createStore<ReplyLanguages>()((set, get) => ({
    chosen: {},
    switchTo: (leadID, language) => {
      set({ chosen: { ...get().chosen, [leadID]: language } });
      inserting.remake(leadID, language);
    },
  }));

export const getAppLanguage = (): ReplyLanguage =>
  document.documentElement.lang === 'es' ? 'es' : 'en';

export const chooseLanguage = (
  row: LeadRow,
  messages: readonly Message[],
  chosen: ReplyLanguages['chosen'],
): ReplyLanguage => {
  const { leadID, lastMessage, requestText } = row;
  const customerTexts = messages
    .filter((message) => message.leadID === leadID && message.side === 'customer')
    .map(({ text }) => text)
    .toReversed();
  const last = lastMessage?.side === 'customer' ? [lastMessage.text] : [];
  return (
    chosen[leadID] ??
    detectCustomerLanguage([...customerTexts, ...last, requestText]) ??
    getAppLanguage()
  );
};

type Dependencies = Pick<BaseLeadStores, 'conversation'> & {
  readonly replyLanguages: StoreApi<ReplyLanguages>;
};

export const getReplyLanguage = (row: LeadRow, { conversation, replyLanguages }: Dependencies) =>
  chooseLanguage(row, conversation.getState().messages, replyLanguages.getState().chosen);
