/**
 * Everything the screen knows, put together by hand: each store takes what it needs as an argument,
 * so that a test passes its own bridge and its own clock.
 */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountID, LeadID } from '../../contract/records.ts';
import { answering, type Bridge } from '../platform/bridge.ts';
import { calm } from '../platform/changes.ts';
import { after, type After } from '../platform/timer.ts';
import { createArrivals, type Arrivals } from '../inbox/arrivals.ts';
import { createBulk, type Bulk } from '../inbox/bulk.ts';
import { createCalling, type Calling } from '../leads/calling.ts';
import { createChord, type Chord } from '../actions/chord.ts';
import { createCommanding, type Commanding } from '../actions/commanding.ts';
import { createConnecting, type Connecting } from '../accounts/connecting.ts';
import { createConversation, type Conversation } from '../leads/conversation.ts';
import { createDrafts, type Drafts } from '../leads/drafts.ts';
import { createInserting, type Inserting } from '../leads/inserting.ts';
import { createLeads, type Leads } from '../leads/leads.ts';
import { createMarking, type Marking } from '../leads/marking.ts';
import type { Dependencies } from '../leads/dependencies.ts';
import { createNoting, type Noting } from '../thread/noting.ts';
import type { OpenList } from '../phone-numbers/bulk-send.ts';
import { createQueries } from '../platform/queries.ts';
import { createSearching, type Searching } from '../thread/searching.ts';
import { createSendWays, type SendWays } from '../thread/send-ways.ts';
import { createReplying, type Replying } from '../thread/replying.ts';
import { createReplyLanguages, type ReplyLanguages } from '../leads/reply-language.ts';
import { createReplyEditor, type ReplyEditor } from '../saved-replies/reply-editor.ts';
import { createSavedReplying, type SavedReplying } from '../leads/saved-replies.ts';
import { createSavingViews, type SavingViews } from '../inbox/saving-views.ts';
import { createSelecting, type Selecting } from '../leads/selection.ts';
import { createSession, type Session } from '../platform/session.ts';
import { createSettings } from '../platform/settings.ts';
import type { Staging } from '../staging/staging.ts';
import { createTicker } from '../platform/ticker.ts';
import { createToasts, type Toasts } from '../platform/toasts.ts';
import { createValuing, type Valuing } from '../leads/valuing.ts';
import { createUndoing } from '../platform/undo.ts';
import { createThumbnails, type Thumbnails } from '../thread/thumbnails.ts';
import { createViewer, type Viewer } from '../thread/photo-place.ts';

export type Tagging = { readonly open: LeadID | null };

export type Stores = Dependencies & {
  readonly replying: Replying;
  readonly marking: Marking;
  readonly searching: StoreApi<Searching>;
  readonly sendWays: StoreApi<SendWays>;
  readonly inserting: Inserting;
  readonly savedReplying: SavedReplying;
  /** The language in which each lead is answered, where the professional has chosen it. */
  readonly replyLanguages: StoreApi<ReplyLanguages>;
  /** The saved reply that is being written: it is kept while another screen is shown. */
  readonly replyEditor: StoreApi<ReplyEditor>;
  readonly noting: StoreApi<Noting>;
  readonly after: After;
  readonly commanding: StoreApi<Commanding>;
  /** The first of two keys that follow each other. */
  readonly chord: StoreApi<Chord>;
  /** The photo that is shown large. */
  readonly viewer: StoreApi<Viewer>;
  readonly thumbnails: StoreApi<Thumbnails>;
  readonly valuing: Valuing;
  /** New leads that came out of sight. */
  readonly arrivals: StoreApi<Arrivals>;
  /** What is selected of the list, and what is done to all of it. */
  readonly selecting: StoreApi<Selecting>;
  readonly bulk: StoreApi<Bulk>;
  readonly savingViews: StoreApi<SavingViews>;
  /** The lead whose tags are being chosen. */
  readonly tagging: StoreApi<Tagging>;
  /** The list of phone numbers at hand: it is sent on while another screen is shown. */
  readonly numberList: StoreApi<{ readonly open: OpenList | null }>;
  /** The test leads of the staging preview, once it was opened: one may still be being made. */
  readonly testLeads: StoreApi<{ readonly open: StoreApi<Staging> | null }>;
  /** Whether what is new in this version is shown over the window. */
  readonly news: StoreApi<{ readonly isOpen: boolean }>;
  /** Signs an account in again and shows how that goes. */
  readonly reconnect: (accountID: AccountID) => Promise<void>;
};

/** Milliseconds between two changes that the window hears of. */
const pause = 100;

/** @param now UTC milliseconds */
export const createStores = (given: Bridge, now: () => number, later: After = after): Stores => {
  const bridge = calm(answering(given), pause);
  const queries = createQueries(bridge);
  const drafts = createDrafts(bridge);
  const toasts = createToasts(now);
  const dependencies: Dependencies = {
    bridge,
    queries,
    leads: createLeads(bridge),
    conversation: createConversation(queries),
    drafts,
    calling: createCalling(drafts),
    settings: createSettings(bridge, queries),
    connecting: createConnecting(bridge, queries),
    session: createSession(),
    toasts,
    undoing: createUndoing(toasts, now),
    ticker: createTicker(now, 2_000),
    seconds: createTicker(now, 500),
  };
  const reconnect = async (accountID: AccountID): Promise<void> => {
    const error = await dependencies.connecting.getState().start({ accountID });
    if (error === null) dependencies.session.getState().go('connect');
    else dependencies.toasts.getState().say({ what: 'failed', code: error.code });
  };
  const inserting = createInserting();
  const replyLanguages = createReplyLanguages(inserting);
  const replying = createReplying(dependencies);
  const marking = createMarking(dependencies);
  const selecting = createSelecting(dependencies);
  return {
    ...dependencies,
    reconnect,
    replying,
    marking,
    inserting,
    replyLanguages,
    savedReplying: createSavedReplying({ ...dependencies, inserting, replyLanguages }),
    replyEditor: createReplyEditor(dependencies),
    searching: createSearching(dependencies),
    sendWays: createSendWays({ ...dependencies, replying, marking }),
    noting: createNoting(dependencies, now),
    commanding: createCommanding(),
    chord: createChord(later),
    after: later,
    viewer: createViewer(),
    thumbnails: createThumbnails(dependencies),
    valuing: createValuing(dependencies),
    arrivals: createArrivals(dependencies, later),
    selecting,
    bulk: createBulk({ ...dependencies, selecting }, now),
    savingViews: createSavingViews({ ...dependencies, after: later }),
    tagging: createStore(() => ({ open: null })),
    numberList: createStore(() => ({ open: null })),
    testLeads: createStore(() => ({ open: null })),
    news: createStore(() => ({ isOpen: false })),
  };
};

const StoresContext = createContext<Stores | null>(null);
export const StoresProvider = StoresContext;

export const useStores = (): Stores => {
  const stores = use(StoresContext);
  if (stores === null) throw new Error('no stores above this component');
  return stores;
};

export const useLeads = <T>(read: (state: Leads) => T): T => useStore(useStores().leads, read);
export const useConversation = <T>(read: (state: Conversation) => T): T =>
  useStore(useStores().conversation, read);
export const useSearching = <T>(read: (state: Searching) => T): T =>
  useStore(useStores().searching, read);
export const useDrafts = <T>(read: (state: Drafts) => T): T => useStore(useStores().drafts, read);
export const useCalling = <T>(read: (state: Calling) => T): T =>
  useStore(useStores().calling, read);
export const useConnecting = <T>(read: (state: Connecting) => T): T =>
  useStore(useStores().connecting, read);
export const useSession = <T>(read: (state: Session) => T): T =>
  useStore(useStores().session, read);
export const useToasts = <T>(read: (state: Toasts) => T): T => useStore(useStores().toasts, read);
export const useNoting = <T>(read: (state: Noting) => T): T => useStore(useStores().noting, read);
export const useSelecting = <T>(read: (state: Selecting) => T): T =>
  useStore(useStores().selecting, read);
export const useTagging = <T>(read: (state: Tagging) => T): T =>
  useStore(useStores().tagging, read);
