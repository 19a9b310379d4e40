/** Composes the handlers of all engine commands. */
import type { Change } from '../../contract/events.ts';
import { succeed } from '../../contract/errors.ts';
import type { Notice } from '../../contract/port.ts';
import type { LeadRow } from '../../contract/records.ts';
import { aheadOf, type Clock } from '../clock/clock.ts';
import type { Ingest } from './accounts/ingest/ingest.ts';
import type { Reader } from './accounts/reader.ts';
import type { Registry } from './accounts/registry.ts';
import type { Service } from './accounts/service.ts';
import type { Photos } from './photos/photos.ts';
import type { Outbox } from './conversation/outbox/outbox.ts';
import type { AutomaticReplyRuntime } from './automatic/runtime.ts';
import { noticeCommands } from './notify/commands.ts';
import type { NotifyPolicy } from './notify/policy.ts';
import type { Reach } from './reach/reach.ts';
import type { EngineCommand, Handlers } from './platform/command/handler.ts';
import type { Slices } from './platform/slices.ts';
import type { Store } from './platform/store/store.ts';
import type { Receiving } from './receiver/receiving.ts';
import type { Matching } from './tools/move/matching.ts';
import type { TeamRuntime } from './team-runtime.ts';
import type { Tunnel } from './tunnel/tunnel.ts';
import { connectionCommands } from './accounts/commands.ts';
import { deliveryCommands } from './receiver/delivery-commands.ts';
import { customerCommands } from './leads/earlier.ts';
import { leadCommands } from './leads/commands.ts';
import { searchCommands } from './leads/search-commands.ts';
import { savedViewCommands } from './leads/saved-views.ts';
import type { ViewCounts } from './leads/view-counts.ts';
import { tagCommands } from './leads/tags.ts';
import { accountCommands } from './accounts/account-commands.ts';
import { messagesWithFiles } from './conversation/message-pages.ts';
import { photoCommands, type FilesOfOne } from './photos/commands.ts';
import { moveCommands } from './tools/move/commands.ts';
import { phoneNumberCommands } from './tools/phone-numbers/commands.ts';
import { insightsCommands } from './tools/insights/commands.ts';
import { lookupCommands } from './tools/lookup.ts';
import { reviewCommands } from './tools/reviews.ts';
import { createMarking } from './leads/marking.ts';
import { savedReplyCommands } from './conversation/saved-replies.ts';
import { olderCopyCommands } from './tools/older-copy.ts';
import { settingsCommands } from './tools/settings.ts';
import { stagingCommands } from './tools/staging/commands.ts';
import { noteCommands } from './conversation/note-commands.ts';
import { threadCommands } from './conversation/commands.ts';
import { tunnelCommands } from './tunnel/commands.ts';
import { followMergedLeads } from './tools/move/merged-leads.ts';
import { createNumberBook } from './tools/phone-numbers/book.ts';
import { leadDetails } from './accounts/lead-details.ts';
import { pollSoon } from './accounts/polls.ts';
import { setIncomplete } from './leads/leads.ts';
import { rowOf } from './platform/store/ids.ts';

const filesOf = (
  store: Store,
  readerOf: (accountID: string) => Reader,
  lead: number,
): { readonly accountID: string; readonly all: readonly FilesOfOne[] } | null => {
  const details = leadDetails(store, readerOf, lead);
  if (details === null) return null;
  const { row, request } = details;
  const requestFiles = {
    messageID: null,
    side: null,
    at: row.createdAt,
    files: request.attachments,
  };
  const messageFiles = messagesWithFiles(store, lead).map(({ attachments, ...message }) => ({
    ...message,
    files: attachments,
  }));
  return { accountID: row.accountID, all: [requestFiles, ...messageFiles] };
};

/** Commands for a merged lead are redirected to the remaining one. */
export const composeCommands = (dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly slices: Slices;
  readonly ingest: Ingest;
  readonly accounts: Registry;
  /** Null if the account's service cannot be used. */
  readonly client: (accountID: string) => Service | null;
  readonly readerOf: (accountID: string) => Reader;
  readonly outbox: Outbox;
  readonly photos: Photos;
  readonly matching: Matching;
  readonly notify: NotifyPolicy;
  readonly channels: Pick<Reach, 'report'>;
  readonly automatic: Pick<AutomaticReplyRuntime, 'commands' | 'setTyping'>;
  readonly show: (notice: Notice) => void;
  readonly tunnel: Tunnel;
  readonly team: Pick<TeamRuntime, 'commands' | 'watch'>;
  readonly receiving: Receiving;
  readonly applyRecorded: () => Promise<boolean>;
  readonly jobStatusChanged: () => void;
  readonly orderChanged: () => void;
  readonly viewCounts: ViewCounts;
  readonly publish: (change: Change) => void;
}): Handlers<EngineCommand> => {
  const { store, clock, slices, accounts, readerOf, photos, notify } = dependencies;
  const { automatic, channels, tunnel, receiving, team, viewCounts } = dependencies;
  const mark = createMarking(dependencies);
  /** Marks a lead with an unreadable record as incomplete, and polls it where the service can be polled. */
  const refetchUnreadable = ({ accountID, leadID, incomplete }: LeadRow): void => {
    const lead = rowOf(leadID);
    if (incomplete || lead === null) return;
    store.write(() => {
      setIncomplete(store, lead);
      if (accounts.of(accountID)?.capabilities.canPollLeads === true)
        pollSoon(store, accountID, lead, clock.steady());
    });
    accounts.pollDue();
  };
  return followMergedLeads(store, {
    ...leadCommands({
      ...dependencies,
      mark,
      details: (lead) => leadDetails(store, readerOf, lead, aheadOf(clock), refetchUnreadable),
      reopened: accounts.pollLeads,
    }),
    ...lookupCommands({
      ...dependencies,
      lookUp: (accountID) => accounts.of(accountID)?.lookUp ?? null,
      fetchSoon: (accountID, lead) => {
        store.write(() => pollSoon(store, accountID, lead, clock.steady()));
        accounts.pollDue();
      },
    }),
    ...tunnelCommands(tunnel, () => receiving.reach.tunnelWorks()),
    ...team.commands,
    ...reviewCommands(dependencies),
    ...stagingCommands({
      ...dependencies,
      canPollLeads: (accountID) => accounts.of(accountID)?.capabilities.canPollLeads === true,
    }),
    ...moveCommands({
      ...dependencies,
      isCurrent: (accountID) => accounts.of(accountID)?.capabilities.isCurrent ?? null,
    }),
    ...phoneNumberCommands({
      store,
      hasNumbers: (accountID) => accounts.of(accountID)?.capabilities.hasPhoneNumbers === true,
      book: createNumberBook(dependencies),
    }),
    ...savedReplyCommands(dependencies),
    ...automatic.commands,
    ...insightsCommands(dependencies),
    ...savedViewCommands({ ...dependencies, counts: viewCounts }),
    ...olderCopyCommands(store),
    ...settingsCommands(dependencies),
    ...threadCommands({
      ...dependencies,
      watch: (leadID, focused, isTyping) => {
        automatic.setTyping(isTyping ? leadID : null);
        notify.watch(leadID, focused);
        const lead = leadID === null ? null : rowOf(leadID);
        accounts.watch(lead, focused);
        team.watch(focused || isTyping ? lead : null, isTyping);
      },
    }),
    ...customerCommands(store, clock),
    ...tagCommands(store),
    ...searchCommands(store, clock, slices),
    ...noteCommands({ ...dependencies, mark }),
    ...noticeCommands({ ...dependencies, policy: notify }),
    'reach.report': async () => succeed({ channels: await channels.report() }),
    ...photoCommands({ photos, filesOf: (lead) => filesOf(store, readerOf, lead) }),
    ...accountCommands(accounts.of),
    ...deliveryCommands({ ...dependencies, account: accounts.of }),
    ...connectionCommands({ ...dependencies, account: accounts.of, receiver: receiving.report }),
  });
};
