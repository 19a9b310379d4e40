/** Composes the handlers of all engine commands. */
import { succeed } from '../../contract/errors.ts';
import type { Notice } from '../../contract/port.ts';
import type { LeadRow } from '../../contract/records.ts';
import { computeClockOffset } from '../clock/clock.ts';
import type { Ingest } from './accounts/ingest/ingest.ts';
import type { Reader } from './accounts/reader.ts';
import type { Registry } from './accounts/registry.ts';
import type { EngineDependencies } from './accounts/runtime.ts';
import type { Service } from './accounts/service.ts';
import type { Photos } from './photos/photos.ts';
import type { Outbox } from './conversation/outbox/outbox.ts';
import type { AutomaticReplyRuntime } from './automatic/runtime.ts';
import { createNoticeCommands } from './notify/commands.ts';
import type { NotifyPolicy } from './notify/policy.ts';
import type { Reach } from './reach/reach.ts';
import type { EngineCommand, Handlers } from './platform/command/handler.ts';
import type { Slices } from './platform/slices.ts';
import type { Store } from './platform/store/store.ts';
import type { Receiving } from './receiver/receiving.ts';
import type { Matching } from './tools/move/matching.ts';
import type { TeamRuntime } from './team-runtime.ts';
import type { Tunnel } from './tunnel/tunnel.ts';
import { createConnectionCommands } from './accounts/commands.ts';
import { createDeliveryCommands } from './receiver/delivery-commands.ts';
import { createCustomerCommands } from './leads/earlier.ts';
import { createLeadCommands } from './leads/commands.ts';
import { createSearchCommands } from './leads/search-commands.ts';
import { createSavedViewCommands } from './leads/saved-views.ts';
import type { ViewCounts } from './leads/view-counts.ts';
import { createTagCommands } from './leads/tags.ts';
import { createAccountCommands } from './accounts/account-commands.ts';
import { listMessagesWithFiles } from './conversation/message-pages.ts';
import { createPhotoCommands, type FilesOfOne } from './photos/commands.ts';
import { createMoveCommands } from './tools/move/commands.ts';
import { createPhoneNumberCommands } from './tools/phone-numbers/commands.ts';
import { createInsightsCommands } from './tools/insights/commands.ts';
import { createLookupCommands } from './tools/lookup.ts';
import { createReviewCommands } from './tools/reviews.ts';
import { createMarking } from './leads/marking.ts';
import { createSavedReplyCommands } from './conversation/saved-replies.ts';
import { createOlderCopyCommands } from './tools/older-copy.ts';
import { createSettingsCommands } from './tools/settings.ts';
import { createStagingCommands } from './tools/staging/commands.ts';
import { createNoteCommands } from './conversation/note-commands.ts';
import { createThreadCommands } from './conversation/commands.ts';
import { createTunnelCommands } from './tunnel/commands.ts';
import { followMergedLeads } from './tools/move/merged-leads.ts';
import { createNumberBook } from './tools/phone-numbers/book.ts';
import { readLeadDetails } from './accounts/lead-details.ts';
import { pollSoon } from './accounts/polls.ts';
import { setIncomplete } from './leads/leads.ts';
import { toRow } from './platform/store/ids.ts';

const listFiles = (
  store: Store,
  findReader: (accountID: string) => Reader,
  lead: number,
): { readonly accountID: string; readonly all: readonly FilesOfOne[] } | null => {
  const details = readLeadDetails(store, findReader, lead);
  if (details === null) return null;
  const { row, request } = details;
  const requestFiles = {
    messageID: null,
    side: null,
    at: row.createdAt,
    files: request.attachments,
  };
  const messageFiles = listMessagesWithFiles(store, lead).map(({ attachments, ...message }) => ({
    ...message,
    files: attachments,
  }));
  return { accountID: row.accountID, all: [requestFiles, ...messageFiles] };
};

/** Commands for a merged lead are redirected to the remaining one. */
export const composeCommands = (
  dependencies: EngineDependencies & {
    readonly slices: Slices;
    readonly ingest: Ingest;
    readonly accounts: Registry;
    /** Null if the account's service cannot be used. */
    readonly findService: (accountID: string) => Service | null;
    readonly findReader: (accountID: string) => Reader;
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
    readonly onJobStatusChanged: () => void;
    readonly onOrderChange: () => void;
    readonly viewCounts: ViewCounts;
  },
): Handlers<EngineCommand> => {
  const { store, clock, slices, accounts, findReader, photos, notify } = dependencies;
  const { automatic, channels, tunnel, receiving, team, viewCounts } = dependencies;
  const mark = createMarking(dependencies);
  /** Marks a lead with an unreadable record as incomplete, and polls it where the service can be polled. */
  const refetchUnreadable = ({ accountID, leadID, isIncomplete }: LeadRow): void => {
    const lead = toRow(leadID);
    if (isIncomplete || lead === null) return;
    store.write(() => {
      setIncomplete(store, lead);
      if (accounts.find(accountID)?.capabilities.canPollLeads === true)
        pollSoon(store, accountID, lead, clock.steady());
    });
    accounts.pollDue();
  };
  return followMergedLeads(store, {
    ...createLeadCommands({
      ...dependencies,
      mark,
      readDetails: (lead) =>
        readLeadDetails(store, findReader, lead, computeClockOffset(clock), refetchUnreadable),
      onReopened: accounts.pollLeads,
    }),
    ...createLookupCommands({
      ...dependencies,
      findLookUp: (accountID) => accounts.find(accountID)?.lookUp ?? null,
      fetchSoon: (accountID, lead) => {
        store.write(() => pollSoon(store, accountID, lead, clock.steady()));
        accounts.pollDue();
      },
    }),
    ...createTunnelCommands(tunnel, () => receiving.reachability.isTunnelWorking()),
    ...team.commands,
    ...createReviewCommands(dependencies),
    ...createStagingCommands({
      ...dependencies,
      canPollLeads: (accountID) => accounts.find(accountID)?.capabilities.canPollLeads === true,
    }),
    ...createMoveCommands({
      ...dependencies,
      isCurrent: (accountID) => accounts.find(accountID)?.capabilities.isCurrent ?? null,
    }),
    ...createPhoneNumberCommands({
      store,
      hasNumbers: (accountID) => accounts.find(accountID)?.capabilities.hasPhoneNumbers === true,
      book: createNumberBook(dependencies),
    }),
    ...createSavedReplyCommands(dependencies),
    ...automatic.commands,
    ...createInsightsCommands(dependencies),
    ...createSavedViewCommands({ ...dependencies, counts: viewCounts }),
    ...createOlderCopyCommands(store),
    ...createSettingsCommands(dependencies),
    ...createThreadCommands({
      ...dependencies,
      watch: (leadID, focused, isTyping) => {
        automatic.setTyping(isTyping ? leadID : null);
        notify.watch(leadID, focused);
        const lead = leadID === null ? null : toRow(leadID);
        accounts.watch(lead, focused);
        team.watch(focused || isTyping ? lead : null, isTyping);
      },
    }),
    ...createCustomerCommands(store, clock),
    ...createTagCommands(store),
    ...createSearchCommands(store, clock, slices),
    ...createNoteCommands({ ...dependencies, mark }),
    ...createNoticeCommands({ ...dependencies, policy: notify }),
    'reach.report': async () => succeed({ channels: await channels.report() }),
    ...createPhotoCommands({ photos, listFiles: (lead) => listFiles(store, findReader, lead) }),
    ...createAccountCommands(accounts.find),
    ...createDeliveryCommands({ ...dependencies, findAccount: accounts.find }),
    ...createConnectionCommands({
      ...dependencies,
      findAccount: accounts.find,
      reportReceiver: receiving.report,
    }),
  });
};
