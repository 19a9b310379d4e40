/**
 * Reads the part of one list that is looked at, and keeps it true. One question is under way at a
 * time. A change names leads, and those alone are read again; an answer is never thrown away because
 * something has changed since: it is laid in, and what changed is read after it. So every answer
 * brings the list forward, however fast changes come.
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
  /** What is searched for is searched in all leads there are, whatever the view. */
  readonly everywhere: boolean;
};

/** Whether a search goes over all leads: it is in no view and of no business then. */
export const searchesAll = ({ query, everywhere }: Scope): boolean => query !== '' && everywhere;

/** Whether both show the same list. */
export const sameScope = (a: Scope, b: Scope): boolean =>
  a.view === b.view &&
  a.business === b.business &&
  a.query === b.query &&
  (a.query === '' || a.everywhere === b.everywhere);

const pageSize = 50;
/** The most rows that one read may ask for, and the most leads that it may name (contract). */
const largestRead = 500;
/** So many rows beyond those in sight are read before they are scrolled to. */
const ahead = 50;
/** So many are held on either side: scrolling to and fro reads nothing. */
const margin = 150;
/** Pages of a search that ended early (each took a tenth of a second) before it pauses. */
const mostShortPages = 20;
/** Milliseconds until a read that failed is tried again. */
const again = 1_000;

export type LeadReader = {
  /** Tells which rows of the list are in sight, by their positions. */
  readonly see: (first: number, last: number) => void;
  /** Brings the row at that position, wherever the sight is, until `aim(null)`. */
  readonly aim: (position: number | null) => void;
  /** These leads have changed; null: any may have. */
  readonly changed: (leadIDs: readonly LeadID[] | null) => void;
  /** How many rows of the list stand above a place; null when that could not be asked. */
  readonly find: (place: string) => Promise<number | null>;
  /** A lead of the list wherever it stands now, or null. */
  readonly lookUp: (leadID: LeadID) => Promise<ListedLead | null>;
  /** Whether a search took too long and waits for `goOn`: what it has found so far is shown. */
  readonly isPaused: () => boolean;
  /** Continues a search that has paused. */
  readonly goOn: () => void;
  /** Resolves when nothing is left to be read. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
};

type Options = {
  readonly bridge: Bridge;
  readonly scope: Scope;
  /** A place of the list around which it is read first; its top otherwise. */
  readonly from?: string | undefined;
  /** Shows what is held now; the next question is asked when that is done. */
  readonly show: (held: Held) => Promise<void>;
  /** Nothing could be read yet. */
  readonly fail: (error: Failure) => void;
};

type Step = () => Promise<Answer<Held>>;

/** A reader of one list, which begins with its first rows or around a place of it. */
export const createLeadReader = ({ bridge, scope, from, show, fail }: Options): LeadReader => {
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
  /** Pages of a search in succession that ended early. */
  let shortPages = 0;
  let closed = false;
  let isBusy = false;
  /** Whether somebody has said something since the question that is under way. */
  let isTold = false;
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

  /** So many rows from a position on, or the last ones of a list that has become shorter. */
  const readAt = async (position: number, limit: number): Promise<Answer<Held>> => {
    const page = await list({ limit, ...(position > 0 && { position }) });
    if (!page.ok) return page;
    const { leads, total } = page.value;
    if (leads.length === 0 && position > 0)
      return readAt(Math.max(0, Math.min(position, total ?? 0) - limit), limit);
    return { ok: true, value: heldOf(page.value, position, held) };
  };

  /** Everything held, read again; at first the top of the list. */
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

  /** A search: its first page, and what has changed of the leads further down. */
  const searchAgain = async (before: Held, leadIDs: ReadonlySet<LeadID>): Promise<Answer<Held>> => {
    const page = await list({ limit: pageSize });
    if (!page.ok) return page;
    const told = before.rows.map(({ leadID }) => leadID).filter((leadID) => leadIDs.has(leadID));
    const present: ListedLead[] = [];
    for (let start = 0; start < told.length; start += largestRead) {
      const now = await within(told.slice(start, start + largestRead), whole);
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
    lay: (page: Parameters<typeof withBelow>[1]) => Held,
  ): Promise<Answer<Held>> => {
    const page = await list(part);
    return page.ok ? { ok: true, value: lay(page.value) } : page;
  };

  const isPaused = (): boolean => shortPages >= mostShortPages;

  const inSight = (total: number | null): typeof sight => {
    const { first, last } = aim === null ? sight : { first: aim, last: aim };
    const end = total === null ? last : Math.max(0, Math.min(last, total - 1));
    return { first: Math.min(first, end), last: end };
  };

  /** What is missing around the sight, if anything. */
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

  /** What has changed and what is missing take turns: changes that pour in keep nobody from scrolling. */
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

  /** Lays in one answer; false when there is nothing to go on with for now. */
  const take = async (step: Step): Promise<boolean> => {
    isTold = false;
    const answer = await step();
    if (closed) return false;
    if (!answer.ok) {
      // What it failed for may be over: the engine is ready by now, or it is another part.
      if (isTold) return true;
      if (held === null) fail(answer.error);
      else timer = setTimeout(start, again);
      return false;
    }
    const { first, last } = inSight(answer.value.total);
    held = searches ? answer.value : trimmed(answer.value, first, last, margin);
    await show(held);
    return !closed;
  };

  /** Idle as soon as nothing is missing, so that whoever says something then starts it again. */
  const proceed = async (): Promise<void> => {
    isBusy = true;
    try {
      for (let step = next(); step !== null && (await take(step)); step = next());
    } finally {
      isBusy = false;
    }
  };

  const start = (): void => {
    isTold = true;
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
      // Until the list tells where it was scrolled to, that is what is looked at.
      if (position === null && aim !== null) sight = { first: aim, last: aim };
      aim = position;
      start();
    },
    changed: (leadIDs) => {
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
    goOn: () => {
      shortPages = 0;
      start();
    },
    settled: async () => {
      while (isBusy) await work;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
