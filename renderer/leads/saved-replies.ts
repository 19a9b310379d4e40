/**
 * Which saved replies are for a lead, and how one comes into its composer: by a chip, by `/` or by its
 * key, also before the lead has been read. What it needs of a lead stands in the lead's row.
 */
import type { i18n } from 'i18next';
import { flushSync } from 'react-dom';
import type { StoreApi } from 'zustand';
import {
  languageOfText,
  otherLanguage,
  replyLanguages as allLanguages,
  type ReplyLanguage,
} from '../../contract/customer-language.ts';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import { mostPinned } from '../../contract/limits.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import {
  fillTemplate,
  firstNameOf,
  gapNames,
  type Filled,
  type GapNames,
  type Values,
} from '../../contract/template.ts';
import type { LeadRecords } from './lead-records.ts';
import type { Inserting, Insertion } from './inserting.ts';
import { asked } from '../platform/queries.ts';
import { replyLanguageOf, type ReplyLanguages } from './reply-language.ts';

export const valuesOf = (row: LeadRow): Values => ({
  'customer.firstName': firstNameOf(row.customerName),
  'customer.name': row.customerName,
  'business.name': row.businessName,
  category: row.category,
  city: row.city,
});

/** Gaps are named in the language of the window. */
export const gapNamesOf = (language: string): GapNames => gapNames[language === 'es' ? 'es' : 'en'];

/** The text of a saved reply for customers of that language. */
export const textIn = (
  { text, variants }: Pick<SavedReply, 'text' | 'variants'>,
  language: ReplyLanguage,
): string => variants?.[language] ?? text;

/** A saved reply as it is written to that lead. */
export const filledFor = (row: LeadRow, reply: SavedReply, language: ReplyLanguage): Filled =>
  fillTemplate(textIn(reply, language), valuesOf(row), gapNamesOf(language));

/** The language for which a reply has a variant beside its text, or can get one. */
export const variantLanguage = (
  { text, variants }: Pick<SavedReply, 'text' | 'variants'>,
  appLanguage: string,
): ReplyLanguage =>
  allLanguages.find((each) => variants?.[each] !== undefined) ??
  otherLanguage(languageOfText(text) ?? (appLanguage === 'es' ? 'es' : 'en'));

/** The template of a clicked proposed time is kept as a saved reply that is never offered as one. */
export const offeredTimeID = 'offered-time' as SavedReplyID;

export const withoutOfferedTime = (replies: readonly SavedReply[]): readonly SavedReply[] =>
  replies.filter(({ savedReplyID }) => savedReplyID !== offeredTimeID);

/** The template of a clicked time, as the professional keeps it, or the app's own in every loaded language. */
export const offeredTime = (
  replies: readonly SavedReply[] | undefined,
  words: i18n,
): SavedReply => {
  const kept = replies?.find(({ savedReplyID }) => savedReplyID === offeredTimeID);
  if (kept !== undefined) return kept;
  // As it is written: the variables are for the lead and not for these words.
  const template = (language: string): string =>
    String(words.getResource(language, 'translation', 'proposed.template'));
  const app = words.language === 'es' ? 'es' : 'en';
  const other = otherLanguage(app);
  return {
    savedReplyID: offeredTimeID,
    name: words.t('proposed.name'),
    text: template(app),
    ...(words.hasResourceBundle(other, 'translation') && {
      variants: { [other]: template(other) },
    }),
    scope: { for: 'all' },
    isPinned: false,
  };
};

/** Whether a reply is for a lead, and how closely: 0 it is not, 1 for all, 2 for such leads. */
const fitOf = ({ scope }: SavedReply, row: LeadRow): 0 | 1 | 2 => {
  if (scope.for === 'all') return 1;
  const sameCategory =
    scope.for === 'category' &&
    scope.category.localeCompare(row.category, undefined, { sensitivity: 'base' }) === 0;
  const sameBusiness = scope.for === 'business' && scope.businessID === row.businessID;
  return sameCategory || sameBusiness ? 2 : 0;
};

/** Those that are for a lead: first those for such leads only, each kind in the professional's order. */
export const repliesFor = (replies: readonly SavedReply[], row: LeadRow): readonly SavedReply[] => [
  ...withoutOfferedTime(replies).filter((reply) => fitOf(reply, row) === 2),
  ...withoutOfferedTime(replies).filter((reply) => fitOf(reply, row) === 1),
];

/** Those that have a key at this lead, in the order of the keys. */
export const pinnedFor = (replies: readonly SavedReply[], row: LeadRow): readonly SavedReply[] =>
  repliesFor(replies, row)
    .filter(({ isPinned }) => isPinned)
    .slice(0, mostPinned);

/** What people type is found whatever its case and accents. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those in whose name or text all the words stand; a name that begins with them comes first. */
export const matching = (replies: readonly SavedReply[], query: string): readonly SavedReply[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = withoutOfferedTime(replies).filter(({ name, text, variants }) =>
    words.every((word) =>
      plain([name, text, ...Object.values(variants ?? {})].join(' ')).includes(word),
    ),
  );
  const begins = ({ name }: SavedReply): boolean => plain(name).startsWith(plain(query.trim()));
  return [...found.filter(begins), ...found.filter((reply) => !begins(reply))];
};

export type SavedReplying = {
  /** Writes a reply into the composer of a lead, or of the one that was opened since. */
  readonly insert: (row: LeadRow, reply: SavedReply) => void;
  /**
   * The pinned reply with that key, for the open lead or the first one of the list; false when there
   * is neither. What is typed from the press on is for that lead's composer.
   */
  readonly insertPinned: (nth: number) => boolean;
};

type Given = Pick<LeadRecords, 'bridge' | 'queries' | 'leads' | 'conversation' | 'calling'> & {
  readonly inserting: Inserting;
  readonly replyLanguages: StoreApi<ReplyLanguages>;
};

const list = asked('savedReplies.list', {});

export const createSavedReplying = ({
  bridge,
  queries: { client },
  leads,
  conversation,
  calling,
  inserting,
  replyLanguages,
}: Given): SavedReplying => {
  const call = (leadID: LeadID): void => {
    if (inserting.has(leadID)) return;
    flushSync(() => {
      leads.getState().select(leadID);
      calling.getState().call(leadID);
    });
  };

  const leadAtHand = (): LeadID | null => {
    const { selected, rows, position } = leads.getState();
    return selected ?? (position === 0 ? (rows[0]?.leadID ?? null) : null);
  };

  const rowOf = (leadID: LeadID): LeadRow | undefined => {
    const open = conversation.getState().details?.row;
    return open?.leadID === leadID
      ? open
      : leads.getState().rows.find((row) => row.leadID === leadID);
  };

  /** A composer stands until the next lead has been read: what is chosen there meanwhile is for that one. */
  const meant = (row: LeadRow, reply: SavedReply): LeadRow | null => {
    const { selected } = leads.getState();
    if (selected === null || selected === row.leadID) return row;
    const next = rowOf(selected);
    return next !== undefined && fitOf(reply, next) > 0 ? next : null;
  };

  const insert: SavedReplying['insert'] = (chosenAt, reply) => {
    const row = meant(chosenAt, reply);
    if (row?.availability !== 'here') return;
    call(row.leadID);
    const make = (language: ReplyLanguage): Insertion => ({
      ...filledFor(row, reply, language),
      remake: make,
    });
    const language = replyLanguageOf(row, { conversation, replyLanguages });
    inserting.insert(row.leadID, () => make(language));
  };

  /** The lead or the replies have still to be read; the keys are meant for its composer all the same. */
  const insertLater = async (leadID: LeadID, nth: number): Promise<void> => {
    call(leadID);
    const [replies, lead] = await Promise.all([
      client.fetchQuery(list).catch(() => null),
      bridge.invoke('leads.get', { leadID }),
    ]);
    if (replies === null || !lead.ok || leads.getState().selected !== leadID) return;
    const { row } = lead.value.lead;
    const reply = pinnedFor(replies.replies, row)[nth];
    if (reply !== undefined) insert(row, reply);
  };

  return {
    insert,
    insertPinned: (nth) => {
      const leadID = leadAtHand();
      if (leadID === null) return false;
      const row = rowOf(leadID);
      const known = client.getQueryData(list.queryKey);
      if (row === undefined || known === undefined) {
        void insertLater(leadID, nth);
        return true;
      }
      const reply = pinnedFor(known.replies, row)[nth];
      if (reply !== undefined) insert(row, reply);
      return reply !== undefined;
    },
  };
};
