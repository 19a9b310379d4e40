/**
 * Loads the visible range of a list and keeps it up to date, one request at a time. Responses are never discarded:
 * they are merged, then the leads that changed meanwhile are refetched, so every response makes progress.
 */
import type { CommandInput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import {
  trim,
  toWindow,
  prependPage,
  appendPage,
  mergeChanged,
  mergeFirstPage,
  type LeadWindow,
} from './lead-window.ts';
import { toListInput, type Scope } from './scope.ts';

const pageSize = 50;
/** The contract's limit of rows and of lead ids in a request. */
const maxReadSize = 500;
/** Number of rows loaded beyond the visible ones. */
const rowsAhead = 50;
/** Number of rows that stay loaded above and below the visible ones. */
const keptRows = 150;
/** Short pages, each found in a tenth of a second, after which a search pauses. */
const maxShortPages = 20;
/** Delay before a failed request is retried. */
const retryMs = 1_000;

export type LeadReader = ReturnType<typeof createLeadReader>;

type Options = {
  readonly bridge: Bridge;
  readonly scope: Scope;
  /** A place around which loading begins; by default the top. */
  readonly from?: string | undefined;
  /** Called with the loaded rows; the next request waits for it. */
  readonly onRows: (loaded: LeadWindow) => Promise<void>;
  /** Called if a request fails before anything is loaded. */
  readonly onError: (error: Failure) => void;
};

type Step = () => Promise<Answer<LeadWindow>>;

export const createLeadReader = ({ bridge, scope, from, onRows, onError }: Options) => {
  const isSearch = scope.query !== '';
  const inScope = toListInput(scope);
  let loaded: LeadWindow | null = null;
  let visible = { first: 0, last: 0 };
  let aim: number | null = null;
  let changed = new Set<LeadID>();
  let isAllChanged = true;
  let isCorrectionNext = true;
  let shortPages = 0;
  let isClosed = false;
  let isBusy = false;
  /** True if anything was requested or changed during the running request. */
  let isNotified = false;
  let work: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fetchPage = (
    part: Omit<CommandInput<'leads.list'>, 'view' | 'business' | 'query' | 'everywhere'>,
  ) => bridge.invoke('leads.list', { ...inScope, ...part });

  const fetchWithin = (
    leadIDs: readonly LeadID[],
    { from, to, position }: Pick<LeadWindow, 'from' | 'to' | 'position'>,
  ) => bridge.invoke('leads.within', { ...inScope, leadIDs: [...leadIDs], from, to, position });

  const wholeList = { from: null, to: null, position: 0 };

  /** Fetches rows from a position on, or the last ones of a list that has become shorter. */
  const fetchAt = async (position: number, limit: number): Promise<Answer<LeadWindow>> => {
    const page = await fetchPage({ limit, ...(position > 0 && { position }) });
    if (!page.ok) return page;
    const { leads, total } = page.value;
    if (leads.length === 0 && position > 0)
      return fetchAt(Math.max(0, Math.min(position, total ?? 0) - limit), limit);
    return { ok: true, value: toWindow(page.value, position, loaded) };
  };

  /** Refetches the loaded rows; at first loads those around `from` or at the top. */
  const fetchAll = async (): Promise<Answer<LeadWindow>> => {
    const limit = Math.min(maxReadSize, Math.max(pageSize, loaded?.rows.length ?? 0));
    if (loaded === null && from !== undefined) {
      const answer = await fetchWithin([], { from, to: from, position: 0 });
      if (!answer.ok) return answer;
      const { position } = answer.value;
      visible = { first: position, last: position };
      return fetchAt(Math.max(0, position - rowsAhead), 2 * pageSize);
    }
    if (loaded === null || loaded.from === null) return fetchAt(0, limit);
    const answer = await fetchWithin([], loaded);
    return answer.ok ? fetchAt(answer.value.position, limit) : answer;
  };

  /** Refetches a search's first page, and the changed leads below it. */
  const fetchSearch = async (
    before: LeadWindow,
    leadIDs: ReadonlySet<LeadID>,
  ): Promise<Answer<LeadWindow>> => {
    const page = await fetchPage({ limit: pageSize });
    if (!page.ok) return page;
    const ids = before.rows.map(({ leadID }) => leadID).filter((leadID) => leadIDs.has(leadID));
    const present: ListedLead[] = [];
    for (let start = 0; start < ids.length; start += maxReadSize) {
      const answer = await fetchWithin(ids.slice(start, start + maxReadSize), wholeList);
      if (!answer.ok) return answer;
      present.push(...answer.value.leads);
    }
    return { ok: true, value: mergeFirstPage(before, page.value, leadIDs, present) };
  };

  const fetchChanged = async (
    before: LeadWindow,
    leadIDs: ReadonlySet<LeadID>,
  ): Promise<Answer<LeadWindow>> => {
    if (isSearch) return fetchSearch(before, leadIDs);
    const answer = await fetchWithin([...leadIDs], before);
    return answer.ok ? { ok: true, value: mergeChanged(before, leadIDs, answer.value) } : answer;
  };

  const refetchChanged: Step = async () => {
    const isAll = isAllChanged || (!isSearch && changed.size > maxReadSize);
    const leadIDs = changed;
    changed = new Set();
    isAllChanged = false;
    const answer =
      loaded === null || (isAll && !isSearch)
        ? await fetchAll()
        : await fetchChanged(
            loaded,
            isAll ? new Set(loaded.rows.map(({ leadID }) => leadID)) : leadIDs,
          );
    if (!answer.ok) {
      isAllChanged ||= isAll;
      for (const leadID of leadIDs) changed.add(leadID);
    }
    return answer;
  };

  const fetchAndMerge = async (
    part: Parameters<typeof fetchPage>[0],
    merge: (page: Parameters<typeof appendPage>[1]) => LeadWindow,
  ): Promise<Answer<LeadWindow>> => {
    const page = await fetchPage(part);
    return page.ok ? { ok: true, value: merge(page.value) } : page;
  };

  const isPaused = (): boolean => shortPages >= maxShortPages;

  const getVisibleRange = (total: number | null): typeof visible => {
    const { first, last } = aim === null ? visible : { first: aim, last: aim };
    const end = total === null ? last : Math.max(0, Math.min(last, total - 1));
    return { first: Math.min(first, end), last: end };
  };

  /** Finds the request for missing rows around the visible ones, or null. */
  const findMissing = (current: LeadWindow): Step | null => {
    const { rows, position, total, from, to } = current;
    const { first, last } = getVisibleRange(total);
    const end = position + rows.length;
    const isFar = first > end + pageSize || last < position - pageSize;
    const chooseLimit = (missing: number): number =>
      Math.min(maxReadSize, Math.max(pageSize, missing + rowsAhead));
    if (!isSearch && isFar && (first < position ? from : to) !== null) {
      const start = Math.max(0, first - rowsAhead);
      return () => fetchAt(start, chooseLimit(last - start));
    }
    if (from !== null && first - rowsAhead / 2 < position) {
      const limit = chooseLimit(position - first);
      return () =>
        fetchAndMerge({ before: from, limit }, (page) => prependPage(current, page, limit));
    }
    if (to !== null && !isPaused() && last + rowsAhead / 2 >= end) {
      const limit = chooseLimit(last - end);
      return () =>
        fetchAndMerge({ cursor: to, limit }, (page) => {
          const isShort = isSearch && page.next !== null && page.leads.length < limit;
          shortPages = isShort ? shortPages + 1 : 0;
          return appendPage(current, page);
        });
    }
    return null;
  };

  /** Alternates between changed and missing rows, so that frequent changes do not block scrolling. */
  const chooseStep = (): Step | null => {
    if (loaded === null) return refetchChanged;
    const missing = findMissing(loaded);
    const isStale = isAllChanged || changed.size > 0;
    isCorrectionNext = isStale && (missing === null || isCorrectionNext);
    if (!isCorrectionNext) {
      isCorrectionNext = true;
      return missing;
    }
    isCorrectionNext = false;
    return refetchChanged;
  };

  /** Takes a step and publishes the rows; false if the reader must stop for now. */
  const takeStep = async (step: Step): Promise<boolean> => {
    isNotified = false;
    const answer = await step();
    if (isClosed) return false;
    if (!answer.ok) {
      // The cause may be gone, such as an engine that was not ready.
      if (isNotified) return true;
      if (loaded === null) onError(answer.error);
      else timer = setTimeout(start, retryMs);
      return false;
    }
    const { first, last } = getVisibleRange(answer.value.total);
    loaded = isSearch ? answer.value : trim(answer.value, first, last, keptRows);
    await onRows(loaded);
    return !isClosed;
  };

  const takeSteps = async (): Promise<void> => {
    isBusy = true;
    try {
      for (let step = chooseStep(); step !== null && (await takeStep(step)); step = chooseStep());
    } finally {
      isBusy = false;
    }
  };

  const start = (): void => {
    isNotified = true;
    if (isBusy || isClosed) return;
    clearTimeout(timer);
    work = takeSteps();
  };

  start();
  return {
    /** Reports the positions of the visible rows. */
    see: (first: number, last: number): void => {
      visible = { first, last };
      start();
    },
    /** Loads the row at that position instead of the visible ones, until `aim(null)`. */
    aim: (position: number | null): void => {
      // This is the visible row until the list reports its scroll position.
      if (position === null && aim !== null) visible = { first: aim, last: aim };
      aim = position;
      start();
    },
    /** Null: any lead may have changed. */
    markChanged: (leadIDs: readonly LeadID[] | null): void => {
      if (leadIDs === null) isAllChanged = true;
      else for (const leadID of leadIDs) changed.add(leadID);
      start();
    },
    /** Returns the number of rows above a place; null if the request failed. */
    findPosition: async (place: string): Promise<number | null> => {
      const at = await fetchWithin([], { from: place, to: place, position: loaded?.position ?? 0 });
      return at.ok ? at.value.position : null;
    },
    /** Fetches the lead's row; null if it is not in the list, undefined if the request failed. */
    lookUp: async (leadID: LeadID): Promise<ListedLead | null | undefined> => {
      const found = await fetchWithin([leadID], wholeList);
      return found.ok ? (found.value.leads[0] ?? null) : undefined;
    },
    /** True while a slow search is paused, until `continueSearch`. */
    isPaused,
    continueSearch: (): void => {
      shortPages = 0;
      start();
    },
    /** Resolves when nothing is left to load. */
    waitUntilIdle: async (): Promise<void> => {
      while (isBusy) await work;
    },
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};
