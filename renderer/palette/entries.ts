/**
 * Entries of the palette besides leads: available actions, businesses, and saved replies for the open lead.
 */
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import type { Business, LeadRow } from '../../contract/records.ts';
import { actionGroups, type ActionGroup, type BoundAction } from '../platform/actions.ts';
import type { TranslateAction } from '../platform/i18n.ts';
import { showInInbox } from '../leads/lead-records.ts';
import { getOpenLead } from '../leads/lead-actions.ts';
import { listReplies } from '../leads/saved-replies.ts';
import type { LeadStores } from '../leads/stores.ts';
import { formatKey } from '../platform/keyboard.ts';
import { computeFit } from '../ui/fuzzy.ts';

export type Entry = {
  readonly id: string;
  readonly title: string;
  /** A kind, or the subject of the action. */
  readonly hint: string;
  readonly section: ActionGroup | 'more';
  /** The label of its key, if any. */
  readonly keyName: string;
  readonly run: (stores: LeadStores) => void;
};

export type Known = {
  readonly actions: readonly BoundAction[];
  readonly businesses: readonly Business[];
  readonly replies: readonly SavedReply[];
};

type Source = (stores: LeadStores, t: TranslateAction, known: Known) => readonly Entry[];

const formatCustomer = (t: TranslateAction, lead: LeadRow): string =>
  lead.customerName || t('list.unnamed');

/** Describes the subject of a group's actions: the selected leads, or the open lead's customer. */
const describeSubject = (stores: LeadStores, t: TranslateAction, group: ActionGroup): string => {
  if (group !== 'lead' && group !== 'reply') return '';
  const { count } = stores.selecting.getState();
  if (group === 'lead' && count > 0) return t('selection.summary.title', { count });
  const lead = getOpenLead(stores);
  return lead === null ? '' : formatCustomer(t, lead);
};

const listActions: Source = (stores, t, { actions }) => {
  const { selected } = stores.leads.getState();
  const { selection } = stores.selecting.getState();
  const listed = actionGroups.flatMap((group) =>
    actions.filter(
      (action) => action.group === group && action.isOnlyKey !== true && action.canBeDone(),
    ),
  );
  return listed.map((action) => ({
    id: action.id,
    title: action.title(t),
    hint: describeSubject(stores, t, action.group),
    section: action.group,
    keyName: formatKey(action.keys[0] ?? ''),
    run: (now) => {
      // Ignored if other leads were selected meanwhile.
      const isSame =
        now.leads.getState().selected === selected &&
        now.selecting.getState().selection === selection;
      const isAboutLeads = action.group === 'lead' || action.group === 'reply';
      if (!isAboutLeads || isSame) action.run();
    },
  }));
};

const listBusinesses: Source = ({ leads }, t, { businesses }) => {
  if (businesses.length < 2) return [];
  const chosen = leads.getState().business;
  const offered = [
    { key: null, name: t('sidebar.everyBusiness') },
    ...businesses.map(({ key, name }) => ({ key, name })),
  ];
  return offered
    .filter(({ key }) => key !== chosen)
    .map(({ key, name }) => ({
      id: `business.${key ?? 'all'}`,
      title: name,
      hint: t('sidebar.businesses'),
      section: 'more',
      keyName: '',
      run: (now) => showInInbox(now, { business: key }),
    }));
};

const listReplyEntries: Source = (stores, t, { replies }) => {
  const lead = getOpenLead(stores);
  if (lead?.availability !== 'here' || stores.session.getState().screen !== 'inbox') return [];
  return listReplies(replies, lead).map((reply) => ({
    id: `reply.${reply.savedReplyID}`,
    title: reply.name,
    hint: t('actions:palette.insertFor', { name: formatCustomer(t, lead) }),
    section: 'more',
    keyName: '',
    run: (now) => {
      const row = getOpenLead(now);
      if (row?.leadID === lead.leadID) now.savedReplying.insert(row, reply);
    },
  }));
};

const sources: readonly Source[] = [listActions, listReplyEntries, listBusinesses];

export const listEntries: Source = (stores, t, known) =>
  sources.flatMap((source) => source(stores, t, known));

export type Found = Entry & {
  /** Positions of the typed letters in the title. */
  readonly letters: ReadonlySet<number>;
};

const none: ReadonlySet<number> = new Set();
const maxFound = 12;
/** Added to the score of a recent choice. */
const recentBonus = 4;

/** Finds entries that match the input, best first. Without input: recent choices, then all actions. */
export const findEntries = (
  entries: readonly Entry[],
  typed: string,
  recent: readonly string[],
): readonly Found[] => {
  if (typed.trim() === '') {
    const recentEntries = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
    const others = entries.filter(({ id, section }) => section !== 'more' && !recent.includes(id));
    return [...recentEntries, ...others].map((entry) => ({ ...entry, letters: none }));
  }
  return entries
    .flatMap((entry) => {
      const fit = computeFit(typed, entry.title);
      if (fit === null) return [];
      const score = fit.score + (recent.includes(entry.id) ? recentBonus : 0);
      return { entry: { ...entry, letters: fit.letters }, score };
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxFound)
    .map(({ entry }) => entry);
};
