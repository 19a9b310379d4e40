/** Several accounts in one store, and what the professional sees of their leads. */
import type { Change } from '../../../../contract/events.ts';
import type { AttachedAccount, Notice } from '../../../../contract/port.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { ViewName } from '../../../../contract/views.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import {
  createAccountDirectory,
  createRegistry,
} from '../../../../main/engine/accounts/registry.ts';
import { createLeadCommands } from '../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../main/engine/leads/marking.ts';
import { inertRegistryParts, inertAccount } from '../support/accounts.ts';
import { detailsOf, intakesOf } from '../support/readers.ts';
import { createIngest } from '../../../../main/engine/accounts/ingest/ingest.ts';
import { createNotifyPolicy } from '../../../../main/engine/notify/policy.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { readBadgeCount } from '../../../../main/engine/leads/counts.ts';
import { listCoveredBusinesses } from '../../../../main/engine/leads/businesses.ts';
import {
  account,
  noon,
  putAccount,
  testClock,
  testSlices,
  testLog,
  testStore,
} from '../support/store.ts';

const day = 24 * 60 * 60_000;

/** An account of the marketplace, changed by `more`. */
export const accountNamed = (
  name: string,
  more: Partial<Omit<AttachedAccount, 'profile'>> & {
    readonly profile?: Partial<AttachedAccount['profile']>;
  } = {},
): AttachedAccount => ({
  ...account,
  accountID: name as AccountID,
  userID: name,
  userName: name,
  ...more,
  profile: {
    ...account.profile,
    environment: 'production',
    baseUrl: 'https://api.example.com',
    ...more.profile,
  },
});

export const practice = accountNamed('practice', {
  practice: true,
  profile: { name: 'Practice', environment: 'sandbox', baseUrl: 'http://127.0.0.1:4010' },
});

export const accountsBench = (clock = testClock()) => {
  const store = testStore(clock);
  store.db.exec('DELETE FROM accounts');
  const changes: Change[] = [];
  const notices: Notice[] = [];
  const woken: string[] = [];
  const publish = (change: Change): void => {
    changes.push(change);
    if (change.kinds.includes('businesses')) attachments.transferMisplaced();
  };
  const notify = createNotifyPolicy({
    store,
    clock,
    log: testLog(),
    show: (notice) => void notices.push(notice),
    withdraw: () => undefined,
    onQuiet: () => undefined,
  });
  const ingest = createIngest({
    store,
    clock,
    slices: testSlices(clock),
    log: testLog(),
    publish,
    onReviews: () => undefined,
    notify: notify.consider,
    adoptEcho,
    findIntake: intakesOf(store),
  });
  const attachments = createRegistry({
    directory: createAccountDirectory(),
    store,
    ingest,
    clock,
    slices: testSlices(clock),
    random: systemRandom,
    log: testLog(),
    publish,
    outbox: { wake: () => void woken.push('outbox') },
    ...inertRegistryParts,
    chooseGeneration: ({ profile }) => ({
      ...findGeneration(profile.interface),
      open: () => inertAccount(),
    }),
  });
  const leads = createLeadCommands({
    clock: testClock(),
    store,
    slices: testSlices(clock),
    mark: createMarking({ store, slices: testSlices(clock), clock: testClock(), publish }),
    readDetails: (lead) => detailsOf(store, lead),
    onReopened: () => undefined,
    onJobStatusChanged: () => undefined,
  });
  const list = async (view: ViewName, more: { business?: string; query?: string } = {}) => {
    const answer = await leads['leads.list']({ view, limit: 100, ...more });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value.leads;
  };
  const counts = async (business?: string) => {
    const answer = await leads['views.counts'](business === undefined ? {} : { business });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  return {
    ...leads,
    store,
    clock,
    ingest,
    attachments,
    changes,
    notices,
    woken,
    list,
    counts,
    /** The sorted customer names of a view. */
    names: async (view: ViewName, more: { business?: string; query?: string } = {}) =>
      (await list(view, more)).map(({ customerName }) => customerName).sort(),
    badge: () => readBadgeCount(store),
    /** Stores and attaches an account that was connected `daysAgo`. */
    connect: (one: AttachedAccount, daysAgo = 7) => {
      putAccount(store, one, noon - daysAgo * day);
      attachments.attach(one);
    },
    lists: (one: AttachedAccount, ...businessIDs: readonly string[]) =>
      ingest.applyBusinesses(
        one.accountID,
        businessIDs.map((businessID) => ({ businessID, name: `Business ${businessID}` })),
      ),
    worksFor: (one: AttachedAccount) =>
      listCoveredBusinesses(store, one.accountID).map(({ businessID }) => businessID),
  };
};
