/** Fake accounts of which only the tested parts work. */
import { capabilitiesOf } from '../../../../contract/generations.ts';
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
  capabilities: capabilitiesOf({ interface: 'v4' }),
  intake: findGeneration('v4').intake,
  service: null,
  lookUp: null,
  jobStatusWord: () => null,
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
    lastDeliveryAt: () => null,
    lastDeliveries: () => [],
    stop: () => Promise.resolve(),
    ...inbound,
  },
});

/** Dependencies of an account that a test never uses. */
export const inertParts = {
  token: () => Promise.reject(new Error('no token')),
  reach: { base: () => null, isReachable: () => false, shared: () => null },
  poller: { mayPoll: () => true, found: () => undefined },
  whenRegistrable: () => Promise.resolve(),
  arrivals: {
    next: () => {
      throw new Error('not asked');
    },
  },
} satisfies Partial<AccountDependencies>;

/** Dependencies of the registry that a test never uses. */
export const inertRegistryParts = {
  ...inertParts,
  tokens: { of: () => inertParts.token },
  reachOf: () => inertParts.reach,
  pollerOf: () => inertParts.poller,
};
