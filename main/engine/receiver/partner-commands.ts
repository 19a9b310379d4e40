/** The endpoints that a legacy account's service calls: where they are, and who may. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Random } from '../platform/random.ts';
import { freshCredentials } from '../platform/http/credentials.ts';
import { partnerAddress } from '../accounts/legacy/partner-endpoints.ts';
import type { Reach } from './reach.ts';
import { partnerEndpointOf, putPartnerEndpoint } from '../accounts/legacy/partner-endpoint-rows.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly reach: Pick<Reach, 'baseFor' | 'isReachable'>;
  readonly publish: (change: Change) => void;
};

const notLegacy = (): Answer<never> => fail('not_found', 'There is no such legacy account.');

/** Handlers of `legacy.*`. */
export const legacyCommands = ({
  store,
  clock,
  random,
  reach,
  publish,
}: Dependencies): Handlers<'legacy.endpoints' | 'legacy.renew'> => ({
  'legacy.endpoints': ({ accountID }) => {
    const endpoint = partnerEndpointOf(store, accountID);
    if (endpoint === null) return notLegacy();
    const base = reach.baseFor(accountID);
    return succeed({
      address: base === null ? null : partnerAddress(base, endpoint),
      reachable: reach.isReachable(accountID),
      username: endpoint.username,
      passwordSince: endpoint.renewedAt,
      lastCallAt: endpoint.lastCallAt,
    });
  },

  'legacy.renew': ({ accountID }) => {
    const endpoint = partnerEndpointOf(store, accountID);
    if (endpoint === null) return notLegacy();
    const { password, passwordDigest } = freshCredentials(random);
    const renewed = { ...endpoint, passwordDigest, renewedAt: clock.now() };
    store.write(() => putPartnerEndpoint(store, renewed));
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({ username: endpoint.username, password });
  },
});
