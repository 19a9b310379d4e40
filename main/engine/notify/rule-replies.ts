/** Sources of notices about rules: replies that have left, and the daily limit. */
import { z } from 'zod';
import type { Notice } from '../../../contract/port.ts';
import type { Clock } from '../../clock/clock.ts';
import { byRule } from '../conversation/automatic.ts';
import { countSentSince } from '../conversation/rule-replies.ts';
import { readBusinessZone } from '../leads/reply-deadlines.ts';
import { startOfDay } from '../platform/business-time.ts';
import { readSetting, storeSetting, readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { getNoticeWords } from './words.ts';

type Reply = { readonly message: number; readonly lead: number };

const listRepliesInOutbox = (store: Store): readonly Reply[] =>
  store
    .prepare<[], Reply>(
      `SELECT o.message, o.lead FROM outbox o CROSS JOIN messages m ON m.message = o.message
       WHERE m.automatic >= ${byRule}`,
    )
    .all();

const isSent = (store: Store, message: number): boolean =>
  store
    .prepare<[number], unknown>(
      `SELECT 1 FROM messages m WHERE m.message = ? AND m.automatic >= ${byRule}
         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message)`,
    )
    .get(message) !== undefined;

/**
 * Call the returned function after each change of leads. It returns the leads whose replies have left the
 * outbox since the last call, by a response or an echo; those withdrawn or made personal do not count.
 */
export const watchRuleReplies = (store: Store): (() => readonly number[]) => {
  // Read at the first change, not at the start, where a damaged table would end the engine.
  let leaving: readonly Reply[] = [];
  return () => {
    const sent = leaving.filter(({ message }) => isSent(store, message));
    leaving = listRepliesInOutbox(store);
    return sent.map(({ lead }) => lead);
  };
};

/** Reads the latest reply that a rule sent to a lead; empty without one. */
export const readRuleText = (store: Store, lead: number): string =>
  store
    .prepare<[number], { text: string }>(
      `SELECT text FROM messages WHERE lead = ? AND automatic >= ${byRule}
       ORDER BY sent_at DESC, message DESC LIMIT 1`,
    )
    .get(lead)?.text ?? '';

const limitName = 'notices.limitDay';

/** The day on which summer time ends has 25 hours. */
const longestDayMs = 25 * 60 * 60_000;

/** Builds the notice that rules have reached the limit of this day, once a day; otherwise null. */
export const buildLimitNotice = (store: Store, clock: Pick<Clock, 'now'>): Notice | null => {
  const { automaticRepliesADay, language } = readSettings(store);
  // Computing the start of a day would delay the window's first leads.
  if (countSentSince(store, clock.now() - longestDayMs) < automaticRepliesADay) return null;
  const today = startOfDay(clock.now(), readBusinessZone(store));
  if ((readSetting(store, limitName, z.number()) ?? 0) >= today) return null;
  const sent = countSentSince(store, today);
  if (sent < automaticRepliesADay) return null;
  store.write(() => storeSetting(store, limitName, today));
  const title = getNoticeWords(language).limit(sent);
  return { kind: 'limit', leadID: null, upTo: null, title, body: '' };
};
