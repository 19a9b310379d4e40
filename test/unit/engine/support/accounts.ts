/** Fake accounts of which only the tested parts work. */
import { getCapabilities } from '../../../../contract/generations.ts';
import { succeed } from '../../../../contract/errors.ts';
import { unknownSender } from '../../../../main/engine/conversation/outbox/courier.ts';
import { findGeneration } from '../../../../main/engine/marketplaces/choose.ts';
import type {
  AccountDependencies,
  Inbound,
  RunningAccount,
} from '../../../../main/engine/accounts/runtime.ts';

type Part = Partial<Omit<RunningAccount, 'inbound'>> & { readonly inbound?: Partial<Inbound> };

/** An account that does nothing except for `part`. */
export const inertAccount = ({ inbound, ...part }: Part = {}): RunningAccount => ({
  capabilities: getCapabilities({ interface: 'v4' }),
  intake: findGeneration('v4').intake,
  service: null,
  lookUp: null,
  findJobStatusWord: () => null,
  sync: null,
  report: () => {
    throw new Error('not asked');
  },
  sender: unknownSender,
  commands: {},
  close: () => Promise.resolve(),
  ...part,
  inbound: {
    ensure: () => Promise.resolve(),
    removeAll: () => Promise.resolve(succeed({ removed: 0 })),
    report: () => [],
    isUsed: true,
    lacksPassword: () => false,
    readLastDeliveryAt: () => null,
    listLastDeliveries: () => [],
    stop: () => Promise.resolve(),
    ...inbound,
  },
});

/** Dependencies of an account that a test never uses. */
export const inertParts = {
  token: () => Promise.reject(new Error('no token')),
  reach: { findBase: () => null, isReachable: () => false, findSharedWebhooks: () => null },
  poller: { mayPoll: () => true, onFound: () => undefined },
  whenRegistrable: () => Promise.resolve(),
  arrivals: {
    waitFor: () => {
      throw new Error('not asked');
    },
  },
} satisfies Partial<AccountDependencies>;

/** Dependencies of the registry that a test never uses. */
export const inertRegistryParts = {
  ...inertParts,
  tokens: { createSource: () => inertParts.token },
  getReach: () => inertParts.reach,
  getPoller: () => inertParts.poller,
};
