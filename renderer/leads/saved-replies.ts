/** Chooses and inserts saved replies. They need only a lead's row, so a key works before the lead is loaded. */
import type { i18n } from 'i18next';
import { flushSync } from 'react-dom';
import type { StoreApi } from 'zustand';
import {
  detectLanguage,
  getOtherLanguage,
  replyLanguages as allLanguages,
  type ReplyLanguage,
} from '../../contract/customer-language.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import { maxPinned } from '../../contract/limits.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import {
  fillTemplate,
  gapNames,
  chooseText,
  buildValues,
  type Filled,
  type GapNames,
} from '../../contract/template.ts';
import { findRow, type BaseLeadStores } from './lead-records.ts';
import type { Inserting, Insertion } from './inserting.ts';
import { buildQuery } from '../platform/queries.ts';
import { getReplyLanguage, type ReplyLanguages } from './reply-language.ts';

export const getGapNames = (language: string): GapNames =>
  gapNames[language === 'es' ? 'es' : 'en'];

/** Fills a saved reply's variables with the lead's values. */
export const fillReply = (row: LeadRow, reply: SavedReply, language: ReplyLanguage): Filled =>
  fillTemplate(chooseText(reply, language), buildValues(row), getGapNames(language));

/** Chooses the language of a reply's variant, or of one to add. */
export const chooseVariantLanguage = (
  { text, variants }: Pick<SavedReply, 'text' | 'variants'>,
  appLanguage: string,
): ReplyLanguage =>
  allLanguages.find((each) => variants?.[each] !== undefined) ??
  getOtherLanguage(detectLanguage(text) ?? (appLanguage === 'es' ? 'es' : 'en'));

/** The template of a clicked proposed time is stored as a saved reply that is never offered. */
export const offeredTimeID = 'offered-time' as SavedReplyID;

export const omitOfferedTime = (replies: readonly SavedReply[]): readonly SavedReply[] =>
  replies.filter(({ savedReplyID }) => savedReplyID !== offeredTimeID);

/**
 * Reads a template in the app's language, and in the other one if that is loaded. It is the raw text: its variables
 * are the lead's, not those of the locale file.
 */
export const readTemplate = (
  words: i18n,
  namespace: string,
  key: string,
): Pick<SavedReply, 'text' | 'variants'> => {
  const read = (language: string): string => String(words.getResource(language, namespace, key));
  const app = words.language === 'es' ? 'es' : 'en';
  const other = getOtherLanguage(app);
  return {
    text: read(app),
    ...(words.hasResourceBundle(other, namespace) && { variants: { [other]: read(other) } }),
  };
};

/** Returns the professional's template of a clicked time, or the app's in every loaded language. */
export const getOfferedTime = (
  replies: readonly SavedReply[] | undefined,
  words: i18n,
): SavedReply => {
  const stored = replies?.find(({ savedReplyID }) => savedReplyID === offeredTimeID);
  if (stored !== undefined) return stored;
  return {
    savedReplyID: offeredTimeID,
    name: words.t('proposed.name'),
    ...readTemplate(words, 'translation', 'proposed.template'),
    scope: { for: 'all' },
    isPinned: false,
  };
};

/** Returns 0 if the reply is not for the lead, 1 if for all leads, 2 if for its category or business. */
const rankFit = ({ scope }: SavedReply, row: LeadRow): 0 | 1 | 2 => {
  if (scope.for === 'all') return 1;
  const sameCategory =
    scope.for === 'category' &&
    scope.category.localeCompare(row.category, undefined, { sensitivity: 'base' }) === 0;
  const sameBusiness = scope.for === 'business' && scope.businessID === row.businessID;
  return sameCategory || sameBusiness ? 2 : 0;
};

/** Lists the replies for a lead, specific ones first, then in the professional's order. */
export const listReplies = (replies: readonly SavedReply[], row: LeadRow): readonly SavedReply[] =>
  omitOfferedTime(replies)
    .filter((reply) => rankFit(reply, row) > 0)
    .toSorted((one, other) => rankFit(other, row) - rankFit(one, row));

/** Lists the replies with a key for this lead, in the order of the keys. */
export const listPinned = (replies: readonly SavedReply[], row: LeadRow): readonly SavedReply[] =>
  listReplies(replies, row)
    .filter(({ isPinned }) => isPinned)
    .slice(0, maxPinned);

const toPlain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Finds replies that contain all words of the query, those whose name begins with it first. */
export const findReplies = (
  replies: readonly SavedReply[],
  query: string,
): readonly SavedReply[] => {
  const words = toPlain(query).split(/\s+/).filter(Boolean);
  const found = omitOfferedTime(replies).filter(({ name, text, variants }) =>
    words.every((word) =>
      toPlain([name, text, ...Object.values(variants ?? {})].join(' ')).includes(word),
    ),
  );
  const beginsWithQuery = ({ name }: SavedReply): boolean =>
    toPlain(name).startsWith(toPlain(query.trim()));
  return found.toSorted(
    (one, other) => Number(beginsWithQuery(other)) - Number(beginsWithQuery(one)),
  );
};

export type SavedReplying = ReturnType<typeof createSavedReplying>;

type Dependencies = BaseLeadStores & {
  readonly inserting: Inserting;
  readonly replyLanguages: StoreApi<ReplyLanguages>;
};

const list = buildQuery('savedReplies.list', {});

export const createSavedReplying = ({
  bridge,
  queries: { client },
  leads,
  conversation,
  replyFocus,
  inserting,
  replyLanguages,
}: Dependencies) => {
  const openComposer = (leadID: LeadID): void => {
    if (inserting.has(leadID)) return;
    flushSync(() => replyFocus.getState().request(leadID));
  };

  const findCurrentLead = (): LeadID | null => {
    const { selected, rows, position } = leads.getState();
    return selected ?? (position === 0 ? (rows[0]?.leadID ?? null) : null);
  };

  /** The composer stays until the next lead is loaded; a reply chosen meanwhile is for that lead. */
  const findTarget = (row: LeadRow, reply: SavedReply): LeadRow | null => {
    const { selected } = leads.getState();
    if (selected === null || selected === row.leadID) return row;
    const next = findRow({ leads, conversation }, selected);
    return next !== undefined && rankFit(reply, next) > 0 ? next : null;
  };

  /** Inserts a reply into the lead's composer, or into that of a lead selected since. */
  const insert = (chosenRow: LeadRow, reply: SavedReply): void => {
    const row = findTarget(chosenRow, reply);
    if (row?.availability !== 'here') return;
    openComposer(row.leadID);
    const make = (language: ReplyLanguage): Insertion => ({
      ...fillReply(row, reply, language),
      remake: make,
    });
    const language = getReplyLanguage(row, { conversation, replyLanguages });
    inserting.insert(row.leadID, () => make(language));
  };

  /** Inserts once lead and replies are loaded; keys typed meanwhile go to the composer. */
  const insertLater = async (leadID: LeadID, nth: number): Promise<void> => {
    openComposer(leadID);
    const [replies, lead] = await Promise.all([
      client.fetchQuery(list).catch(() => null),
      bridge.invoke('leads.get', { leadID }),
    ]);
    if (replies === null || !lead.ok || leads.getState().selected !== leadID) return;
    const { row } = lead.value.lead;
    const reply = listPinned(replies.replies, row)[nth];
    if (reply !== undefined) insert(row, reply);
  };

  return {
    insert,
    /**
     * Inserts the pinned reply of a key for the open lead or the first one of the list; false without one.
     * Everything typed afterwards goes to that lead's composer.
     */
    insertPinned: (nth: number): boolean => {
      const leadID = findCurrentLead();
      if (leadID === null) return false;
      const row = findRow({ leads, conversation }, leadID);
      const known = client.getQueryData(list.queryKey);
      if (row === undefined || known === undefined) {
        void insertLater(leadID, nth);
        return true;
      }
      const reply = listPinned(known.replies, row)[nth];
      if (reply !== undefined) insert(row, reply);
      return reply !== undefined;
    },
  };
};
