/** Opens a lead at the start; at the first start with sample leads one that two keys can answer. */
import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadRow } from '../../contract/records.ts';
import { isArriving } from '../accounts/accounts.ts';
import { useReports } from '../accounts/use-accounts.ts';
import { saveStarters } from '../leads/starters.ts';
import type { Bridge } from '../platform/bridge.ts';
import { useLeads, useLeadStores } from '../leads/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { runAfterPaint } from '../ui/late.ts';
import type { LayoutWidth } from '../ui/width.ts';

/** Set once practice has begun, so that deleted starters stay deleted. */
const begunKey = 'hearthline.samples.begun';

const addStarters = async (bridge: Bridge, words: i18n): Promise<void> => {
  const answer = await bridge.invoke('savedReplies.list', {});
  if (!answer.ok || answer.value.replies.length > 0) return;
  await saveStarters(bridge, words);
};

/** The newest unanswered lead, or the newest of all once every lead was imported. */
const findNewest = (rows: readonly LeadRow[], hasAll: boolean): LeadRow | undefined => {
  const newestFirst = rows.toSorted((a, b) => b.createdAt - a.createdAt);
  return (
    newestFirst.find(({ needsFirstReply }) => needsFirstReply) ??
    (hasAll ? newestFirst[0] : undefined)
  );
};

/** Opens the first waiting lead, once. It counts as read only after an interaction (app/listen.ts). */
export const useFirstLead = (width: LayoutWidth): void => {
  const { bridge, replyFocus, leads, session } = useLeadStores();
  const { i18n } = useTranslation();
  const [hasBegun] = useState(() => localStorage.getItem(begunKey) !== null);
  const { value, error } = useAnswer('connect.accounts', {}, !hasBegun);
  const accounts = value?.accounts ?? [];
  const isKnown = hasBegun || error !== null || accounts.length > 0;
  const isSample = accounts.length > 0 && accounts.every(({ practice }) => practice);
  const reports = useReports();
  const hasAll = !isArriving({ accounts, reports });
  const first = useLeads(({ view, state, rows, position }) =>
    isKnown && view === 'needs_reply' && state === 'ready' && position === 0
      ? ((isSample ? findNewest(rows, hasAll) : rows[0])?.leadID ?? null)
      : null,
  );
  useEffect(() => {
    if (first === null || session.getState().hasOpenedFirst) return;
    return runAfterPaint(() => {
      if (session.getState().hasOpenedFirst) return;
      session.setState({ hasOpenedFirst: true });
      if (isSample) {
        localStorage.setItem(begunKey, 'true');
        session.setState({ isTryingKeys: true });
        void addStarters(bridge, i18n);
      }
      if (width === 'narrow' || leads.getState().selected !== null) return;
      session.setState({ unattendedLead: first });
      if (isSample) replyFocus.getState().request(first);
      else leads.getState().select(first);
    });
  }, [first, isSample, width, bridge, replyFocus, i18n, leads, session]);
};
