/**
 * Loads the visible range of a list and keeps it up to date, one request at a time. Responses are never
 * discarded: they are merged, then the leads that changed meanwhile are refetched, so every response makes
 * progress, however fast changes come.
 */
import type { CommandInput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { ViewName } from '../../contract/views.ts';
import type { Bridge } from '../platform/bridge.ts';
import {
  heldOf,
  trimmed,
  withAbove,
  withBelow,
  withChanged,
  withFirstPage,
  type Held,
} from './lead-window.ts';

export type Scope = {
  readonly view: ViewName;
  /** The key of a business; null shows every one. */
  readonly business: string | null;
  readonly query: string;
  /** A search covers all leads, regardless of view and business. */
  readonly everywhere: boolean;
};

export const searchesAll = ({ query, everywhere }: Scope): boolean => query !== '' && everywhere;

export const sameScope = (a: Scope, b: Scope): boolean =>
  a.view === b.view &&
  a.business === b.business &&
  a.query === b.query &&
  (a.query === '' || a.everywhere === b.everywhere);

const pageSize = 50;
/** The contract's limit of rows and of lead ids in a request. */
const largestRead = 500;
/** Number of rows loaded beyond the visible ones. */
const ahead = 50;
/** Number of rows kept on either side. */
const margin = 150;
/** Short pages of a search (each took a tenth of a second) before it pauses. */
const maxShortPages = 20;
/** Milliseconds until a failed request is repeated. */
const retryDelay = 1_000;

export type LeadReader = {
  /** Reports the positions of the visible rows. */
  readonly see: (first: number, last: number) => void;
  /** Loads the row at that position instead of the visible ones, until `aim(null)`. */
  readonly aim: (position: number | null) => void;
  /** Null: any lead may have changed. */
  readonly markChanged: (leadIDs: readonly LeadID[] | null) => void;
  /** Number of rows above a place; null if the request failed. */
  readonly find: (place: string) => Promise<number | null>;
  /** The lead's row if it is in the list. */
  readonly lookUp: (leadID: LeadID) => Promise<ListedLead | null>;
  /** Whether a slow search waits for `continueSearch`. */
  readonly isPaused: () => boolean;
  readonly continueSearch: () => void;
  /** Resolves when nothing is left to load. */
  readonly whenIdle: () => Promise<void>;
  readonly close: () => void;
};

type Options = {
  readonly bridge: Bridge;
  readonly scope: Scope;
  /** A place around which loading begins; by default the top. */
  readonly from?: string | undefined;
  /** Called with the loaded rows; the next request waits for it. */
  readonly onRows: (held: Held) => Promise<void>;
  /** Called if nothing could be loaded. */
  readonly onError: (error: Failure) => void;
};

type Step = () => Promise<Answer<Held>>;

export const createLeadReader = ({ bridge, scope, from, onRows, onError }: Options): LeadReader => {
  const { view, business, query, everywhere } = scope;
  const searches = query !== '';
  const isOfBusiness = business !== null && !searchesAll(scope);
  const inScope = {
    view,
    ...(isOfBusiness && { business }),
    ...(searches && { query, everywhere }),
  };
  let held: Held | null = null;
  let sight = { first: 0, last: 0 };
  let aim: number | null = null;
  let changed = new Set<LeadID>();
  let isAllChanged = true;
  let isCorrectionNext = true;
  /** Consecutive short pages of a search. */
  let shortPages = 0;
  let closed = false;
  let isBusy = false;
  /** Whether anything was requested or changed during the running request. */
  let isNotified = false;
  let work: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const list = (
    part: Omit<CommandInput<'leads.list'>, 'view' | 'business' | 'query' | 'everywhere'>,
  ) => bridge.invoke('leads.list', { ...inScope, ...part });

  const within = (
    leadIDs: readonly LeadID[],
    { from, to, position }: Pick<Held, 'from' | 'to' | 'position'>,
  ) => bridge.invoke('leads.within', { ...inScope, leadIDs: [...leadIDs], from, to, position });

  const whole = { from: null, to: null, position: 0 };

  /** Rows from a position on, or the last ones of a list that has become shorter. */
  const readAt = async (position: number, limit: number): Promise<Answer<Held>> => {
    const page = await list({ limit, ...(position > 0 && { position }) });
    if (!page.ok) return page;
    const { leads, total } = page.value;
    if (leads.length === 0 && position > 0)
      return readAt(Math.max(0, Math.min(position, total ?? 0) - limit), limit);
    return { ok: true, value: heldOf(page.value, position, held) };
  };

  /** Refetches all loaded rows; at first loads the beginning. */
  const readAll = async (): Promise<Answer<Held>> => {
    const limit = Math.min(largestRead, Math.max(pageSize, held?.rows.length ?? 0));
    if (held === null && from !== undefined) {
      const there = await within([], { from, to: from, position: 0 });
      if (!there.ok) return there;
      const { position } = there.value;
      sight = { first: position, last: position };
      return readAt(Math.max(0, position - ahead), 2 * pageSize);
    }
    if (held === null || held.from === null) return readAt(0, limit);
    const now = await within([], held);
    return now.ok ? readAt(now.value.position, limit) : now;
  };

  /** Refetches a search's first page, and the changed leads below it. */
  const searchAgain = async (before: Held, leadIDs: ReadonlySet<LeadID>): Promise<Answer<Held>> => {
    const page = await list({ limit: pageSize });
    if (!page.ok) return page;
    const ids = before.rows.map(({ leadID }) => leadID).filter((leadID) => leadIDs.has(leadID));
    const present: ListedLead[] = [];
    for (let start = 0; start < ids.length; start += largestRead) {
      const now = await within(ids.slice(start, start + largestRead), whole);
      if (!now.ok) return now;
      present.push(...now.value.leads);
    }
    return { ok: true, value: withFirstPage(before, page.value, leadIDs, present) };
  };

  const readChanged = async (before: Held, leadIDs: ReadonlySet<LeadID>): Promise<Answer<Held>> => {
    if (searches) return searchAgain(before, leadIDs);
    const now = await within([...leadIDs], before);
    return now.ok ? { ok: true, value: withChanged(before, leadIDs, now.value) } : now;
  };

  const correct: Step = async () => {
    const isAll = isAllChanged || (!searches && changed.size > largestRead);
    const leadIDs = changed;
    changed = new Set();
    isAllChanged = false;
    const answer =
      held === null || (isAll && !searches)
        ? await readAll()
        : await readChanged(held, isAll ? new Set(held.rows.map(({ leadID }) => leadID)) : leadIDs);
    if (!answer.ok) {
      isAllChanged ||= isAll;
      for (const leadID of leadIDs) changed.add(leadID);
    }
    return answer;
  };

  const read = async (
    part: Parameters<typeof list>[0],
    merge: (page: Parameters<typeof withBelow>[1]) => Held,
  ): Promise<Answer<Held>> => {
    const page = await list(part);
    return page.ok ? { ok: true, value: merge(page.value) } : page;
  };

  const isPaused = (): boolean => shortPages >= maxShortPages;

  const inSight = (total: number | null): typeof sight => {
    const { first, last } = aim === null ? sight : { first: aim, last: aim };
    const end = total === null ? last : Math.max(0, Math.min(last, total - 1));
    return { first: Math.min(first, end), last: end };
  };

  /** The request for missing rows around the visible ones, or null. */
  const reach = (now: Held): Step | null => {
    const { rows, position, total, from, to } = now;
    const { first, last } = inSight(total);
    const end = position + rows.length;
    const isFar = first > end + pageSize || last < position - pageSize;
    const limitOf = (missing: number): number =>
      Math.min(largestRead, Math.max(pageSize, missing + ahead));
    if (!searches && isFar && (first < position ? from : to) !== null) {
      const start = Math.max(0, first - ahead);
      return () => readAt(start, limitOf(last - start));
    }
    if (from !== null && first - ahead / 2 < position) {
      const limit = limitOf(position - first);
      return () => read({ before: from, limit }, (page) => withAbove(now, page, limit));
    }
    if (to !== null && !isPaused() && last + ahead / 2 >= end) {
      const limit = limitOf(last - end);
      return () =>
        read({ cursor: to, limit }, (page) => {
          const isShort = searches && page.next !== null && page.leads.length < limit;
          shortPages = isShort ? shortPages + 1 : 0;
          return withBelow(now, page);
        });
    }
    return null;
  };

  /** Alternates between changed and missing rows, so that frequent changes do not block scrolling. */
  const next = (): Step | null => {
    if (held === null) return correct;
    const missing = reach(held);
    const isStale = isAllChanged || changed.size > 0;
    isCorrectionNext = isStale && (missing === null || isCorrectionNext);
    if (!isCorrectionNext) {
      isCorrectionNext = true;
      return missing;
    }
    isCorrectionNext = false;
    return correct;
  };

  /** Merges one answer; false if the reader must stop for now. */
  const run = async (step: Step): Promise<boolean> => {
    isNotified = false;
    const answer = await step();
    if (closed) return false;
    if (!answer.ok) {
      // The reason may have passed, such as an engine that is ready now.
      if (isNotified) return true;
      if (held === null) onError(answer.error);
      else timer = setTimeout(start, retryDelay);
      return false;
    }
    const { first, last } = inSight(answer.value.total);
    held = searches ? answer.value : trimmed(answer.value, first, last, margin);
    await onRows(held);
    return !closed;
  };

  const proceed = async (): Promise<void> => {
    isBusy = true;
    try {
      for (let step = next(); step !== null && (await run(step)); step = next());
    } finally {
      isBusy = false;
    }
  };

  const start = (): void => {
    isNotified = true;
    if (isBusy || closed) return;
    clearTimeout(timer);
    work = proceed();
  };

  start();
  return {
    see: (first, last) => {
      sight = { first, last };
      start();
    },
    aim: (position) => {
      // Until the list reports its scroll position, this is the visible row.
      if (position === null && aim !== null) sight = { first: aim, last: aim };
      aim = position;
      start();
    },
    markChanged: (leadIDs) => {
      if (leadIDs === null) isAllChanged = true;
      else for (const leadID of leadIDs) changed.add(leadID);
      start();
    },
    find: async (place) => {
      const at = await within([], { from: place, to: place, position: held?.position ?? 0 });
      return at.ok ? at.value.position : null;
    },
    lookUp: async (leadID) => {
      const found = await within([leadID], whole);
      return found.ok ? (found.value.leads[0] ?? null) : null;
    },
    isPaused,
    continueSearch: () => {
      shortPages = 0;
      start();
    },
    whenIdle: async () => {
      while (isBusy) await work;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
