/** Hooks for the reply language of a lead. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  getOtherLanguage,
  replyLanguages as allLanguages,
} from '../../contract/customer-language.ts';
import type { LeadRow } from '../../contract/records.ts';
import { getAppLanguage, chooseLanguage } from './reply-language.ts';
import { useConversation, useLeadStores } from './stores.ts';

/** Returns the reply language and a function that switches to the other one. */
export const useReplyLanguage = (row: LeadRow) => {
  const { replyLanguages } = useLeadStores();
  const messages = useConversation((state) => state.messages);
  const chosen = useStore(replyLanguages, (state) => state.chosen);
  const language = chooseLanguage(row, messages, chosen);
  return {
    language,
    mayDiffer: language !== getAppLanguage() || chosen[row.leadID] !== undefined,
    switchOver: (): void =>
      replyLanguages.getState().switchTo(row.leadID, getOtherLanguage(language)),
  };
};

/** Loads the texts of every reply language and rerenders when they are loaded. */
export const useReplyWords = (): void => {
  const { i18n } = useTranslation();
  const [, setLoaded] = useState(0);
  useEffect(() => {
    // A second request for a language resolves before the first has loaded it, so listen to the store.
    const rerender = (): void => setLoaded((count) => count + 1);
    i18n.store.on('added', rerender);
    void i18n.loadLanguages([...allLanguages]);
    return () => i18n.store.off('added', rerender);
  }, [i18n]);
};
