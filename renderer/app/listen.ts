/**
 * Handles events from main and the engine, and reports to the engine which lead is open, whether its composer
 * contains text, and the window's focus.
 */
import type { Change } from '../../contract/events.ts';
import type { LeadID } from '../../contract/records.ts';
import { followBusinesses } from '../inbox/shown-view.ts';
import type { Drafts } from '../leads/drafts.ts';
import { findMatchPlace } from '../leads/searching.ts';
import { showInInbox, showLead } from '../leads/lead-records.ts';
import { isEmptySelection } from '../leads/selection-model.ts';
import { onRestart } from '../platform/bridge.ts';
import { isUnrelatedPress } from '../thread/send-ways.ts';
import type { Stores } from './stores.ts';

/** Reports that a colleague assigned a lead first. */
const showTaken = async (
  { bridge, toasts }: Stores,
  { leadID, person, at }: NonNullable<Change['taken']>,
): Promise<void> => {
  const [lead, people] = await Promise.all([
    bridge.invoke('leads.get', { leadID }),
    bridge.invoke('team.names', {}),
  ]);
  const customer = lead.ok ? lead.value.lead.row.customerName : '';
  const assignee = people.ok
    ? people.value.names.find((each) => each.person === person)
    : undefined;
  toasts.getState().show({
    kind: 'done',
    getText: (t) => {
      const name = customer || t('list.unnamed');
      const to = person === null ? t('assign.nobody') : (assignee?.name ?? t('thread.colleague'));
      return t('assign.taken', { name, to, at });
    },
  });
};

const handleChange = (stores: Stores, { kinds, leadIDs, taken, isOwnersOnly }: Change): void => {
  const { leads, toasts } = stores;
  if (isOwnersOnly === true) toasts.getState().show({ kind: 'failed', code: 'owner_only' });
  if (taken !== undefined) void showTaken(stores, taken);
  if (kinds.includes('businesses')) leads.getState().markChanged(null);
  else if (kinds.includes('leads')) leads.getState().markChanged(leadIDs);
};

const hasText = ({ texts }: Drafts, leadID: LeadID | null): boolean =>
  leadID !== null && (texts[leadID] ?? '') !== '';

/** Connects the stores to the app; the returned function disconnects them. */
export const listen = (stores: Stores, page: Window): (() => void) => {
  const { bridge, leads, conversation, drafts, replyFocus, connecting, session } = stores;
  const { arrivals, handing, noting, selecting, sendWays } = stores;

  const findWatchedLead = (): LeadID | null =>
    session.getState().screen === 'inbox' ? leads.getState().selected : null;
  const watch = (): void => {
    const leadID = findWatchedLead();
    const isTyping = hasText(drafts.getState(), leadID);
    void bridge.invoke('thread.watch', { leadID, focused: page.document.hasFocus(), isTyping });
  };
  /** Marks the open lead as read if the window has the focus. */
  const markSeen = (): void => {
    const { details, leadID } = conversation.getState();
    const { keptUnreadLead, unattendedLead, screen } = session.getState();
    // While leads are selected, the open one is not being read.
    const isSelecting = !isEmptySelection(selecting.getState().selection);
    const isReading = screen === 'inbox' && page.document.hasFocus() && !isSelecting;
    if (details === null || details.row.leadID !== leadID || !isReading) return;
    const hasNews = details.row.isUnread || details.row.isMentioned;
    if (hasNews && keptUnreadLead !== leadID && unattendedLead !== leadID)
      void bridge.invoke('leads.seen', { leadID, upTo: details.customerAt });
  };
  const handleFocus = (): void => {
    watch();
    markSeen();
  };
  const handlePress = (event: Event): void => {
    if ((event instanceof KeyboardEvent || event instanceof MouseEvent) && isUnrelatedPress(event))
      sendWays.getState().reportPress();
  };
  const markAttended = ({ target }: Event): void => {
    // Typing a search opens leads that the person has not read.
    if (target instanceof Element && target.closest('search') !== null) return;
    if (session.getState().unattendedLead === null) return;
    session.setState({ unattendedLead: null });
    markSeen();
  };
  /** A lead that is gone has no fields, and their stand-ins would receive all keys. */
  const endRequestsOfGone = (): void => {
    const { leadID, error } = conversation.getState();
    if (error?.code !== 'not_found') return;
    if (replyFocus.getState().requested === leadID) replyFocus.getState().end();
    if (noting.getState().open?.leadID === leadID) noting.getState().close();
  };
  const updateOnline = (): void => session.setState({ isOnline: page.navigator.onLine });
  const saveDrafts = (): void => drafts.getState().flush();
  updateOnline();

  const unsubscribes = [
    followBusinesses(stores),
    arrivals.getState().follow(),
    bridge.on('changed', (change) => handleChange(stores, change)),
    bridge.on('connecting', (attempt) => connecting.getState().follow(attempt)),
    bridge.on('openLead', ({ leadID }) => {
      showLead(stores, leadID);
      replyFocus.getState().request(leadID);
    }),
    bridge.on('openReview', (review) => session.setState({ screen: 'reviews', review })),
    bridge.on('openProfile', () =>
      session.setState(({ openedProfileCount }) => ({
        screen: 'connect',
        openedProfileCount: openedProfileCount + 1,
      })),
    ),
    bridge.on('openScreen', ({ screen }) => {
      if (screen === 'inbox')
        showInInbox(stores, { view: 'needs_reply', business: null, query: '' });
      else session.getState().go(screen);
    }),
    bridge.on('engine', (engine) => session.setState({ engine })),
    onRestart(bridge, () => void leads.getState().refetch()),
    leads.subscribe((state, before) => {
      if (state.selected === before.selected) return;
      drafts.getState().flush();
      if (replyFocus.getState().requested !== state.selected) replyFocus.getState().end();
      session.setState({ keptUnreadLead: null, snoozingLead: null });
      handing.setState({ open: null });
      conversation.getState().open(state.selected, findMatchPlace(state));
      watch();
    }),
    replyFocus.subscribe(endRequestsOfGone),
    noting.subscribe(endRequestsOfGone),
    drafts.subscribe((state, before) => {
      const leadID = findWatchedLead();
      if (hasText(state, leadID) !== hasText(before, leadID)) watch();
    }),
    conversation.subscribe((state, before) => {
      // The open lead was removed with its account.
      if (state.state === 'failed' && before.state === 'ready')
        return leads.getState().select(null);
      endRequestsOfGone();
      if (state.details === null) return;
      // A merged lead has the same details under both ids.
      if (state.details === before.details && state.state === before.state) return;
      // The open lead was merged into another one, which is opened instead.
      const { row, draft, draftReplyID } = state.details;
      const { leadID } = row;
      if (state.state === 'ready' && leadID !== state.leadID) {
        if (replyFocus.getState().requested === state.leadID)
          replyFocus.setState({ requested: leadID });
        if (state.leadID !== null) {
          noting.getState().follow(state.leadID, leadID);
          drafts.getState().follow(state.leadID, leadID, draft, draftReplyID);
        }
        return leads.getState().select(leadID);
      }
      drafts.getState().restore(leadID, draft, draftReplyID);
      markSeen();
    }),
    selecting.subscribe(({ selection }, before) => {
      if (isEmptySelection(selection) && !isEmptySelection(before.selection)) markSeen();
    }),
    session.subscribe((state, before) => {
      if (state.screen === before.screen) return;
      if (state.screen !== 'inbox') {
        replyFocus.getState().end();
        session.setState({ snoozingLead: null });
      }
      handleFocus();
    }),
  ];
  const listeners = [
    ['focus', handleFocus],
    ['blur', handleFocus],
    ['keydown', handlePress],
    ['mousedown', handlePress],
    ['online', updateOnline],
    ['offline', updateOnline],
    ['keydown', markAttended],
    ['pointerdown', markAttended],
    // The lead may have opened between press and release of the same click.
    ['click', markAttended],
    ['beforeunload', saveDrafts],
    ['pagehide', saveDrafts],
  ] as const;
  for (const [name, listener] of listeners) page.addEventListener(name, listener);
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    for (const [name, listener] of listeners) page.removeEventListener(name, listener);
  };
};
